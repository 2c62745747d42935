package grade

import (
	"context"
	"flag"
	"fmt"
	"go/format"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"machsim/cmd/machsim/internal/instrument"
	"machsim/cmd/machsim/internal/lab"
	"machsim/cmd/machsim/internal/mutate"
	"machsim/test/effort"
)

var update = flag.Bool("update", false, "write the mutants of right solutions into the labs")

// mutantDir begins the names of the directories of hidden solutions that are mutants.
const mutantDir = "hidden/wrong-mutant-"

// TestMutants: the mutants of a right barrier, as machsim mutate makes them, are among the wrong ones that tests have
// to notice.
func TestMutants(t *testing.T) {
	effort.Dear(t, "it opens a lab for it")
	w := workshop(t, "barrier", "autumn")
	dir, done, err := w.write(w.skeleton())
	if err != nil {
		t.Fatal(err)
	}
	defer done()
	all := mutantsOf(t, dir, "right-generation")
	root := filepath.Join("..", "lab", "_labs", "barrier")
	if *update {
		if err := lab.Write(root, all); err != nil {
			t.Fatal(err)
		}
	}
	there, err := filepath.Glob(filepath.Join(root, mutantDir+"*", "barrier.go"))
	if err != nil || len(there) != len(all) || len(all) < 5 {
		t.Errorf("%v: there are %d mutants, and %d in the lab: go test -run TestMutants -update", err, len(all),
			len(there))
	}
	for name, text := range all {
		if got, err := os.ReadFile(filepath.Join(root, name)); err != nil || string(got) != text {
			t.Errorf("%s is another: %v; go test -run TestMutants -update", name, err)
		}
	}
}

// mutantsOf are the files of the mutants of a solution in a lab's module, by their names in the lab. Left out are those
// that keep what a barrier promises, for its waiting threads are woken when they may go on (if-for), and those that
// compute for ever without a call: a limit of time ends that, which is no verdict on a test (no-wait).
func mutantsOf(t *testing.T, dir, solution string) map[string]string {
	t.Helper()
	tool := func(args ...string) ([]byte, error) {
		return said(goTool(context.Background(), dir, append([]string{"list"}, args...)...))
	}
	list, err := instrument.List(tool, lab.Prefix+"solutions/"+solution)
	if err != nil {
		t.Fatal(err)
	}
	list = slices.DeleteFunc(list, func(l instrument.Listed) bool { return !strings.HasSuffix(l.ImportPath, solution) })
	found, err := mutate.Find(tool, list)
	if err != nil {
		t.Fatal(err)
	}
	all := map[string]string{}
	for i, m := range found.Mutants {
		if m.Operator == "no-wait" || m.Operator == "if-for" {
			continue
		}
		for _, text := range mutate.Texts(found.Mutants[i:i+1], found.Sources, mutate.Always) {
			text, err := format.Source([]byte(text))
			if err != nil {
				t.Fatal(err)
			}
			all[fmt.Sprintf("%s%d-%s/barrier.go", mutantDir, m.Line, m.Operator)] = string(text)
		}
	}
	return all
}
