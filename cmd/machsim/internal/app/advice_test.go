package app

import (
	"strings"
	"testing"
)

// TestAdviceNamesTheProgram: vet takes a package, and run one of the programs in it.
func TestAdviceNamesTheProgram(t *testing.T) {
	got := advice(raceFound+" (lab.go:7)", "./lab", "./lab:count")
	for _, want := range []string{
		"nothing to order them (lab.go:7); see", "machsim vet ./lab,", "machsim run ./lab:count --preempt",
	} {
		if !strings.Contains(got, want) {
			t.Errorf("%q does not say %q", got, want)
		}
	}
}
