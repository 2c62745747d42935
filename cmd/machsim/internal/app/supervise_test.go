//go:build unix

package app

import (
	"bufio"
	"bytes"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"

	"machsim/cmd/machsim/internal/cli"
	"machsim/debugger/record"
)

// forever is a command whose run does not end by itself.
var forever = []string{"machsim", "run", "t-livelock", "--no-record", "--trace", "--max-events", "1000000000000"}

// executable is the test binary, which is machsim when it is called so.
func executable(t *testing.T) string {
	t.Helper()
	path, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	return path
}

// supervised starts a supervised command, and waits for the first that its run prints. The
// pipe ends when the last process that has it has ended.
func supervised(t *testing.T, path string, args []string) (c *exec.Cmd, out *bufio.Reader, errs *bytes.Buffer) {
	t.Helper()
	errs = new(bytes.Buffer)
	c = &exec.Cmd{Path: path, Args: args, Dir: t.TempDir(), Stderr: errs, SysProcAttr: &syscall.SysProcAttr{Setpgid: true}}
	pipe, err := c.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := c.Start(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = c.Process.Kill() })
	out = bufio.NewReader(pipe)
	if _, err := out.ReadString('\n'); err != nil {
		t.Fatalf("no output: %v, %s", err, errs)
	}
	return c, out, errs
}

// drain reads until all processes have ended; it fails if they do not.
func drain(t *testing.T, out io.Reader) string {
	t.Helper()
	text := make(chan string, 1)
	go func() {
		var last string
		for s := bufio.NewScanner(out); s.Scan(); {
			last += s.Text() + "\n"
			last = last[max(0, len(last)-2000):]
		}
		text <- last
	}()
	select {
	case s := <-text:
		return s
	case <-time.After(2 * time.Minute):
		t.Fatal("a process goes on")
		return ""
	}
}

// TestSignals sees a supervisor end as each signal says, and its child with it.
func TestSignals(t *testing.T) {
	hangsUp(t)
	for _, s := range []syscall.Signal{syscall.SIGTERM, syscall.SIGHUP, syscall.SIGKILL} {
		t.Run(s.String(), func(t *testing.T) {
			c, out, errs := supervised(t, executable(t), forever)
			_ = c.Process.Signal(s)
			drain(t, out)
			_ = c.Wait()
			if got := c.ProcessState.Sys().(syscall.WaitStatus); !got.Signaled() || got.Signal() != s || errs.Len() > 0 {
				t.Errorf("ended with %v, and said %q", c.ProcessState, errs)
			}
		})
	}
}

// TestCompleted: of a run that a signal has ended which came through its supervisor, the recording has every event.
func TestCompleted(t *testing.T) {
	hangsUp(t)
	const seen = 1000
	for _, keep := range []string{"--keep=20000events", "--free-timers"} {
		for _, s := range []syscall.Signal{syscall.SIGTERM, syscall.SIGHUP} {
			c, out, errs := supervised(t, executable(t), []string{"machsim", "run", "t-livelock", "--output", "x.rec", "--trace",
				"--max-events", "1000000000000", keep})
			for range seen {
				if _, err := out.ReadString('\n'); err != nil {
					t.Fatalf("%v: %s", err, errs)
				}
			}
			_ = c.Process.Signal(s)
			drain(t, out)
			_ = c.Wait()
			files, _ := filepath.Glob(filepath.Join(c.Dir, "x.rec*"))
			rec, err := record.Open(filepath.Join(c.Dir, "x.rec"))
			if err != nil {
				t.Errorf("%s, %v: %v, and it said %q", keep, s, err, errs)
			} else if rec.Events < seen || len(files) != 1 {
				t.Errorf("%s, %v: %d events in %q, and it said %q", keep, s, rec.Events, files, errs)
			}
		}
	}
}

// TestCompletedOfOneName: of two runs that are recorded in one file, the later one has it; where a signal ends the
// earlier one, that is said, and nothing is changed.
func TestCompletedOfOneName(t *testing.T) {
	hangsUp(t)
	for _, keep := range []string{"--keep=20000events", "--free-timers"} {
		file := filepath.Join(t.TempDir(), "x.rec")
		begin := func() (*exec.Cmd, *bufio.Reader, *bytes.Buffer) {
			c, out, errs := supervised(t, executable(t), []string{"machsim", "run", "t-livelock", "--output", file, "--trace",
				"--max-events", "1000000000000", keep})
			for range 1000 {
				if _, err := out.ReadString('\n'); err != nil {
					t.Fatalf("%v: %s", err, errs)
				}
			}
			return c, out, errs
		}
		end := func(c *exec.Cmd, out *bufio.Reader) {
			_ = c.Process.Signal(syscall.SIGTERM)
			drain(t, out)
			_ = c.Wait()
		}
		first, out, said := begin()
		second, others, errs := begin()
		end(first, out)
		if want := "is not complete: another run is recorded in " + file + " now\n"; !strings.HasSuffix(said.String(), want) {
			t.Errorf("%s: the earlier one says %q", keep, said)
		}
		end(second, others)
		files, _ := filepath.Glob(file + "*")
		if rec, err := record.Open(file); err != nil || rec.Events < 1000 || len(files) != 1 || errs.Len() > 0 {
			t.Errorf("%s: %v, in %q there are %+v, and the later one says %q", keep, err, files, rec, errs)
		}
	}
}

