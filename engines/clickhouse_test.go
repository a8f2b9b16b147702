package engines

import (
	"bytes"
	"encoding/binary"
	"encoding/hex"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/weburl-go/url"
	"github.com/weburl-go/url/internal/gen"
)

// needClickHouse skips the test if the engine is not installed.
func needClickHouse(t testing.TB) {
	t.Helper()
	for _, need := range []string{"chdb", "@chdb"} {
		if _, err := os.Stat(filepath.Join("clickhouse/node_modules", need)); err != nil {
			missing(t, "ClickHouse", "npm install --prefix engines/clickhouse")
		}
	}
}

// config returns the name of a server configuration with the functions of clickhouse/weburl_function.xml.
var config = sync.OnceValue(func() string {
	functions, err := filepath.Abs("clickhouse/weburl_function.xml")
	if err != nil {
		panic(err)
	}
	name := filepath.Join(shared, "config.xml")
	text := fmt.Sprintf(`<clickhouse>
  <user_defined_executable_functions_config>%s</user_defined_executable_functions_config>
  <user_scripts_path>%s</user_scripts_path>
</clickhouse>`, functions, scripts())
	if err := os.WriteFile(name, []byte(text), 0o666); err != nil {
		panic(err)
	}
	return name
})

// query runs a query in ClickHouse. It returns the rows as TabSeparated, and the CPU time that the engine and its filters
// took, with the start of the engine.
func query(t testing.TB, sql string) (rows []byte, cpu time.Duration) {
	t.Helper()
	cmd := exec.Command("node", "clickhouse/query.js", config(), t.TempDir())
	var log bytes.Buffer
	cmd.Stdin, cmd.Stderr = strings.NewReader(sql), &log
	rows, err := cmd.Output()
	if err != nil {
		t.Fatalf("%s: %v\n%s", sql, err, log.Bytes())
	}
	return rows, cpuTime(cmd)
}

// cpuTime returns the CPU time that a command took that has ended, with the processes that it waited for.
func cpuTime(cmd *exec.Cmd) time.Duration {
	return cmd.ProcessState.UserTime() + cmd.ProcessState.SystemTime()
}

// columns are the columns that the table function has for a URL.
const columns = `'href Nullable(String), host Nullable(String), site Nullable(String), error Nullable(String), offset Nullable(UInt32)'`

// TestClickHouseRows has the rows of the contract: one row out for each row in. The values are the standard's.
func TestClickHouseRows(t *testing.T) {
	needClickHouse(t)
	const input = `arrayJoin(['HTTP://A.EXAMPLE.co.uk:81/x y', 'http://h:99999/', '', NULL, 'http://h/a\nb\\N'])`
	const want = `http://a.example.co.uk:81/x%20y	a.example.co.uk:81	example.co.uk	\N
\N	\N	\N	port-out-of-range
\N	\N	\N	missing-scheme-non-relative-URL
\N	\N	\N	\N
http://h/ab/N	h	h	\N
`
	rows, _ := query(t, `SELECT weburl_get('href')(u), weburl_get('host')(u), weburl_get('site')(u), weburl_get('error')(u) FROM (SELECT `+input+` AS u)`)
	if string(rows) != want {
		t.Errorf("functions: got\n%swant\n%s", rows, want)
	}
	rows, _ = query(t, `SELECT * EXCEPT offset FROM executable('weburl -tsv-escaped -get href,host,site,error,offset', TabSeparated, `+
		columns+`, (SELECT `+input+`))`)
	if string(rows) != want {
		t.Errorf("table function: got\n%swant\n%s", rows, want)
	}
}

