package mutate_test

import (
	"flag"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"machsim/cmd/machsim/internal/instrument"
	"machsim/cmd/machsim/internal/mutate"
)

var update = flag.Bool("update", false, "write testdata")

// list runs go list.
func list(args ...string) ([]byte, error) {
	c := exec.Command("go", append([]string{"list"}, args...)...)
	c.Stderr = os.Stderr
	return c.Output()
}

const samples = "machsim/programs"

// found are the mutants of the sample programs, and their packages.
func found(t *testing.T) (*mutate.Found, []instrument.Listed) {
	t.Helper()
	all, err := instrument.List(list, samples)
	if err != nil {
		t.Fatal(err)
	}
	own := slices.DeleteFunc(all, func(l instrument.Listed) bool { return !strings.HasPrefix(l.ImportPath, samples+"/") })
	f, err := mutate.Find(list, own)
	if err != nil {
		t.Fatal(err)
	}
	return f, own
}

// TestSamples lists the mutants of the sample programs. Each operator has some. All of them together compile, in one
// text with guards, and line by line where the programs are.
func TestSamples(t *testing.T) {
	f, own := found(t)
	var b strings.Builder
	by := map[string]int{}
	for _, m := range f.Mutants {
		by[m.Operator]++
		fmt.Fprintln(&b, m.Name)
		for _, line := range m.Diff() {
			fmt.Fprintf(&b, "\t%s\n", line)
		}
	}
	for _, o := range mutate.Operators {
		if by[o.Name] == 0 && o.Name != "signal" { // no sample broadcasts
			t.Errorf("no mutant by %s", o.Name)
		}
	}
	golden(t, "testdata/samples.txt", b.String())
	texts := mutate.Texts(f.Mutants, f.Sources, mutate.Always)
	for path, text := range texts {
		if got, want := strings.Count(text, "\n"), strings.Count(f.Sources[path], "\n"); got != want {
			t.Errorf("%s has %d lines with mutants, and %d without", filepath.Base(path), got, want)
		}
	}
	if _, err := instrument.All(list, own, func(l instrument.Listed) string { return l.Name }, texts); err != nil {
		t.Error(err)
	}
}

// TestManual holds the operators in the manual against those that there are.
func TestManual(t *testing.T) {
	manual, err := os.ReadFile("../../../../docs/EXPLORE.md")
	if err != nil {
		t.Fatal(err)
	}
	for _, o := range mutate.Operators {
		if row := fmt.Sprintf("| `%s` | %s |\n", o.Name, o.Doc); !strings.Contains(string(manual), row) {
			t.Errorf("docs/EXPLORE.md has no row %s", row)
		}
	}
}

func golden(t *testing.T, file, got string) {
	t.Helper()
	if *update {
		if err := os.WriteFile(file, []byte(got), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	if d := cmp.Diff(string(want), got); d != "" {
		t.Errorf("run go test ./cmd/machsim/internal/mutate -update\n%s", d)
	}
}
