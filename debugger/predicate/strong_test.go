package predicate

import (
	"slices"
	"testing"
)

// TestMerged joins spans that leave no gap: a condition that holds at two places in turn holds
// all the time.
func TestMerged(t *testing.T) {
	got := merged([]span{{always, 3}, {3, 5}, {7, 9}, {9, never}})
	if want := []span{{always, 5}, {7, never}}; !slices.Equal(got, want) {
		t.Errorf("%v, not %v", got, want)
	}
}
