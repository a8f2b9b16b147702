package gojaurl_test

import (
	"maps"
	"slices"
	"testing"
)

// evaluate returns the value of an expression as a string, or the name, the code and the message of what it throws.
func evaluate(t *testing.T, r engine, expression string) string {
	t.Helper()
	v, err := r.call(`(source) => {
		try {
			return String((0, eval)(source));
		} catch (e) {
			return [e.name, e.code, e.message].filter(v => v !== undefined).join("; ");
		}
	}`, expression)
	if err != nil {
		t.Fatalf("%s: %v", expression, err)
	}
	return v
}

// compareAll evaluates expressions one after another, in each runtime.
func compareAll(t *testing.T, table [][2]string) {
	t.Helper()
	for _, name := range slices.Sorted(maps.Keys(ours)) {
		r := ours[name](t)
		for _, row := range table {
			if got := evaluate(t, r, row[0]); got != row[1] {
				t.Errorf("%s: %s is %q, want %q", name, row[0], got, row[1])
			}
		}
	}
}

// The codes of URL and URLSearchParams are those of Node 20, except that a URL method there has no code for a wrong this. The
// messages that do not name a URL are those of Node 20, too. A URL error of Node has no reason.
func TestExceptions(t *testing.T) {
	compareAll(t, [][2]string{
		{`new URL()`, `TypeError; ERR_MISSING_ARGS; The "url" argument must be specified`},
		{`new URL("http://")`, `TypeError; ERR_INVALID_URL; Invalid URL "http://": host-missing at byte 7`},
		{`new URL("a", "b")`,
			`TypeError; ERR_INVALID_URL; Invalid base URL "b": missing-scheme-non-relative-URL at byte 0`},
		{`try { new URL("a", "b") } catch (e) { JSON.stringify(e) }`,
			`{"code":"ERR_INVALID_URL","input":"a","base":"b"}`},
		{`new URL("http://user:secret@")`,
			`TypeError; ERR_INVALID_URL; Invalid URL "http://xxxxx@": host-missing at byte 13`},
		{`new URL(Symbol())`, `TypeError; Cannot convert a Symbol value to a string`},
		{`new URL({ toString: null, valueOf: () => Symbol() })`, `TypeError; Cannot convert a Symbol value to a string`},
		{`new URL({ toString() { throw new RangeError("mine") } })`, `RangeError; mine`},
		{`URL("http://a/")`, `TypeError; Class constructor URL cannot be invoked without 'new'`},
		{`URL.call(new URL("http://a/"), "http://b/")`,
			`TypeError; Class constructor URL cannot be invoked without 'new'`},
		{`URLPattern()`, `TypeError; Class constructor URLPattern cannot be invoked without 'new'`},
		{`new URL("http://a/").href = "b"`,
			`TypeError; ERR_INVALID_URL; Invalid URL "b": missing-scheme-non-relative-URL at byte 0`},
		{`"use strict"; new URL("http://a/").origin = "b"`,
			`TypeError; Cannot assign to read only property 'origin'`},
		{`URL.prototype.toString.call({})`, `TypeError; ERR_INVALID_THIS; Value of "this" must be of type URL`},
		{`URL.prototype.href`, `TypeError; ERR_INVALID_THIS; Value of "this" must be of type URL`},
		{`URL.prototype.toString.call(Object.create(new URL("http://a/")))`,
			`TypeError; ERR_INVALID_THIS; Value of "this" must be of type URL`},
		{`URL.prototype.toString.call(new Proxy(new URL("http://a/"), {}))`,
			`TypeError; ERR_INVALID_THIS; Value of "this" must be of type URL`},
		{`URL.prototype.toString.call(new Proxy({}, { get() { throw new RangeError("mine") } }))`,
			`TypeError; ERR_INVALID_THIS; Value of "this" must be of type URL`},
		{`URL.prototype.toString.call(new URLSearchParams())`,
			`TypeError; ERR_INVALID_THIS; Value of "this" must be of type URL`},
		{`URL.canParse()`, `TypeError; ERR_MISSING_ARGS; The "url" argument must be specified`},
		{`new URLSearchParams([1])`,
			`TypeError; ERR_INVALID_TUPLE; Each query pair must be an iterable [name, value] tuple`},
		{`new URLSearchParams([{}])`,
			`TypeError; ERR_INVALID_TUPLE; Each query pair must be an iterable [name, value] tuple`},
		{`new URLSearchParams([["a", "b"], ["c"]])`,
			`TypeError; ERR_INVALID_TUPLE; Each query pair must be an iterable [name, value] tuple`},
		{`new URLSearchParams({ [Symbol.iterator]: 1 })`,
			`TypeError; ERR_ARG_NOT_ITERABLE; Query pairs must be iterable`},
		{`new URLSearchParams({ [Symbol.iterator]: () => 1 })`, `TypeError; The iterator is not an object`},
		{`new URLSearchParams({ [Symbol("a")]: 1 })`, `TypeError; Cannot convert a Symbol value to a string`},
		{`new URLSearchParams().append("a")`,
			`TypeError; ERR_MISSING_ARGS; The "name" and "value" arguments must be specified`},
		{`new URLSearchParams().get()`, `TypeError; ERR_MISSING_ARGS; The "name" argument must be specified`},
		{`new URLSearchParams().forEach()`,
			`TypeError; ERR_INVALID_ARG_TYPE; The "callback" argument must be of type function.`},
		{`new URLSearchParams("a").forEach(() => { throw new RangeError("mine") })`, `RangeError; mine`},
		{`URLSearchParams.prototype.get.call({}, "a")`,
			`TypeError; ERR_INVALID_THIS; Value of "this" must be of type URLSearchParams`},
		{`new URLSearchParams().keys().next.call({})`,
			`TypeError; ERR_INVALID_THIS; Value of "this" must be of type URLSearchParams Iterator`},
	})
}

