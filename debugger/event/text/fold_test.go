package text

import "testing"

func TestFold(t *testing.T) {
	const long = "  plato  waits for mutex fork2, held by kant\x1b[2m (philosophers.go:73)\x1b[0m"
	for _, c := range []struct {
		width int
		want  string
	}{
		{0, long},
		{80, long},
		{50, "  plato  waits for mutex fork2, held by kant\x1b[2m \n      (philosophers.go:73)\x1b[0m"},
		{4, long},
	} {
		if got := Fold(long, c.width); got != c.want {
			t.Errorf("width %d: %q, want %q", c.width, got, c.want)
		}
	}
}
