package hostile

import (
	"reflect"
	"testing"
)

// CallZeros calls each method of the given values, which are pointers to zero values. None may panic.
func CallZeros(t *testing.T, pointers ...any) {
	for _, pointer := range pointers {
		value := reflect.ValueOf(pointer)
		for i := range value.NumMethod() {
			name := value.Type().Elem().Name() + "." + value.Type().Method(i).Name
			t.Run(name, func(t *testing.T) { callWithZeros(t, value.Method(i)) })
		}
	}
}

// callWithZeros calls f with zero values, but not nil functions or pointers, and iterates over what it yields.
func callWithZeros(t *testing.T, f reflect.Value) {
	var args []reflect.Value
	for i := range f.Type().NumIn() {
		in := f.Type().In(i)
		if f.Type().IsVariadic() && i == f.Type().NumIn()-1 {
			break
		}
		switch in.Kind() {
		case reflect.Func:
			args = append(args, reflect.MakeFunc(in, func([]reflect.Value) (out []reflect.Value) {
				for j := range in.NumOut() {
					out = append(out, reflect.Zero(in.Out(j)))
				}
				return out
			}))
		case reflect.Pointer:
			args = append(args, reflect.New(in.Elem()))
		default:
			args = append(args, reflect.Zero(in))
		}
	}
	for _, result := range f.Call(args) {
		if result.Kind() != reflect.Func || result.IsNil() {
			continue
		}
		yields := result.Type().In(0).NumIn()
		if yields == 1 {
			for v := range result.Seq() {
				t.Errorf("yields %v", v)
			}
			continue
		}
		for v, w := range result.Seq2() {
			t.Errorf("yields %v, %v", v, w)
		}
	}
}
