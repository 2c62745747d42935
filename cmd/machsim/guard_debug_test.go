//go:build unix

package main

import (
	"bufio"
	"io"
	"os"
	"os/exec"
	"strings"
	"syscall"
	"testing"
	"time"

	"machsim/kernel"
)

func init() {
	testPrograms = append(testPrograms, single("t-slow", "shows a variable that takes long to print", func(th *kernel.Thread) {
		var x slow
		th.Watch("x", &x)
		th.Yield()
		th.Check(false, "stop here")
	}))
}

// slow takes two seconds to be shown.
type slow struct{}

func (slow) String() string {
	time.Sleep(2 * time.Second)
	return "at last"
}

// session is a guarded prompt, which reads what is written to in.
type session struct {
	*exec.Cmd
	t   *testing.T
	in  io.Writer
	out *bufio.Reader
}

func debugSlow(t *testing.T) *session {
	t.Helper()
	c := &exec.Cmd{Path: executable(t), Args: []string{"machsim", "debug", "t-slow", "-k"}, Dir: t.TempDir(), Stderr: os.Stderr}
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
	return &session{c, t, in, bufio.NewReader(out)}
}

// types types a line; says reads until something is said.
func (s *session) types(line string) { _, _ = io.WriteString(s.in, line+"\n") }

func (s *session) says(what string) {
	s.t.Helper()
	for {
		line, err := s.out.ReadString('\n')
		if strings.Contains(line, what) {
			return
		}
		if err != nil {
			s.t.Fatalf("it ends without saying %q", what)
		}
	}
}

// TestInterrupts gives up commands one after another, as a terminal does it: each Ctrl-C
// ends one of them, and none the session.
func TestInterrupts(t *testing.T) {
	s := debugSlow(t)
	s.says("type help") // the ward does
	ward := childOf(t, s.Process.Pid)
	for _, c := range []struct{ line, want string }{
		{"print", "interrupted; the position is what it was"},
		{"where", `still busy with "print"`},
		{"where", `still busy with "print"`},
	} {
		s.types(c.line)
		s.says(") " + c.line)
		time.Sleep(100 * time.Millisecond) // now it is at work
		_ = syscall.Kill(ward, syscall.SIGINT)
		_ = s.Process.Signal(os.Interrupt)
		s.says(c.want)
	}
	s.types("info")
	s.says("t-slow: shows a variable")
	s.types("quit")
	_ = s.Wait()
	if code := s.ProcessState.ExitCode(); code != exitWrong {
		t.Errorf("exit code %d", code)
	}
}
