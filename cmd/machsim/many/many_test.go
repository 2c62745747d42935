//go:build unix

package main

import (
	"bufio"
	"bytes"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/rogpeppe/go-internal/testscript"

	"machsim/test/effort"
)

// TestMain makes the test binary the machsim with a queue.
func TestMain(m *testing.M) { testscript.Main(m, map[string]func(){"machsim": main}) }

// Explorations that take long enough for somebody to be killed meanwhile.
var (
	search = []string{"explore", "philosophers", "--runs", "2000", "--stale", "0", "--strategy", "portfolio",
		"--past-failures", "--no-record"}
	proof = []string{"explore", "philosophers", "--n", "7", "--meals", "1", "--think", "0", "--stale", "0",
		"--strategy", "every", "--past-failures", "--no-record"}
)

// started is a machsim in a process of its own.
type started struct {
	*exec.Cmd
	out, errs bytes.Buffer
	said      *bufio.Reader // what it says on standard error
}

// start starts a machsim in a directory.
func start(t *testing.T, dir string, args ...string) *started {
	t.Helper()
	s := &started{Cmd: exec.Command("machsim", args...)}
	s.Dir, s.Stdout = dir, &s.out
	pipe, err := s.StderrPipe()
	if err != nil {
		t.Fatal(err)
	}
	s.said = bufio.NewReader(pipe)
	if err := s.Start(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = s.Process.Kill() })
	return s
}

// says waits until a process says a line with some text. It returns false if the process ends without that.
func (s *started) says(text string) bool {
	for {
		line, err := s.said.ReadString('\n')
		s.errs.WriteString(line)
		if strings.Contains(line, text) || err != nil {
			return err == nil
		}
	}
}

// kill kills a process, and nobody else.
func (s *started) kill() {
	_ = s.Process.Kill()
	_ = s.Wait()
}

// ends waits for the end of a process, and returns its exit code.
func (s *started) ends() int {
	_, _ = s.errs.ReadFrom(s.said)
	_ = s.Wait()
	return s.ProcessState.ExitCode()
}

func coordinate(t *testing.T, dir string, search []string) *started {
	t.Helper()
	s := start(t, dir, append(search[:len(search):len(search)], "--coordinate", "--silence", "500ms", "--shards", "16")...)
	if !s.says("/url") {
		t.Fatalf("the coordinator ends: %s", &s.errs)
	}
	return s
}

// urlFile is the file by which workers join the coordinator in a directory, "" if that has ended.
func urlFile(t *testing.T, dir string) string {
	t.Helper()
	files, _ := filepath.Glob(filepath.Join(dir, ".machsim", "queue-*", "url"))
	if len(files) == 0 {
		return ""
	}
	return files[0]
}

// join lets a worker join, and returns it when it works; nil if the exploration is over.
func join(t *testing.T, dir string) *started {
	t.Helper()
	w := start(t, dir, "explore", "--join", urlFile(t, dir), "--workers", "2")
	if !w.says("works on") {
		_ = w.Wait()
		return nil
	}
	return w
}

// plain is what a single process reports of the search.
func plain(t *testing.T, search []string) (string, int) {
	t.Helper()
	s := start(t, t.TempDir(), search...)
	code := s.ends()
	return s.out.String(), code
}

// TestKilled kills workers in the middle of their shards, and the coordinator as well, which is started again. The
// report is that of a single process, byte for byte, and nothing is left of the queue.
func TestKilled(t *testing.T) { killed(t, search, effort.Of(3)) }

// TestKilledProof does so while runs are shared out that follow from each other.
func TestKilledProof(t *testing.T) { killed(t, proof, effort.Of(1)) }

func killed(t *testing.T, search []string, times int) {
	t.Helper()
	want, code := plain(t, search)
	dir := t.TempDir()
	c := coordinate(t, dir, search)
	for i := range times {
		w := join(t, dir)
		if w == nil {
			break
		}
		time.Sleep(time.Duration(rand.IntN(100)) * time.Millisecond)
		w.kill()
		if i%4 == 1 {
			c.kill()
			c = coordinate(t, dir, search)
		}
	}
	w := join(t, dir)
	if got := c.ends(); got != code || c.out.String() != want {
		t.Errorf("the coordinator ends with %d and\n%s%s\na single process with %d and\n%s", got, &c.out, &c.errs, code, want)
	}
	if w != nil {
		w.ends()
	}
	if left, err := os.ReadDir(filepath.Join(dir, ".machsim")); err == nil {
		t.Errorf("there is %v", left)
	}
}

// TestOtherExecutable has a worker refuse a job because its executable is another one.
func TestOtherExecutable(t *testing.T) {
	dir := t.TempDir()
	c := coordinate(t, dir, search)
	defer c.kill()
	if info, err := os.Stat(urlFile(t, dir)); err != nil || info.Mode().Perm() != 0o600 {
		t.Errorf("the file with the token: %v, %v", info, err)
	}
	other := filepath.Join(t.TempDir(), "machsim")
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	text, err := os.ReadFile(self)
	if err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(other, append(text, 0), 0o777); err != nil {
		t.Fatal(err)
	}
	out, err := exec.Command(other, "explore", "--join", urlFile(t, dir)).CombinedOutput()
	if err == nil || !strings.Contains(string(out), "the coordinator has another executable of the program") {
		t.Errorf("the worker ends with %v: %s", err, out)
	}
}

// TestOtherSearch has a coordinator refuse what cannot be shared out, before anybody joins.
func TestOtherSearch(t *testing.T) {
	for _, c := range []struct{ flags, want string }{
		{"philosophers --for 1m", "would depend on the machines"},
		{"philosophers --shard 1/2", "says which shards"},
		{"philosophers --shards 0", "above 0"},
		{"philosophers --colour red", "has no flag --colour"},
		{"philosophers --join nats://x@127.0.0.1:1/y", "do not go together"},
		{"nobody", "no program"},
	} {
		s := start(t, t.TempDir(), append(strings.Fields("explore "+c.flags), "--coordinate")...)
		if code := s.ends(); code != 2 || !strings.Contains(s.errs.String(), c.want) {
			t.Errorf("%s: ends with %d: %s", c.flags, code, &s.errs)
		}
	}
}
