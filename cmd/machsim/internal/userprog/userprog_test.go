package userprog

import (
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"
)

func TestOutside(t *testing.T) {
	for path, want := range map[string]string{
		"example.com/lab": "", "internal": "", "example.com/internal": "example.com",
		"a/internal/b": "a", "a/internal/b/internal/c": "a/internal/b", "a/internals/b": "",
	} {
		if got := outside(path); got != want {
			t.Errorf("%s: %q, not %q", path, got, want)
		}
	}
}

func TestChoose(t *testing.T) {
	two := []Declared{{Variable: "Fixed", Name: "lab-fixed"}, {Variable: "Program", Name: "lab"}}
	for _, c := range []struct {
		all  []Declared
		name string
		want string // the program, or a part of what is said
	}{
		{two, "", "lab"},
		{two, "Fixed", "lab-fixed"},
		{two, "lab-fixed", "lab-fixed"},
		{two, "fixed", `declares no program "fixed"; type ./lab:lab-fixed or ./lab:lab`},
		{two[:1], "", "lab-fixed"},
		{nil, "", "declares no program"},
		{[]Declared{{Variable: "A", Name: "a"}, {Variable: "B", Name: "b"}}, "",
			"none of them is called Program; type ./lab:a or ./lab:b"},
		{[]Declared{{Variable: "A", Name: "a"}, {Variable: "B", Name: "a"}}, "",
			`A and B of package example.com/lab have the same Name, "a"`},
		{[]Declared{{Variable: "A"}}, "", `has no Name; give it one: kernel.Program{Name: "lab", ...}`},
		{[]Declared{{Variable: "A", Name: "my lab"}}, "", "must be one word"},
		{[]Declared{{Variable: "A", Name: "a", NoMain: true}}, "", "has no Main"},
		{[]Declared{{Variable: "A", Name: "a", Params: []string{""}}}, "",
			"a parameter of A of package example.com/lab has no Name"},
		{[]Declared{{Variable: "A", Name: "a", Params: []string{"n m"}}}, "", `a parameter "n m"; its name must be one word`},
		{[]Declared{{Variable: "A", Name: "a", Params: []string{"n", "m", "n"}}}, "", `two parameters "n"`},
		{[]Declared{{Variable: "A", Name: "a", Params: []string{"seed"}}}, "", "a"},
	} {
		got, err := Choose("./lab", "example.com/lab", c.all, c.name)
		if err != nil {
			got = err.Error()
		}
		if err == nil && got != c.want || !strings.Contains(got, c.want) {
			t.Errorf("%v %q: %s", c.all, c.name, got)
		}
	}
}

// Places in the go tool's sentences are seen from where the command was given.
func TestSeenFrom(t *testing.T) {
	root := t.TempDir()
	for _, c := range []struct{ at, said, want string }{
		{".", "# lab\n./lab.go:3:1: a\n\tdeep/lab.go:7: b\n", "# lab\n./lab.go:3:1: a\n\tdeep/lab.go:7: b\n"},
		{"deep", "deep/lab.go:7: b\n", "./lab.go:7: b\n"},
		{"..", "./lab.go:3:1: a: 5:4\n", filepath.Base(root) + "/lab.go:3:1: a: 5:4\n"},
		{"deep", "/usr/x.go:1: a\nno.go file\n", "/usr/x.go:1: a\nno.go file\n"},
	} {
		var b strings.Builder
		w := &seenFrom{filepath.Join(root, c.at), root, &b}
		if n, err := w.Write([]byte(c.said)); n != len(c.said) || err != nil || b.String() != c.want {
			t.Errorf("from %s: %q, not %q (%d, %v)", c.at, b.String(), c.want, n, err)
		}
	}
}

// What machsim requires is enough for a module, or it is not.
func TestCovers(t *testing.T) {
	machsim := module(t, "module machsim\ngo 1.26.0\nrequire (\n\ta.com/a v1.2.0\n\tb.com/b v1.0.0\n)\n")
	for text, want := range map[string]bool{
		"go 1.26.0\nrequire machsim v0.0.0\nreplace machsim => ../x\n": true,
		"go 1.27\nrequire a.com/a v1.2.0\nrequire b.com/b v0.9.0\n":    true,
		"go 1.26.0\nrequire a.com/a v1.10.0\n":                         false,
		"go 1.26.0\nrequire c.com/c v1.0.0\n":                          false,
		"go 1.25\n":                                                    false,
		"go 1.26.0\nreplace a.com/a => ../a\n":                         false,
		"go 1.26.0\nexclude a.com/a v1.1.0\n":                          false,
	} {
		if got := machsim.covers(module(t, "module lab\n"+text)); got != want {
			t.Errorf("%q: %t", text, got)
		}
	}
}

func module(t *testing.T, text string) goModule {
	t.Helper()
	dir := t.TempDir()
	put(t, filepath.Join(dir, "go.mod"), text)
	m, err := readModule(dir)
	if err != nil {
		t.Fatal(err)
	}
	return m
}

// What a process may take to answer is processor time, where that is known.
func TestOverdue(t *testing.T) {
	busy := exec.Command("sh", "-c", "while :; do :; done")
	if err := busy.Start(); err != nil {
		t.Skip(err)
	}
	defer busy.Wait()
	defer busy.Process.Kill()
	if _, known := usedBy(busy.Process.Pid); !known {
		t.Skip("nobody knows what another process has used")
	}
	if text := overdue(busy.Process.Pid, time.Second/5, nil); !strings.HasPrefix(text, "used more than 200ms") {
		t.Error(text)
	}
	over := make(chan struct{})
	close(over)
	if text := overdue(busy.Process.Pid, time.Second/5, over); text != "" {
		t.Error(text)
	}
}