// TestInterrupt sees a run end in order at an interrupt of its supervisor, and at one that
// both get, as from a terminal.
func TestInterrupt(t *testing.T) {
	for _, both := range []bool{false, true} {
		c, out, errs := supervised(t, executable(t), forever)
		if both {
			_ = syscall.Kill(childOf(t, c.Process.Pid), syscall.SIGINT)
		}
		_ = c.Process.Signal(os.Interrupt)
		if text := drain(t, out); !strings.Contains(text, "INTERRUPTED") {
			t.Errorf("both %t: it says %q and %q", both, text, errs)
		}
		_ = c.Wait()
		if code := c.ProcessState.ExitCode(); code != cli.ExitFailed {
			t.Errorf("both %t: exit code %d", both, code)
		}
	}
}

// TestNohup sees a run go on after a hangup that it was told to ignore.
func TestNohup(t *testing.T) {
	link := filepath.Join(t.TempDir(), "machsim")
	if err := os.Symlink(executable(t), link); err != nil {
		t.Fatal(err)
	}
	c, out, _ := supervised(t, "/bin/sh", append([]string{"sh", "-c", `trap "" HUP; exec "$0" "$@"`, link},
		forever[1:]...))
	_ = c.Process.Signal(syscall.SIGHUP)
	time.Sleep(50 * time.Millisecond)
	_ = c.Process.Signal(os.Interrupt)
	if text := drain(t, out); !strings.Contains(text, "INTERRUPTED") {
		t.Errorf("it says %q", text)
	}
	_ = c.Wait()
}

// TestSuspend stops a supervisor and its child, each in another way that Ctrl-Z and shells have, and lets
// them go on.
func TestSuspend(t *testing.T) {
	for _, c := range []struct {
		name string
		s    syscall.Signal
		job  bool // the signals go to both processes, as from a terminal
	}{
		{"Ctrl-Z", syscall.SIGTSTP, true}, {"the supervisor", syscall.SIGTSTP, false},
		{"kill -STOP of the job", syscall.SIGSTOP, true},
	} {
		t.Run(c.name, func(t *testing.T) {
			g, out, errs := supervised(t, executable(t), forever)
			to := g.Process.Pid
			child := childOf(t, to)
			if c.job {
				to = -to
			}
			_ = syscall.Kill(to, c.s)
			for !isStopped(t, g.Process.Pid) || !isStopped(t, child) {
				time.Sleep(time.Millisecond)
			}
			_ = syscall.Kill(to, syscall.SIGCONT)
			for isStopped(t, g.Process.Pid) || isStopped(t, child) {
				time.Sleep(time.Millisecond)
			}
			time.Sleep(600 * time.Millisecond) // twice as long as a child that has stopped itself may stay so
			_ = g.Process.Signal(os.Interrupt)
			if text := drain(t, out); !strings.Contains(text, "INTERRUPTED") || errs.Len() > 0 {
				t.Errorf("it says %q and %q", text, errs)
			}
			_ = g.Wait()
		})
	}
}

// TestKilledWhileSuspended ends a job after Ctrl-Z as kill of a shell does: nobody says that the program did that.
func TestKilledWhileSuspended(t *testing.T) {
	g, out, errs := supervised(t, executable(t), forever)
	child := childOf(t, g.Process.Pid)
	for _, s := range []syscall.Signal{syscall.SIGTSTP, syscall.SIGTERM, syscall.SIGCONT} {
		_ = syscall.Kill(-g.Process.Pid, s)
		for s == syscall.SIGTSTP && !(isStopped(t, g.Process.Pid) && isStopped(t, child)) {
			time.Sleep(time.Millisecond)
		}
	}
	text := drain(t, out)
	_ = g.Wait()
	status, ok := g.ProcessState.Sys().(syscall.WaitStatus)
	if !ok || status.Signal() != syscall.SIGTERM || errs.Len() > 0 {
		t.Errorf("it ends by %v, and says %q and %q", g.ProcessState, text, errs)
	}
}

// isStopped says whether a process is stopped.
func isStopped(t *testing.T, pid int) bool {
	t.Helper()
	text, err := exec.Command("ps", "-o", "stat=", "-p", strconv.Itoa(pid)).Output()
	if err != nil {
		t.Fatalf("process %d has ended", pid)
	}
	return strings.HasPrefix(string(text), "T")
}

// childOf finds the child of a supervisor.
func childOf(t *testing.T, pid int) int {
	t.Helper()
	text, err := exec.Command("ps", "-A", "-o", "pid=,ppid=").Output()
	if err != nil {
		t.Skip("there is no ps: ", err)
	}
	for line := range strings.SplitSeq(string(text), "\n") {
		if f := strings.Fields(line); len(f) == 2 && f[1] == strconv.Itoa(pid) {
			child, _ := strconv.Atoi(f[0])
			return child
		}
	}
	t.Fatal("there is no child")
	return 0
}

// TestBrokenPipe sees a command end quietly when nobody reads what it prints.
func TestBrokenPipe(t *testing.T) {
	r, w, err := os.Pipe()
	if err != nil {
		t.Fatal(err)
	}
	var errs bytes.Buffer
	c := &exec.Cmd{Path: executable(t), Args: forever, Stdout: w, Stderr: &errs}
	r.Close()
	_ = c.Run()
	w.Close()
	if code := c.ProcessState.ExitCode(); code != 128+int(syscall.SIGPIPE) || errs.Len() > 0 {
		t.Errorf("exit code %d, and it says %q", code, &errs)
	}
}
