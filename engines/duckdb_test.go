package engines

import (
	"bytes"
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
	"unicode/utf8"
)

// duckDB runs statements in DuckDB, in a folder. It returns the rows of the last one, where a nil is NULL.
func duckDB(t *testing.T, dir, sql string) (rows [][]*string) {
	t.Helper()
	script, err := filepath.Abs("duckdb/query.js")
	if err != nil {
		t.Fatal(err)
	}
	cmd := exec.Command("node", script)
	var log bytes.Buffer
	cmd.Dir, cmd.Stdin, cmd.Stderr = dir, strings.NewReader(sql), &log
	out, err := cmd.Output()
	if err != nil {
		t.Fatalf("%s: %v\n%s", sql, err, log.Bytes())
	}
	if err := json.Unmarshal(out, &rows); err != nil {
		t.Fatal(err)
	}
	return rows
}

// TestDuckDB runs the recipe of README.md on hostile rows, and compares each row with the package.
func TestDuckDB(t *testing.T) {
	if _, err := os.Stat("duckdb/node_modules/@duckdb"); err != nil {
		missing(t, "DuckDB", "npm install --prefix engines/duckdb")
	}
	dir := t.TempDir()
	var hex strings.Builder
	inputs, sent := hostile(20_000), 0
	for i, input := range inputs {
		if utf8.ValidString(input) { // as text in a database is
			fmt.Fprintf(&hex, "%d,%s\n", i, hexOf(input))
			sent++
		}
	}
	if err := os.WriteFile(filepath.Join(dir, "hex.csv"), []byte(hex.String()), 0o666); err != nil {
		t.Fatal(err)
	}
	duckDB(t, dir, `CREATE TABLE visits AS SELECT id, decode(unhex(hex)) AS url
		FROM read_csv('hex.csv', header = false, columns = {'id': 'INT', 'hex': 'VARCHAR'});
		COPY visits TO 'visits.csv'`)
	filter := exec.Command("sh", "-c", "weburl -csv -column url -get href,error < visits.csv > parsed.csv")
	filter.Dir, filter.Env = dir, append(os.Environ(), "PATH="+scripts()+":"+os.Getenv("PATH"))
	if out, err := filter.CombinedOutput(); err != nil {
		t.Fatalf("%v: %s", err, out)
	}
	rows := duckDB(t, dir, `CREATE TABLE parsed AS FROM read_csv('parsed.csv', header = true, all_varchar = true);
		SELECT id, hex(encode(href)), error FROM parsed`)
	if len(rows) != sent || sent < len(inputs)/2 {
		t.Fatalf("%d rows, want %d", len(rows), sent)
	}
	for _, row := range rows {
		i, err := strconv.Atoi(*row[0])
		if err != nil {
			t.Fatal(err)
		}
		want := wantRow(inputs[i])
		for column, cell := range row[1:] {
			if got := orNull(cell); got != want[1+column] {
				t.Fatalf("%q: got %q, want %q", inputs[i], got, want[1+column])
			}
		}
	}
	t.Logf("%d rows: equal to url.Parse", len(rows))
}

func orNull(cell *string) string {
	if cell == nil {
		return `\N`
	}
	return *cell
}