// hostile returns n strings: URLs from the grammar, most of which have an error, with bytes that a format of rows may
// trip over.
func hostile(n int) []string {
	bits := []string{"\x00", "\n", `\N`, `\`, "\xFF", "\uFEFF", "\t", "\r", "\r\n", `\n`, `\x41`, `"`, "'", "\b", "\f", "\xED\xA0\x80"}
	out := make([]string, n)
	g := gen.New(16)
	for i := range out {
		s := g.URL()
		for g.Below(2) == 0 {
			at := g.Below(len(s) + 1)
			s = s[:at] + bits[g.Below(len(bits))] + s[at:]
		}
		out[i] = s
	}
	copy(out, append(bits, "", `\\N`, "http://h/\n", "http://h/\r"))
	return out
}

// writeRowBinary writes a file in ClickHouse's format RowBinary, with a column of strings.
func writeRowBinary(t testing.TB, rows []string) string {
	t.Helper()
	var out []byte
	for _, row := range rows {
		out = append(binary.AppendUvarint(out, uint64(len(row))), row...)
	}
	name := filepath.Join(t.TempDir(), "rows.bin")
	if err := os.WriteFile(name, out, 0o666); err != nil {
		t.Fatal(err)
	}
	return name
}

// wantRow returns what is expected for an input: its bytes, the href, the error and its offset.
func wantRow(input string) []string {
	u, err := url.Parse(input)
	if err == nil {
		return []string{hexOf(input), hexOf(u.Href()), `\N`, `\N`}
	}
	var e *url.Error
	var reason url.ErrorType
	if !errors.As(err, &e) || !errors.As(err, &reason) {
		panic(err)
	}
	return []string{hexOf(input), `\N`, reason.Error(), strconv.Itoa(e.Offset)}
}

func hexOf(s string) string { return strings.ToUpper(hex.EncodeToString([]byte(s))) }

// TestClickHouseHostile sends 200,000 strings through the functions and through the table function, and compares each
// with the package.
func TestClickHouseHostile(t *testing.T) {
	needClickHouse(t)
	inputs := hostile(200_000)
	from := fmt.Sprintf(`FROM file('%s', RowBinary, 'u String')`, writeRowBinary(t, inputs))
	for _, tt := range []struct {
		kind, sql   string
		first, last int // the columns of wantRow
	}{
		{"functions", `SELECT hex(u), hex(weburl_get('href')(u)), weburl_get('error')(u) ` + from, 0, 3},
		{"table function", `SELECT hex(href), error, offset FROM executable('weburl -tsv-escaped -get href,host,site,error,offset', TabSeparated, ` +
			columns + `, (SELECT u ` + from + `))`, 1, 4},
	} {
		t.Run(tt.kind, func(t *testing.T) {
			rows, cpu := query(t, tt.sql+` SETTINGS max_threads = 1`) // keeps the order
			got := strings.Split(strings.TrimSuffix(string(rows), "\n"), "\n")
			if len(got) != len(inputs) {
				t.Fatalf("%d rows, want %d", len(got), len(inputs))
			}
			for i, input := range inputs {
				if want := strings.Join(wantRow(input)[tt.first:tt.last], "\t"); got[i] != want {
					t.Fatalf("%q: got %q, want %q", input, got[i], want)
				}
			}
			t.Logf("%d rows in %v of CPU time: equal to url.Parse", len(got), cpu)
		})
	}
}

// TestClickHouseSites counts the sites of a million rows.
func TestClickHouseSites(t *testing.T) {
	needClickHouse(t)
	const lines = 1_000_000
	name := corpus(t, lines)
	rows, cpu := query(t, fmt.Sprintf(`SELECT count(), weburl_get('site')(u) AS site FROM file('%s', LineAsString, 'u String') GROUP BY site`, name))
	compareCounts(t, rows, name, lines)
	t.Logf("%v of CPU time", cpu)
}

// BenchmarkClickHouse shows how much CPU time each way takes for a million rows: weburl alone, in ClickHouse, and
// ClickHouse's own function, which does not follow the standard or the public suffix list. The start of the engine is a
// line of its own.
func BenchmarkClickHouse(b *testing.B) {
	needClickHouse(b)
	name := corpus(b, 1_000_000)
	from := fmt.Sprintf(`FROM file('%s', LineAsString, 'u String')`, name)
	b.Run("weburl", func(b *testing.B) {
		program, total := weburl(), time.Duration(0)
		for b.Loop() {
			cmd := exec.Command(program, "-tsv-escaped", "-get", "site", "-in", name)
			if err := cmd.Run(); err != nil {
				b.Fatal(err)
			}
			total += cpuTime(cmd)
		}
		b.ReportMetric(total.Seconds()/float64(b.N), "cpu-s/op")
	})
	for _, bb := range []struct{ kind, sql string }{
		{"start", `SELECT 1`},
		{"weburl_get", `SELECT count(weburl_get('site')(u)) ` + from},
		{"executable", `SELECT count(site) FROM executable('weburl -tsv-escaped -get href,host,site,error,offset', TabSeparated, ` + columns + `, (SELECT u ` + from + `))`},
		{"cutToFirstSignificantSubdomain", `SELECT count(cutToFirstSignificantSubdomain(u)), max(cutToFirstSignificantSubdomain(u)) ` + from},
	} {
		b.Run(bb.kind, func(b *testing.B) {
			var total time.Duration
			for b.Loop() {
				_, cpu := query(b, bb.sql)
				total += cpu
			}
			b.ReportMetric(total.Seconds()/float64(b.N), "cpu-s/op")
		})
	}
}