// Web IDL defines the attributes of properties. idlharness of web-platform-tests asserts them, too; it is not always there.
func TestProperties(t *testing.T) {
	const describe = `
		describe = (o, key) => {
			const d = Object.getOwnPropertyDescriptor(o, key);
			const f = d.value ?? d.get;
			const value = typeof f === "function" ? f.name + f.length : typeof f === "object" ? "an object" : f;
			const flags = ["writable", "enumerable", "configurable"].filter(flag => d[flag]).join(" ");
			return [flags, value, d.set && d.set.name + d.set.length].join();
		}; 0`
	compareAll(t, [][2]string{
		{describe, "0"},
		{`describe(globalThis, "URL")`, "writable configurable,URL1,"},
		{`describe(globalThis, "URLSearchParams")`, "writable configurable,URLSearchParams0,"},
		{`describe(globalThis, "URLPattern")`, "writable configurable,URLPattern0,"},
		{`describe(URL, "prototype")`, ",an object,"},
		{`describe(URL, "canParse")`, "writable enumerable configurable,canParse1,"},
		{`describe(URL.prototype, "constructor")`, "writable configurable,URL1,"},
		{`describe(URL.prototype, "href")`, "enumerable configurable,get href0,set href1"},
		{`describe(URL.prototype, "origin")`, "enumerable configurable,get origin0,"},
		{`describe(URL.prototype, "searchParams")`, "enumerable configurable,get searchParams0,"},
		{`describe(URL.prototype, "toJSON")`, "writable enumerable configurable,toJSON0,"},
		{`describe(URL.prototype, Symbol.toStringTag)`, "configurable,URL,"},
		{`describe(URLSearchParams.prototype, "size")`, "enumerable configurable,get size0,"},
		{`describe(URLSearchParams.prototype, "append")`, "writable enumerable configurable,append2,"},
		{`describe(URLSearchParams.prototype, "delete")`, "writable enumerable configurable,delete1,"},
		{`describe(URLSearchParams.prototype, "forEach")`, "writable enumerable configurable,forEach1,"},
		{`describe(URLSearchParams.prototype, Symbol.iterator)`, "writable configurable,entries0,"},
		{`URLSearchParams.prototype[Symbol.iterator] === URLSearchParams.prototype.entries`, "true"},
		{`describe(Object.getPrototypeOf(new URLSearchParams().keys()), "next")`,
			"writable enumerable configurable,next0,"},
		{`describe(Object.getPrototypeOf(new URLSearchParams().keys()), Symbol.toStringTag)`,
			"configurable,URLSearchParams Iterator,"},
		{`describe(URLPattern.prototype, "hasRegExpGroups")`, "enumerable configurable,get hasRegExpGroups0,"},
		{`describe(URLPattern.prototype, "exec")`, "writable enumerable configurable,exec0,"},
		{`[...Object.getOwnPropertyNames(URL.prototype)]`, "constructor,href,origin,protocol,username,password,host," +
			"hostname,port,pathname,search,searchParams,hash,toString,toJSON"},
		{`Object.keys(new URL("http://a/"))`, ""},
		{`JSON.stringify({ ...new URL("http://a/") })`, "{}"},
		{`new URL.prototype.toString()`, "TypeError; Value is not a constructor"},
	})
}

