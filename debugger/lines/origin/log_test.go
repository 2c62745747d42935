package origin

import "testing"

// TestForgets: all logs together have so many pages, of which each loses its first ones; what is left is what was
// there.
func TestForgets(t *testing.T) {
	kept := 0
	a := &recorder{log: &log{written: map[uintptr]bool{}}, kept: &kept}
	b := &recorder{log: &log{written: map[uintptr]bool{}}, kept: &kept}
	const many = mostKept << page
	for i := range many {
		if n := a.add(entry{n: uint32(i)}); n != i {
			t.Fatalf("entry %d has the number %d", i, n)
		}
	}
	for i := range many / 4 {
		b.add(entry{n: uint32(i)})
	}
	if pages := len(a.pages) + len(b.pages); pages > mostKept+2 || a.left != 0 || b.left == 0 {
		t.Errorf("%d pages are kept, without %d and %d entries", pages, a.left, b.left)
	}
	for i := range many / 4 {
		a.add(entry{n: uint32(many + i)})
	}
	if a.left == 0 || a.len() != many+many/4 || b.len() != many/4 {
		t.Errorf("the logs have %d and %d entries, without %d and %d", a.len(), b.len(), a.left, b.left)
	}
	for _, r := range []*recorder{a, b} {
		for i := r.left; i < r.len(); i += 1000 {
			if n := r.at(i).n; n != uint32(i) {
				t.Fatalf("entry %d has become %d", i, n)
			}
		}
	}
}
