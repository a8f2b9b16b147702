package engines

import (
	"bytes"
	"encoding/json"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"syscall"
	"testing"
	"time"
)

// python is the Python of the system, because apt-get installs Dask for that one.
const python = "/usr/bin/python3"

func needDask(t testing.TB) {
	t.Helper()
	if err := exec.Command(python, "-c", "import dask, distributed").Run(); err != nil {
		missing(t, "Dask", "apt-get install python3-distributed python3-dask")
	}
}

// A cluster is a scheduler and two workers of one thread each, which talk by TCP on the loopback interface.
type cluster struct {
	scheduler string // its address
	dir       string // where gate makes its files
	nannies   []*exec.Cmd
}

// startCluster starts a cluster, which ends with the test. Its workers find the script as the program weburl.
func startCluster(t *testing.T, script string) *cluster {
	t.Helper()
	c := &cluster{dir: t.TempDir()}
	bin := filepath.Join(c.dir, "bin")
	if err := os.Mkdir(bin, 0o777); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(bin, "weburl"), []byte(script), 0o777); err != nil {
		t.Fatal(err)
	}
	env := append(os.Environ(), "PATH="+bin+":"+os.Getenv("PATH"), "DIR="+c.dir, "WEBURL="+weburl())
	file := filepath.Join(c.dir, "scheduler.json")
	start(t, env, "dask_scheduler", "--host", "127.0.0.1", "--port", "0", "--no-dashboard", "--scheduler-file", file)
	c.scheduler = waitForScheduler(t, file)
	for range 2 {
		c.nannies = append(c.nannies, start(t, env, "dask_worker", c.scheduler, "--host", "127.0.0.1", "--nthreads", "1",
			"--memory-limit", "0", "--no-dashboard", "--local-directory", c.dir))
	}
	wait := exec.Command(python, "-c", "import sys, distributed; distributed.Client(sys.argv[1]).wait_for_workers(2)", c.scheduler)
	if out, err := wait.CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	return c
}

// start starts a command of Dask as the leader of a process group, and kills the group when the test ends.
func start(t *testing.T, env []string, command string, args ...string) *exec.Cmd {
	t.Helper()
	cmd := exec.Command(python, append([]string{"-m", "distributed.cli." + command}, args...)...)
	log := new(bytes.Buffer)
	cmd.Env, cmd.Stdout, cmd.Stderr = env, log, log
	cmd.SysProcAttr = &syscall.SysProcAttr{Setpgid: true}
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		kill(cmd)
		if t.Failed() {
			t.Logf("%s:\n%s", command, log)
		}
	})
	return cmd
}

// kill kills a command and the processes that it started, which for a worker are a nanny and what it watches.
func kill(cmd *exec.Cmd) {
	if cmd.ProcessState == nil {
		syscall.Kill(-cmd.Process.Pid, syscall.SIGKILL)
		cmd.Wait()
	}
}

// waitFor calls done until it returns true.
func waitFor(t *testing.T, what string, done func() bool) {
	t.Helper()
	for deadline := time.Now().Add(5 * time.Minute); !done(); time.Sleep(20 * time.Millisecond) {
		if time.Now().After(deadline) {
			t.Fatalf("%s did not happen", what)
		}
	}
}

// waitForScheduler returns the address that a scheduler writes to a file.
func waitForScheduler(t *testing.T, file string) string {
	t.Helper()
	var info struct{ Address string }
	waitFor(t, "the start of the scheduler", func() bool {
		text, err := os.ReadFile(file)
		return err == nil && json.Unmarshal(text, &info) == nil && info.Address != ""
	})
	return info.Address
}

// runs returns how often the script was run.
func (c *cluster) runs() int {
	text, _ := os.ReadFile(filepath.Join(c.dir, "runs")) // there is none before the first run
	return bytes.Count(text, []byte("\n"))
}

// job returns the job that counts the sites of a file, by ranges of about size bytes.
func (c *cluster) job(name string, size int64) (cmd *exec.Cmd, rows, log *bytes.Buffer) {
	cmd = exec.Command(python, "dask/sites.py", c.scheduler, name, strconv.FormatInt(size, 10))
	rows, log = new(bytes.Buffer), new(bytes.Buffer)
	cmd.Stdout, cmd.Stderr = rows, log
	return cmd, rows, log
}