// The expected values are those of Chromium and of Node for the same expressions.
func TestObjects(t *testing.T) {
	compareAll(t, [][2]string{
		{`[URL, URLSearchParams, URLPattern].map(f => Reflect.ownKeys(f).includes(Symbol.hasInstance))`, "false,false,false"},
		{`Object.defineProperty(URL, Symbol.species, { get() { return this }, configurable: true });
			same = URL[Symbol.species] === URL; delete URL[Symbol.species]; same`, "true"},
		{`proxy = new Proxy(URL, {}); [new URL("http://a/"), {}, 1].map(v => v instanceof proxy)`, "true,false,false"},
		{`1 instanceof new Proxy(URL, { get: (o, key) => key === "prototype" ? 1 : o[key] })`, "false"},
		{`try { ({}) instanceof new Proxy(URL, { get: (o, key) => key === "prototype" ? 1 : o[key] }) } catch (e) { e.name }`,
			"TypeError"},
		{`deepFreeze = o => {
			Reflect.ownKeys(o).forEach(key => o[key] && typeof o[key] === "object" && deepFreeze(o[key]));
			return Object.freeze(o);
		}; deepFreeze({ u: new URL("http://a/"), p: new URLSearchParams("a"), m: new URLPattern(), i: new URLSearchParams().keys() }).u`,
			"http://a/"},
		{`Object.keys(new Proxy(new URL("http://a/"), { ownKeys: () => ["a"] }))`, ""},
		{`URL.prototype.toString.call(Object.setPrototypeOf(new URL("http://a/"), new Proxy({}, { get() { throw 1 } })))`, "http://a/"},
		{`Sub = class extends URL {
			#secret = 1;
			own = 2;
			constructor(path) { super(path, "http://a/"); }
			get secret() { return this.#secret; }
		}; sub = new Sub("b"); [sub, sub.secret, sub.own]`, "http://a/b,1,2"},
		{`[sub instanceof Sub, sub instanceof URL, {} instanceof URL, 1 instanceof URL, new URL("http://a/") instanceof Sub]`,
			"true,true,false,false,false"},
		{`[Sub.canParse("http://a/"), Sub.parse("http://a/") instanceof Sub, Sub.parse("http://a/") instanceof URL]`,
			"true,false,true"},
		{`Object.prototype.toString.call(sub)`, "[object URL]"},
		{`Reflect.construct(URL, ["http://a/"], Array) instanceof Array`, "true"},
		{`Reflect.construct(URL, ["http://a/"], Object.assign(function () {}, { prototype: 1 })) instanceof URL`, "true"},
		{`u = new URL("http://a/"); u.mine = 1; Object.defineProperty(u, "late", { get: () => 2 }); [u.mine, u.late]`, "1,2"},
		{`Object.isFrozen(Object.freeze(u)); u.hash = "x"; u.href`, "http://a/#x"},
		{`u.searchParams === u.searchParams`, "true"},
		{`p = u.searchParams; p.append("a", "b c"); u.search`, "?a=b+c"},
		{`u.search = "?x=1&x=2"; [...p]`, "x,1,x,2"},
		{`u.href = "http://b/?y"; [p.has("y"), p === u.searchParams]`, "true,true"},
		{`String(new URL(u))`, "http://b/?y"},
		{`n = 0; text = { toString() { n++; return "x" } }; try { new URL(text, text) } catch (e) { [n, e.input, e.base] }`, "2,x,x"},
		{`new URL("\ud800", "http://a/").href`, "http://a/%EF%BF%BD"},
		{`[...new URLSearchParams("a=\ud800\ud835\udc00")].join()`, "a,\ufffd\U0001d400"},
		{`String(new URLSearchParams({ "\ud835x": 1, xx: 2, "\ud83dx": 3 }))`, "%EF%BF%BDx=3&xx=2"},
		{`[undefined, null, 1, true, "?a", "??a", [], {}, new Map([["a", 1]]), function f() {}]
			.map(init => new URLSearchParams(init)).join("|")`, "|null=|1=|true=|a=|%3Fa=|||a=1|"},
		{`String(new URLSearchParams(new URLSearchParams("a=1&a=2")))`, "a=1&a=2"},
		{`String(new URLSearchParams(Object.create({ inherited: 1 }, { own: { value: 2, enumerable: true }, hidden: { value: 3 } })))`,
			"own=2"},
		{`[p.get("none"), p.getAll("none").length, p.has("y", undefined), p.has("y", "1"), p.size]`, ",0,true,false,1"},
		{`Array.isArray(p.getAll("y"))`, "true"},
		{`Object.prototype.toString.call(p.entries())`, "[object URLSearchParams Iterator]"},
		{`Object.getPrototypeOf(Object.getPrototypeOf(p.keys())) === Object.getPrototypeOf(Object.getPrototypeOf([].keys()))`,
			"true"},
		{`JSON.stringify([...new URLSearchParams("a=1").entries()])`, `[["a","1"]]`},
		{`JSON.stringify(new URLSearchParams("a=1").keys().next())`, `{"value":"a","done":false}`},
	})
}

