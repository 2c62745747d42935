package text

import "testing"

func TestNearest(t *testing.T) {
	words := []string{"step", "start", "threads", "table.kant", "table.hume"}
	for typed, want := range map[string]string{
		"setp": "step", "strat": "start", "thraeds": "threads", "kent": "table.kant", "TABLE.HUME": "table.hume",
		"th": "threads", "xyzzy": "", "": "",
	} {
		if got := Nearest(typed, words); got != want {
			t.Errorf("%q: %q, not %q", typed, got, want)
		}
	}
}

func TestDistance(t *testing.T) {
	for _, c := range []struct {
		a, b string
		d    int
	}{{"", "abc", 3}, {"abc", "abc", 0}, {"abc", "acb", 1}, {"kitten", "sitting", 3}} {
		if got := edits(c.a, c.b); got != c.d {
			t.Errorf("%s, %s: %d", c.a, c.b, got)
		}
	}
}
