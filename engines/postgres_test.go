package engines

import (
	"fmt"
	"os"
	"os/exec"
	"os/user"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
)

// A postgres is a server that listens only on a socket in its folder.
type postgres struct{ bin, dir string }

// startPostgres starts a server, which ends with the test.
func startPostgres(t *testing.T) postgres {
	t.Helper()
	found, err := filepath.Glob("/usr/lib/postgresql/*/bin/initdb")
	if err != nil {
		t.Fatal(err)
	}
	if len(found) == 0 {
		missing(t, "PostgreSQL", "apt-get install postgresql")
	}
	dir, err := os.MkdirTemp("", "postgres") // not in t.TempDir, which the server's user cannot enter
	if err != nil {
		t.Fatal(err)
	}
	p := postgres{filepath.Dir(found[0]), dir}
	t.Cleanup(func() { os.RemoveAll(dir) })
	if os.Geteuid() == 0 {
		chown(t, dir, "postgres")
	}
	p.server(t, "initdb", "-D", dir+"/data", "-A", "trust", "-U", "postgres", "--encoding", "UTF8", "--locale", "C.UTF-8")
	p.server(t, "pg_ctl", "-D", dir+"/data", "-l", dir+"/log", "-o", "-h '' -k "+dir, "-w", "start")
	t.Cleanup(func() { p.server(t, "pg_ctl", "-D", dir+"/data", "-m", "immediate", "stop") })
	return p
}

func chown(t *testing.T, name, owner string) {
	t.Helper()
	u, err := user.Lookup(owner)
	if err != nil {
		t.Fatal(err)
	}
	uid, uidErr := strconv.Atoi(u.Uid)
	gid, gidErr := strconv.Atoi(u.Gid)
	if uidErr != nil || gidErr != nil {
		t.Fatalf("%+v", u)
	}
	if err := os.Chown(name, uid, gid); err != nil {
		t.Fatal(err)
	}
}

// server runs a program of the server, which refuses to be root.
func (p postgres) server(t *testing.T, program string, args ...string) {
	t.Helper()
	args = append([]string{filepath.Join(p.bin, program)}, args...)
	if os.Geteuid() == 0 {
		args = append([]string{"runuser", "-u", "postgres", "--"}, args...)
	}
	cmd := exec.Command(args[0], args[1:]...)
	cmd.Dir = p.dir
	if err := cmd.Run(); err != nil { // its output would stay open as long as the server runs
		log, _ := os.ReadFile(p.dir + "/log")
		t.Fatalf("%q: %v\n%s", args, err, log)
	}
}

// psql runs commands, in the folder of the test. It returns the rows, with tabs between the columns.
func (p postgres) psql(t *testing.T, dir string, commands ...string) string {
	t.Helper()
	args := []string{"-h", p.dir, "-U", "postgres", "-X", "-q", "-A", "-t", "-F", "\t", "-v", "ON_ERROR_STOP=1"}
	for _, c := range commands {
		args = append(args, "-c", c)
	}
	cmd := exec.Command(filepath.Join(p.bin, "psql"), args...)
	cmd.Dir = dir
	cmd.Env = append(os.Environ(), "PATH="+scripts()+":"+os.Getenv("PATH"))
	out, err := cmd.CombinedOutput()
	if err != nil {
		t.Fatalf("%q: %v\n%s", commands, err, out)
	}
	return string(out)
}

// TestPostgres runs the recipe of README.md on hostile rows, and compares each row with the package.
func TestPostgres(t *testing.T) {
	p := startPostgres(t)
	dir := t.TempDir()
	inputs := hostile(20_000)
	var rows strings.Builder
	for i, input := range inputs {
		fmt.Fprintf(&rows, "%d\t%s\n", i, hexOf(input))
	}
	if err := os.WriteFile(filepath.Join(dir, "rows.tsv"), []byte(rows.String()), 0o666); err != nil {
		t.Fatal(err)
	}
	out := p.psql(t, dir,
		`CREATE TABLE raw (id int, hex text); CREATE TABLE visits (id int, url text); CREATE TABLE parsed (id int, url text, href text, error text, byte int)`,
		`\copy raw FROM 'rows.tsv'`,
		// Text has no NUL, and is UTF-8.
		`DO $$ DECLARE r record; BEGIN FOR r IN SELECT * FROM raw LOOP
		   BEGIN INSERT INTO visits VALUES (r.id, convert_from(decode(r.hex, 'hex'), 'UTF8')); EXCEPTION WHEN OTHERS THEN END;
		 END LOOP; INSERT INTO visits VALUES (-1, NULL); END $$`,
		`\copy visits TO PROGRAM 'weburl -tsv-escaped -column 2 -get href,error,offset > parsed.tsv'`,
		`\copy parsed FROM 'parsed.tsv'`,
		`SELECT p.id, upper(encode(convert_to(p.href, 'UTF8'), 'hex')), p.error, p.byte FROM parsed p JOIN visits v ON p.id = v.id AND p.url IS NOT DISTINCT FROM v.url ORDER BY p.id`)
	lines := strings.Split(strings.TrimSuffix(out, "\n"), "\n")
	if lines[0] != "-1\t\t\t" || len(lines) < len(inputs)/2 {
		t.Fatalf("%d rows, the first %q", len(lines), lines[0])
	}
	for _, line := range lines[1:] {
		id, got, _ := strings.Cut(line, "\t")
		i, err := strconv.Atoi(id)
		if err != nil {
			t.Fatal(err)
		}
		want := strings.ReplaceAll(strings.Join(wantRow(inputs[i])[1:], "\t"), `\N`, "") // psql shows NULL as nothing
		if got != want {
			t.Fatalf("%q: got %q, want %q", inputs[i], got, want)
		}
	}
	t.Logf("%d rows: equal to url.Parse", len(lines))
}