// A constructor converts its arguments, reads the prototype and then runs its steps, which may throw.
// https://webidl.spec.whatwg.org/#create-an-interface-object
func TestConstruction(t *testing.T) {
	const list = `read = [];
		spy = new Proxy(class {}, { get(o, key) { read.push(key); return o[key] } });
		list = (f, ...list) => {
			read.length = 0;
			try { Reflect.construct(f, list, spy) } catch (e) { read.push(e.name) }
			return read;
		}; 0`
	compareAll(t, [][2]string{
		{list, "0"},
		{`list(URL)`, "TypeError"},
		{`list(URL, Symbol())`, "TypeError"},
		{`list(URL, "a")`, "prototype,TypeError"},
		{`list(URL, "http://a/")`, "prototype"},
		{`list(URLSearchParams, { get a() { read.push("a"); return 1 } })`, "a,prototype"},
		{`list(URLSearchParams, [1])`, "TypeError"},
		{`list(URLSearchParams, [["a"]])`, "prototype,TypeError"},
		{`list(URLPattern, {}, 1)`, "prototype,TypeError"},
		{`list(URLPattern, { get pathname() { read.push("a"); return "(" } })`, "a,prototype,TypeError"},
	})
}

// A script that gets hold of the objects with the Go values finds nothing in them. A cycle of prototypes would end the
// program.
func TestInternals(t *testing.T) {
	compareAll(t, [][2]string{
		{`u = new URL("http://a/"); all = [u, u.searchParams, u.searchParams.keys(), new URLPattern(), globalThis];
			all = all.map(o => [o, Object.getOwnPropertySymbols(o).find(key => key.description === "internal slots")]); all.length`, "5"},
		{`all.map(([o, key]) => Reflect.ownKeys(o[key]).length + JSON.stringify(o[key]))`, "0{},0{},0{},0{},0{}"},
		{`all.map(([o, key]) => { try { Object.setPrototypeOf(o[key], o[key]) } catch (e) { return e.name } return o[key].none })`,
			"TypeError,TypeError,TypeError,TypeError,TypeError"},
		{`URL.prototype.toString.call({ [all[0][1]]: { get a() { throw new RangeError("mine") } } })`,
			`TypeError; ERR_INVALID_THIS; Value of "this" must be of type URL`},
		{`all.map(([o, key]) => Reflect.deleteProperty(o, key))`, "true,true,true,true,false"},
		{`u.href`, `TypeError; ERR_INVALID_THIS; Value of "this" must be of type URL`},
	})
}

// An iterator and forEach see the changes that are made on the way.
func TestLiveIteration(t *testing.T) {
	for _, list := range []string{`new URLSearchParams("a=1&b=2&c=3")`, `new URL("http://h/?a=1&b=2&c=3").searchParams`} {
		compareAll(t, [][2]string{
			{`p = ` + list + `; seen = []; for (const [name] of p) { p.delete(name); seen.push(name) } [seen, p]`, "a,c,b=2"},
			{`p = ` + list + `; seen = []; p.forEach((v, name) => { p.delete(name); seen.push(name) }); [seen, p]`, "a,c,b=2"},
			{`p = ` + list + `; seen = []; for (const name of p.keys()) { p.size < 6 && p.append("x", 0); seen.push(name) } seen`,
				"a,b,c,x,x,x"},
			{`p = ` + list + `; i = p.values(); i.next(); p.delete("a"); [i.next().value, i.next().done]`, "3,true"},
			{`i.next().done; p.append("z", "26"); i.next().value`, "26"},
			{`p = ` + list + `; p.forEach(function (value, name, of) { seen = [this.mine, value, name, of === p] }, { mine: 1 }); seen`,
				"1,3,c,true"},
		})
	}
	compareAll(t, [][2]string{
		{`u = new URL("http://h/?a=1&b=2"); i = u.searchParams.keys(); i.next(); u.search = "?x&y&z"; [...i]`, "y,z"},
		{`i = u.searchParams.keys(); i.next(); u.hash = "f"; [...i]`, "y,z"},
		{`i = u.searchParams.keys(); i.next(); u.href = "http://h/"; [...i]`, ""},
	})
}

