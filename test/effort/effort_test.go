package effort_test

import (
	"testing"

	"machsim/test/effort"
)

func TestOf(t *testing.T) {
	for _, c := range []struct {
		variable string
		n, want  int
	}{
		{"", 20, 20}, {"1", 20, 20}, {"3", 20, 60},
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
