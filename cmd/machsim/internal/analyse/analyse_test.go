package analyse_test

import (
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"machsim/cmd/machsim/internal/analyse"
)

var update = flag.Bool("update", false, "write what comes as what is to come")

// TestRendezvous compares what is said of three programs with testdata, as text and for Graphviz.
func TestRendezvous(t *testing.T) {
	all, err := analyse.Load(".", "machsim/programs/rendezvous")
	if err != nil {
		t.Fatal(err)
	}
	var w strings.Builder
	for _, p := range all {
		w.WriteString(p.Analyse().Report().Text() + "\n")
	}
	golden(t, "testdata/rendezvous.txt", w.String())
	golden(t, "testdata/rendezvous.dot", all[0].Report().DOT())
	golden(t, "testdata/rendezvous.svg", all[1].Report().SVG())
}

// TestSamples follows all samples to their ends. What is not known of each is in testdata, with the line; how much is
// left out is a table of docs/ANALYSIS.md.
func TestSamples(t *testing.T) {
	var w, table strings.Builder
	for _, dir := range samples(t) {
		all, err := analyse.Load(".", "machsim/programs/"+dir)
		if err != nil {
			t.Fatalf("%s: %v", dir, err)
		}
		for _, p := range all {
			r := p.Analyse().Report()
			fmt.Fprintf(&w, "%s: %d of %d ways\n", r.Program, r.Ways.Left, r.Ways.Any)
			fmt.Fprintf(&table, "| `%s` | %d | %d | %d | %d of %d | %d of %d | %d |\n", r.Program, r.Ways.Any, r.Ways.ByType,
				r.Ways.Left, r.Looking.Points, r.Looking.Calls, r.Looking.Carry, r.Looking.Sends, len(r.Unknown))
			for _, u := range r.Unknown {
				fmt.Fprintf(&w, "  %s %s%s\n", u.Where, u.What, map[bool]string{true: ": nothing is claimed"}[u.Open])
			}
			for _, f := range p.Faults {
				fmt.Fprintf(&w, "  %s %s: %s\n", f.Where, f.Rule, f.What)
			}
			if !strings.HasSuffix(r.DOT(), "}\n") {
				t.Error(r.DOT())
			}
		}
	}
	golden(t, "testdata/samples.txt", w.String())
	inDocument(t, "../../../../docs/ANALYSIS.md", "|---|---|---|---|---|---|---|\n", table.String())
}

// inDocument compares the rows of a table with those below its head in a document.
func inDocument(t *testing.T, file, head, rows string) {
	t.Helper()
	text, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	before, after, ok := strings.Cut(string(text), head)
	_, after, end := strings.Cut(after, "\n\n")
	if !ok || !end {
		t.Fatalf("%s has no table with the head %s", file, head)
	}
	golden(t, file, before+head+rows+"\n"+after)
}

// TestPackages finds the packages that use the kernel, without the copies with hooks, and reads one that imports them.
func TestPackages(t *testing.T) {
	dirs, err := analyse.Packages(".", []string{"machsim/programs/..."})
	copied := func(dir string) bool { return strings.Contains(dir, "hooked/") }
	if err != nil || len(dirs) < 20 || slices.ContainsFunc(dirs, copied) {
		t.Error(dirs, err)
	}
	if all, err := analyse.Load(".", "machsim/programs"); err != nil || len(all) > 0 {
		t.Error(all, err)
	}
}

// samples are the packages of the samples, by their directories.
func samples(t *testing.T) (all []string) {
	t.Helper()
	files, err := filepath.Glob("../../../../programs/*/*.go")
	if err != nil || len(files) == 0 {
		t.Fatal(files, err)
	}
	for _, file := range files {
		if dir := filepath.Base(filepath.Dir(file)); dir != "hooked" && !slices.Contains(all, dir) {
			all = append(all, dir)
		}
	}
	return all
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
		t.Error(d)
	}
}