// The overloads of the constructor, and what test and exec take. The expected values follow from
// https://webidl.spec.whatwg.org/#dfn-overload-resolution-algorithm and the URL Pattern Standard.
func TestPatternArguments(t *testing.T) {
	const noBase = "TypeError; ERR_INVALID_URL_PATTERN; Invalid URL pattern: baseURL at byte 0: a relative pattern needs a base URL"
	compareAll(t, [][2]string{
		{`pathname = (...args) => new URLPattern(...args).pathname; pathname()`, "*"},
		{`[pathname({}), pathname(undefined), pathname(null)]`, "*,*,*"},
		{`pathname("/a", "http://h/")`, "/a"},
		{`pathname("/a")`, noBase},
		{`pathname("/a", undefined)`, noBase},
		{`pathname("/a", null)`, noBase},
		{`pathname("/a", { baseURL: "http://h/" })`, noBase},
		{`pathname("/a", "")`, "TypeError; ERR_INVALID_URL_PATTERN; Invalid URL pattern: the base URL is empty"},
		{`pathname("/a", undefined, {})`,
			`TypeError; ERR_INVALID_URL_PATTERN; Invalid URL pattern: baseURL at byte 0: missing-scheme-non-relative-URL`},
		{`pathname("/a", 1)`,
			`TypeError; ERR_INVALID_URL_PATTERN; Invalid URL pattern: baseURL at byte 0: missing-scheme-non-relative-URL`},
		{`pathname("/a", "http://h/", 1)`, "TypeError; The options of a URLPattern are not an object"},
		{`pathname(Symbol())`, "TypeError; Cannot convert a Symbol value to a string"},
		{`pathname({ pathname: "/a" }, "http://h/") `,
			"TypeError; ERR_INVALID_URL_PATTERN; Invalid URL pattern: the base URL of an object is its property baseURL"},
		{`p = new URLPattern({ pathname: "/a" }, { ignoreCase: 1 }); [p.test({ pathname: "/A" }), p.test("http://h/A")]`, "true,true"},
		{`new URLPattern("/a", "http://h/", { ignoreCase: true }).test("http://h/A")`, "true"},
		{`new URLPattern("/a", "http://h/", { ignoreCase: 0 }).test("http://h/A")`, "false"},
		{`p = new URLPattern({ pathname: "/:a{/:b}?" }); [p.test(), p.test("/x", "http://h/"), p.test("/x"), p.test("/x", "")]`,
			"false,true,false,false"},
		{`p.exec("http://h/x").pathname.groups.b`, "undefined"},
		{`Object.keys(p.exec("http://h/x").pathname.groups)`, "a,b"},
		{`p.exec({ pathname: "/x" }, "http://h/")`,
			"TypeError; Invalid arguments: the base URL of an object is its property baseURL"},
		{`JSON.stringify(p.exec("x", "http://h/").inputs)`, `["x","http://h/"]`},
		{`JSON.stringify(p.exec({ search: "q", pathname: "x", baseURL: "http://h/", other: 1 }).inputs)`,
			`[{"baseURL":"http://h/","pathname":"x","search":"q"}]`},
		{`read = []; new URLPattern(new Proxy({}, { get(_, name) { read.push(name) } })); read`,
			"baseURL,hash,hostname,password,pathname,port,protocol,search,username"},
		{`Object.keys(p.exec("http://h/x"))`, "hash,hostname,inputs,password,pathname,port,protocol,search,username"},
		{`[p.hasRegExpGroups, new URLPattern({ pathname: "/:a(\\d+)" }).hasRegExpGroups]`, "false,true"},
		{`Object.keys(new URLPattern({ pathname: "/:__proto__" }).exec("http://h/x").pathname.groups)`, "__proto__"},
	})
}
