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

// What a query calls its columns comes from whoever wrote it, and moves no cursor, as words do not.
func TestTableQuotes(t *testing.T) {
	x := NewColumns(Column{Name: "\x1b]0;title\ax"}, Column{Name: "two\nlines"})
	x.Add("\x1b[2J", "1")
	const want = `\x1b]0;title\ax  two\nlines` + "\n" + `\x1b[2J          1` + "\n"
	if got := x.Text(0); got != want {
		t.Errorf("%q, want %q", got, want)
	}
}

// The threads of a run of philosophers stand below each other on a screen of 60 columns.
func TestTableOfNarrowScreen(t *testing.T) {
	x := NewTable("", "thread", ">events", "state", "next call", "source")
	x.Add("*", "table.plato", "12/12", "waits", "mutex_lock fork2", "philosophers.go:73")
	const want = "   thread       events  state  next call      source\n" +
		"*  table.plato   12/12  waits  mutex_lock     philosophers.g\n" +
		"                               fork2          o:73\n"
	if got := x.Text(60); got != want {
		t.Errorf("%s\nwant\n%s", got, want)
	}
}
