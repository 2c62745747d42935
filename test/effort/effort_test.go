package effort_test

import (
	"slices"
	"testing"

	"machsim/test/effort"
)

func TestOf(t *testing.T) {
	for _, c := range []struct {
		variable string
		n, want  int
	}{
		{"", 20, 7}, {"1", 20, 20}, {"3", 20, 60},
	} {
		t.Setenv(effort.Variable, c.variable)
		want := c.want
		if testing.Short() {
			want = 5
		}
		if got := effort.Of(c.n); got != want {
			t.Errorf("%s=%s: %d in place of %d, not %d", effort.Variable, c.variable, got, c.n, want)
		}
	}
}

func TestSome(t *testing.T) {
	if testing.Short() {
		t.Skip("it tries fewer")
	}
	all := []int{0, 1, 2, 3, 4, 5, 6}
	for variable, want := range map[string][]int{"": {0}, "1": {0, 2, 4}, "2": {0, 1, 2, 3, 4, 5}, "3": all} {
		t.Setenv(effort.Variable, variable)
		if got := effort.Some(all, 3); !slices.Equal(got, want) {
			t.Errorf("%s=%s: %v, not %v", effort.Variable, variable, got, want)
		}
	}
}
