package analyse_test

import (
	"flag"
	"os"
	"path/filepath"
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
	doc, err := os.ReadFile("../../../../docs/ANALYSIS.md")
	if err != nil {
		t.Fatal(err)
	}
	var w strings.Builder
	for _, p := range all {
		said := p.Analyse().Report().Text()
		w.WriteString(said + "\n")
		if p.Name != "fuzzy" && !strings.Contains(string(doc), said) {
			t.Errorf("docs/ANALYSIS.md should have:\n%s", said)
		}
	}
	golden(t, "testdata/rendezvous.txt", w.String())
	golden(t, "testdata/rendezvous.dot", all[0].Report().DOT())
}

// TestSamples analyses all other samples: whatever they do, it comes to an end and says what it did not follow.
func TestSamples(t *testing.T) {
	all, err := filepath.Glob("../../../../programs/*/*.go")
	if err != nil || len(all) == 0 {
		t.Fatal(all, err)
	}
	programs, seen := 0, map[string]bool{}
	for _, file := range all {
		dir := filepath.Base(filepath.Dir(file))
		if seen[dir] || dir == "hooked" || dir == "internal" {
			continue
		}
		seen[dir] = true
		found, err := analyse.Load(".", "machsim/programs/"+dir)
		if err != nil {
			t.Errorf("%s: %v", dir, err)
		}
		for _, p := range found {
			r := p.Analyse().Report()
			programs++
			if r.Text() == "" || !strings.HasSuffix(r.DOT(), "}\n") {
				t.Errorf("%s: %s", p.Name, r.Text())
			}
			t.Logf("%s: %d nodes, %d points, %d unknown", p.Name, len(p.Graph.Nodes), len(r.Points), len(r.Unknown))
		}
	}
	if programs < 30 {
		t.Errorf("only %d programs", programs)
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
		t.Error(d)
	}
}
