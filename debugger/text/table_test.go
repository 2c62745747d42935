package text

import "testing"

// A table puts words below each other, numbers at the right; it folds the widest column to fit a
// screen, and counts the rows that it does not keep.
func TestTable(t *testing.T) {
	x := NewTable("name", ">hits", "what")
	x.Keep(2)
	x.Add("a", "7", "the quick brown fox jumps")
	x.Add("bb", "12", "")
	x.Add("c", "1", "left out")
	const wide = "name  hits  what\na        7  the quick brown fox jumps\nbb      12  -\nand 1 more\n"
	if got := x.Text(0); got != wide {
		t.Errorf("%s\nwant\n%s", got, wide)
	}
	const narrow = "name  hits  what\na        7  the quick brown\n            fox jumps\nbb      12  -\nand 1 more\n"
	if got := x.Text(28); got != narrow {
		t.Errorf("%s\nwant\n%s", got, narrow)
	}
	headless := NewTable("", ">")
	headless.Add("a", "1")
	headless.Add("b", "20")
	if got, want := headless.Text(0), "a   1\nb  20\n"; got != want {
		t.Errorf("%q, want %q", got, want)
	}
}
