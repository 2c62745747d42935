package text

import (
	"slices"
	"strconv"
	"testing"
)

// TestEachThose: what is made of each, and those that are chosen, come in the order of the list, and are nil of none.
func TestEachThose(t *testing.T) {
	odd := func(n int) bool { return n%2 == 1 }
	if got := Each(Those([]int{5, 2, 9, 3, 4}, odd), strconv.Itoa); !slices.Equal(got, []string{"5", "9", "3"}) {
		t.Error(got)
	}
	if Those([]int{2}, odd) != nil || Each([]int{}, strconv.Itoa) != nil {
		t.Error("something of none")
	}
}
