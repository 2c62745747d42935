package instrument_test

import (
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"machsim/cmd/machsim/internal/instrument"
)

// TestForms runs the tests of testdata/forms with hooks: what comes of the forms of the language, explored with a point
// at each access, is what comes of all orders of their single reads and writes. The package is built as a program of a
// user is, in a module of its own.
func TestForms(t *testing.T) {
	if testing.Short() {
		t.Skip("it builds")
	}
	dir := module(t, "forms")
	if err := os.CopyFS(dir, os.DirFS(filepath.Join("testdata", "forms"))); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(dir, "increments.go"), increments(t), 0o666); err != nil {
		t.Fatal(err)
	}
	c := hookedTest(t, dir, "forms")
	if out, err := c.CombinedOutput(); err != nil {
		t.Errorf("%v\n%s", err, out)
	}
}

// hookedTest is the command that tests the package of a module with hooks.
func hookedTest(t *testing.T, dir, name string, flags ...string) *exec.Cmd {
	t.Helper()
	within := func(args ...string) ([]byte, error) {
		c := exec.Command("go", append([]string{"list"}, args...)...)
		c.Dir, c.Stderr = dir, os.Stderr
		return c.Output()
	}
	all, err := instrument.List(within, name)
	if err != nil {
		t.Fatal(err)
	}
	res, err := instrument.All(within, all[len(all)-1:], func(l instrument.Listed) string { return l.Name }, nil)
	if err != nil {
		t.Fatal(err)
	}
	args := append([]string{"test", "-count=1", "-overlay", overlay(t, res[0].Files)}, flags...)
	c := exec.Command("go", append(args, ".")...)
	c.Dir = dir
	return c
}

// module makes a module with this one in place of its requirement, and returns its directory.
func module(t *testing.T, name string) string {
	t.Helper()
	root, err := filepath.Abs("../../../..")
	if err != nil {
		t.Fatal(err)
	}
	dir := t.TempDir()
	for _, file := range []string{"go.mod", "go.sum"} {
		text, err := os.ReadFile(filepath.Join(root, file))
		if err != nil {
			t.Fatal(err)
		}
		own := strings.Replace(string(text), "module machsim\n",
			"module "+name+"\n\nrequire machsim v0.0.0\n\nreplace machsim => "+root+"\n", 1)
		if err := os.WriteFile(filepath.Join(dir, file), []byte(own), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	return dir
}
