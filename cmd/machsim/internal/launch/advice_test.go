package launch

import (
	"go/token"
	"strings"
	"testing"

	"machsim/cmd/machsim/vet"
)

// TestAdviceNamesTheProgram: vet takes a package, and run one of the programs in it.
func TestAdviceNamesTheProgram(t *testing.T) {
	all := []vet.Finding{
		{At: token.Position{Filename: "lab.go", Line: 3}, Rule: race, Programs: []string{"other"}},
		{At: token.Position{Filename: "lab.go", Line: 7}, Rule: race, Programs: []string{"other", "count"}},
		{Rule: "clock", Programs: []string{"third"}},
	}
	for _, c := range []struct {
		program  string
		preempts bool
		want     string
	}{
		{"count", false, "nothing to order them (lab.go:7); see: machsim vet ./lab, machsim run ./lab:count --preempt"},
		{"other", false, "(lab.go:3); see"},
		{"count", true, ""},
		{"third", false, "vet finds 1 place (clock): the same seed"},
		{"fourth", false, ""},
	} {
		got := advice(all, c.program, "./lab", "./lab:count", c.preempts)
		if !strings.Contains(got, c.want) || c.want == "" && got != "" {
			t.Errorf("of %s %q is said, not %q", c.program, got, c.want)
		}
	}
}