// counted is a script that notes a run, and then runs weburl.
const counted = `#!/bin/sh
echo run >> "$DIR/runs"
exec "$WEBURL" "$@"
`

// gated is a script that waits, after about six runs, until there is the file gate. While it waits there is a file
// waiting.PID.
const gated = `#!/bin/sh
echo run >> "$DIR/runs"
if [ "$(wc -l < "$DIR/runs")" -gt 6 ]; then
	echo > "$DIR/waiting.$$"
	while ! [ -e "$DIR/gate" ]; do sleep 0.05; done
fi
exec "$WEBURL" "$@"
`

const daskLines = 200_000

// ranges is the number of ranges of a file that the tests with Dask use.
const ranges = 20

// rangeSize returns the size of a range in bytes, and checks that some range ends at a line feed, and some within a line.
func rangeSize(t *testing.T, name string) int64 {
	t.Helper()
	text, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	for size := len(text)/ranges + 1; size < len(text)/(ranges-1); size++ {
		atEnd, within := 0, 0
		for at := size; at < len(text); at += size {
			if text[at-1] == '\n' {
				atEnd++
			} else {
				within++
			}
		}
		if atEnd > 0 && within > 0 {
			return int64(size)
		}
	}
	t.Fatal("no size has a range that ends at a line feed")
	return 0
}

func TestDask(t *testing.T) {
	needDask(t)
	name := corpus(t, daskLines)
	c := startCluster(t, counted)
	job, rows, log := c.job(name, rangeSize(t, name))
	start := time.Now()
	if err := job.Run(); err != nil {
		t.Fatalf("%v\n%s", err, log)
	}
	t.Logf("%d rows in %v, with the start of Python", daskLines, time.Since(start))
	compareCounts(t, rows.Bytes(), name, daskLines)
	if n := c.runs(); n != ranges {
		t.Errorf("the filter ran %d times for %d ranges", n, ranges)
	}
}

// TestDaskWorkerKilled kills a worker and its nanny while both workers are in the middle of a task.
func TestDaskWorkerKilled(t *testing.T) {
	needDask(t)
	name := corpus(t, daskLines)
	c := startCluster(t, gated)
	job, rows, log := c.job(name, rangeSize(t, name))
	if err := job.Start(); err != nil {
		t.Fatal(err)
	}
	defer func() { job.Process.Kill() }() // in vain if it has ended
	waitFor(t, "a run of the filter on each worker", func() bool {
		waiting, err := filepath.Glob(filepath.Join(c.dir, "waiting.*"))
		return err == nil && len(waiting) == len(c.nannies)
	})
	kill(c.nannies[0])
	if err := os.WriteFile(filepath.Join(c.dir, "gate"), nil, 0o666); err != nil {
		t.Fatal(err)
	}
	if err := job.Wait(); err != nil {
		t.Fatalf("%v\n%s", err, log)
	}
	compareCounts(t, rows.Bytes(), name, daskLines)
	if n := c.runs(); n <= ranges {
		t.Errorf("the filter ran %d times for %d ranges: no task was lost", n, ranges)
	}
	t.Logf("killed a worker and its nanny; the filter ran %d times for %d ranges", c.runs(), ranges)
}

// TestDaskRanges cuts small files at every byte, and checks that each line is in exactly one range.
func TestDaskRanges(t *testing.T) {
	needDask(t)
	cmd := exec.Command(python, "-c", `
import io, sys
sys.path.insert(0, "dask")
from sites import line_start
for text in b"", b"\n", b"a", b"a\n", b"a\nb", b"ab\n\ncd\r\n\n", b"\n\n\n", b"abc\nd":
    for size in range(1, len(text) + 2):
        file, cuts = io.BytesIO(text), [line_start(io.BytesIO(text), at) for at in range(0, len(text), size)] + [len(text)]
        parts = [text[a:b] for a, b in zip(cuts, cuts[1:])]
        assert b"".join(parts) == text and cuts == sorted(cuts), (text, size, cuts)
        assert all(part.endswith(b"\n") for part in parts[:-1] if part), (text, size, cuts)
        for at in range(0, len(text)):
            if at == 0 or text[at - 1:at] == b"\n":
                assert line_start(io.BytesIO(text), at) == at, (text, at)
`)
	if out, err := cmd.CombinedOutput(); err != nil {
		t.Errorf("%v\n%s", err, out)
	}
}
