package cuts

import (
	"slices"
	"testing"

	"machsim/debugger/query/predicate"
)

// TestMerged joins spans that leave no gap: a condition that holds at two places in turn holds
// all the time.
func TestMerged(t *testing.T) {
	got := Merged([]predicate.Span{
		{Lo: predicate.Always, Hi: 3}, {Lo: 3, Hi: 5}, {Lo: 7, Hi: 9}, {Lo: 9, Hi: predicate.Never},
	})
	if want := []predicate.Span{{Lo: predicate.Always, Hi: 5}, {Lo: 7, Hi: predicate.Never}}; !slices.Equal(got, want) {
		t.Errorf("%v, not %v", got, want)
	}
}
