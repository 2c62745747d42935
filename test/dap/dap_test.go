package dap

import (
	"bufio"
	"flag"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

var update = flag.Bool("update", false, "write the transcripts")

// machsim is the built command, and work the directory with the client.
var machsim, work string

// TestMain builds machsim, and installs the client as package-lock.json has it.
func TestMain(m *testing.M) {
	flag.Parse()
	var err error
	if work, err = os.MkdirTemp("", "dap"); err != nil {
		panic(err)
	}
	machsim = filepath.Join(work, "machsim")
	build := exec.Command("go", "build", "-o", machsim, "./cmd/machsim")
	build.Dir = filepath.Join("..", "..")
	run(build)
	if err := os.CopyFS(work, os.DirFS(".")); err != nil {
		panic(err)
	}
	install := exec.Command("npm", "ci", "--no-audit", "--no-fund")
	install.Dir = work
	run(install)
	code := m.Run()
	_ = os.RemoveAll(work)
	os.Exit(code)
}

// run runs a command that has to succeed.
func run(c *exec.Cmd) {
	if out, err := c.CombinedOutput(); err != nil {
		panic(c.String() + ": " + err.Error() + "\n" + string(out))
	}
}

// story is the transcript of the story, told to an adapter at a port, or over standard streams.
func story(t *testing.T, port ...string) string {
	t.Helper()
	c := exec.Command("node", append([]string{"story.mjs", machsim}, port...)...)
	c.Dir = work
	var errs strings.Builder
	c.Stderr = &errs
	out, err := c.Output()
	if err != nil {
		t.Fatalf("%v\n%s\n%s", err, out, errs.String())
	}
	return string(out)
}

// TestStory compares the transcript over standard streams, and over TCP, with the one that was looked at.
func TestStory(t *testing.T) {
	want := story(t)
	golden(t, "testdata/story.txt", want)
	if got := overTCP(t); got != want {
		t.Errorf("over TCP:\n%s", differs(got, want))
	}
}

// golden compares a transcript with the one that was looked at.
func golden(t *testing.T, file, got string) {
	t.Helper()
	if *update {
		if err := os.WriteFile(file, []byte(got), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	if got != string(want) {
		t.Errorf("%s:\n%s", file, differs(got, string(want)))
	}
}

// overTCP is the transcript over TCP. The adapter ends with its client.
func overTCP(t *testing.T) string {
	t.Helper()
	c := exec.Command(machsim, "dap", "--listen", "127.0.0.1:0")
	c.Dir = work
	out, err := c.StdoutPipe()
	if err == nil {
		err = c.Start()
	}
	if err != nil {
		t.Fatal(err)
	}
	line, err := bufio.NewReader(out).ReadString('\n')
	if err != nil {
		t.Fatal(err)
	}
	got := story(t, strings.TrimSpace(line[strings.LastIndex(line, ":")+1:]))
	if err := c.Wait(); err != nil {
		t.Errorf("the adapter ends by %v", err)
	}
	return got
}

// differs is the first line in which two texts differ.
func differs(got, want string) string {
	a, b := strings.Split(got, "\n"), strings.Split(want, "\n")
	for i := range min(len(a), len(b)) {
		if a[i] != b[i] {
			return a[i] + "\nand not\n" + b[i]
		}
	}
	return "one is longer"
}
