//go:build unix

package app

import (
	"bytes"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"syscall"
	"testing"

	"machsim/cmd/machsim/internal/cli"
	"machsim/debugger/record"
)

// fullDisk runs a command where no file may become longer than some bytes, which is as good as
// a full disk. It returns the exit code, and what was said on standard error.
func fullDisk(t *testing.T, dir string, most int, args ...string) (int, string) {
	t.Helper()
	var errs bytes.Buffer
	c := exec.Command(executable(t), append([]string{"-test.run=^TestFullDiskChild$", "--"}, args...)...)
	c.Dir, c.Stderr = dir, &errs
	c.Env = append(os.Environ(), fmt.Sprint("MACHSIM_TEST_MOST=", most))
	_ = c.Run()
	return c.ProcessState.ExitCode(), errs.String()
}

// TestFullDiskChild is the process that becomes the command.
func TestFullDiskChild(t *testing.T) {
	most, err := strconv.ParseUint(os.Getenv("MACHSIM_TEST_MOST"), 10, 64)
	if err != nil {
		t.Skip("it is for TestFullDisk")
	}
	_ = os.Unsetenv("MACHSIM_TEST_MOST")
	if err := syscall.Setrlimit(syscall.RLIMIT_FSIZE, &syscall.Rlimit{Cur: most, Max: most}); err != nil {
		t.Fatal(err)
	}
	i := 0
	for os.Args[i] != "--" {
		i++
	}
	t.Fatal(syscall.Exec(executable(t), append([]string{"machsim"}, os.Args[i+1:]...), os.Environ()))
}

// On a full disk a run is made all the same. One sentence says that its recording is not whole, and
// what of it there is, and so does the exit code; what is there can be replayed. Pictures are
// there whole or not at all.
func TestFullDisk(t *testing.T) {
	dir := t.TempDir()
	code, said := fullDisk(t, dir, 600, "run", "snapshot", "--seed", "7", "-o", "x.rec")
	const want = "machsim: the recording is not complete: write x.rec: file too large; x.rec has it up to event "
	if code != cli.ExitWrong || !strings.HasPrefix(said, want) || strings.Count(said, "\n") != 1 {
		t.Errorf("code %d: %s", code, said)
	}
	if rec, err := record.Open(filepath.Join(dir, "x.rec")); err != nil || !rec.Truncated {
		t.Errorf("%v", err)
	}
	code, said = fullDisk(t, dir, 100, "run", "t-ok", "--seed", "7", "-o", "ok.rec")
	lost := strings.Count(said, "\n") == 1 && strings.Contains(said, "the recording is not complete: ")
	if code != cli.ExitWrong || !lost {
		t.Errorf("code %d: %s", code, said)
	}
	code, said = fullDisk(t, dir, 1<<20, "run", "t-ok", "--seed", "7", "-o", "ok.rec")
	if code != cli.ExitOK || said != "" {
		t.Fatalf("code %d: %s", code, said)
	}
	if _, err := record.Open(filepath.Join(dir, "ok.rec")); err != nil {
		t.Fatal(err)
	}
	code, said = fullDisk(t, dir, 100, "diagram", "ok.rec", "-o", "x.svg")
	if code != cli.ExitWrong || said != "machsim: the picture is not written: write x.svg: file too large\n" {
		t.Errorf("code %d: %s", code, said)
	}
	if there, err := filepath.Glob(filepath.Join(dir, "*svg*")); err != nil || len(there) > 0 {
		t.Errorf("%v, %v", there, err)
	}
}
