//go:build unix

package app

import (
	"bufio"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"

	"machsim/cmd/machsim/internal/cli"
	"machsim/kernel"
)

func init() {
	testPrograms = append(testPrograms, single("t-slow", "shows a variable that takes long to print",
		func(th *kernel.Thread) {
			var x slow
			th.Watch("x", &x)
			th.Yield()
			th.Check(false, "stop here")
		}))
}

// slow is not shown before there is a file, which slowVariable names.
type slow struct{}

const slowVariable = "MACHSIM_TEST_SLOW"

func (slow) String() string {
	for {
		if _, err := os.Stat(os.Getenv(slowVariable)); err == nil {
			return "at last"
		}
		time.Sleep(time.Millisecond)
	}
}

// prompting is a supervised prompt, which reads what is written to in.
type prompting struct {
	*exec.Cmd
	t    *testing.T
	in   io.Writer
	out  *bufio.Reader
	file string // that slow waits for
}

func debugSlow(t *testing.T) *prompting {
	t.Helper()
	dir := t.TempDir()
	file := filepath.Join(dir, "now")
	c := &exec.Cmd{Path: executable(t), Args: []string{"machsim", "debug", "t-slow", "-k"}, Dir: dir, Stderr: os.Stderr}
	c.Env = append(os.Environ(), slowVariable+"="+file)
	in, err := c.StdinPipe()
	if err != nil {
		t.Fatal(err)
	}
	out, err := c.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := c.Start(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = c.Process.Kill() })
	return &prompting{c, t, in, bufio.NewReader(out), file}
}

// types types a line; says reads until one of several things is said, and returns which.
func (s *prompting) types(line string) { _, _ = io.WriteString(s.in, line+"\n") }

func (s *prompting) says(what ...string) string {
	s.t.Helper()
	for {
		line, err := s.out.ReadString('\n')
		for _, w := range what {
			if strings.Contains(line, w) {
				return w
			}
		}
		if err != nil {
			s.t.Fatalf("it ends without saying %q", what)
		}
	}
}

// interrupted presses Ctrl-C as a terminal does it, for supervisor and child, until something is said: a
// command that is not at work yet does not notice.
func (s *prompting) interrupted(child int, want string) {
	s.t.Helper()
	over := make(chan struct{})
	defer close(over)
	go func() {
		for {
			_ = syscall.Kill(child, syscall.SIGINT)
			_ = s.Process.Signal(os.Interrupt)
			select {
			case <-over:
				return
			case <-time.After(200 * time.Millisecond):
			}
		}
	}()
	s.says(want)
}

// TestInterrupts gives up commands one after another: each Ctrl-C ends one of them, and none the
// session.
func TestInterrupts(t *testing.T) {
	s := debugSlow(t)
	s.says("type help") // the child does
	child := childOf(t, s.Process.Pid)
	for _, c := range []struct{ line, want string }{
		{"print", "interrupted; the position is what it was"},
		{"where", `still busy with "print"`},
		{"where", `still busy with "print"`},
	} {
		s.types(c.line)
		s.says(") " + c.line)
		s.interrupted(child, c.want)
	}
	if err := os.WriteFile(s.file, nil, 0o666); err != nil {
		t.Fatal(err)
	}
	const info = "t-slow: shows a variable"
	for said := ""; said != info; { // a Ctrl-C may be left over
		s.types("info")
		said = s.says(info, "interrupted;", "still busy")
	}
	s.types("quit")
	_ = s.Wait()
	if code := s.ProcessState.ExitCode(); code != cli.ExitWrong {
		t.Errorf("exit code %d", code)
	}
}
