package debugger_test

import (
	"slices"
	"testing"

	lab "machsim/debugger/internal/lab/hooked"
	"machsim/kernel/hook"
)

// TestGoalsOfSource: a program with hooks knows which goals its source names, and where; a name that is made as it runs
// is none of them.
func TestGoalsOfSource(t *testing.T) {
	want := []hook.Goal{{Name: "first", Place: "more.go:56"}, {Name: "beyond", Place: "more.go:58"}}
	if got := hook.Goals(lab.Goals.Main); !slices.Equal(got, want) {
		t.Errorf("they are %v", got)
	}
}
