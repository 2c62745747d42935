package record

import (
	"testing"

	"github.com/google/go-cmp/cmp"
)

// A header remembers the package, with and without what else may stand in it; one that
// claims a package and has none is damaged.
func TestPackageInHeader(t *testing.T) {
	for _, p := range []Package{{}, {Path: "example.com/lab"}, {Path: "example.com/lab", Dir: "/home/lab"}} {
		for _, parent := range []*Parent{nil, {File: "old.rec", Event: 3}} {
			h := Header{Program: "lab", Args: map[string]string{"n": "1"}, MaxSteps: 9, StepTime: 10, Package: p, Parent: parent}
			got, ok := readHeader(h.append(nil))
			if d := cmp.Diff(h, got); !ok || d != "" {
				t.Errorf("%v: %v (-written +read)\n%s", p, ok, d)
			}
		}
	}
	b := (&Header{Program: "lab", MaxSteps: 9, StepTime: 10, Package: Package{Path: "x"}}).append(nil)
	b = append(b[:len(b)-3], 0, 0) // two empty texts in place of "x" and ""
	if _, ok := readHeader(b); ok {
		t.Error("a package without a path was read")
	}
}
