package question

import (
	"fmt"
	"strings"
	"testing"

	"machsim/cmd/machsim/internal/lab"
	"machsim/test/effort"
)

// TestDeal: the same key, student and lab make the same run, everywhere, and others make others; nobody's run takes
// long to find.
func TestDeal(t *testing.T) {
	n := 2
	if effort.Of(2) > 2 {
		n = 200
	}
	for _, name := range lab.Names() {
		l := find(t, name)
		if !l.Debugging() {
			continue
		}
		seen := map[string]string{}
		for i := range n {
			id := fmt.Sprint("s", i)
			o, err := Deal(ctx, l, "k", id)
			must(t, err)
			if tried := o.Seed() - firstSeed(l, "k", id); tried > 5000 {
				t.Errorf("%s: %d seeds were tried for %s", name, tried, id)
			}
			if other := seen[string(o.Data)]; other != "" {
				t.Errorf("%s: %s has the run of %s", name, id, other)
			}
			seen[string(o.Data)] = id
			o.Close()
		}
		a, b := dealt(t, l, "s0"), dealt(t, l, "s0")
		if !a.Is(b.Data) || string(a.Data) != string(b.Data) {
			t.Errorf("%s: one student has two runs", name)
		}
		if other, err := Deal(ctx, l, "another key", "s0"); err != nil || other.Is(a.Data) {
			t.Errorf("%s: the key makes no difference, %v", name, err)
		}
	}
}

// TestParse: what answers are, however somebody edits files.
func TestParse(t *testing.T) {
	l := find(t, "dinner")
	blank, unknown := Parse(l, []byte(Blank(l, "ann")))
	if len(unknown) > 0 || blank.Student != "ann" || blank.Text["ring"] != "" {
		t.Errorf("%+v, %q", blank, unknown)
	}
	a, unknown := Parse(l, []byte("\ufeff# x\r\nstudent: bob\r\n ring : 1 2\r\nring: 3\n\xff: 4\nsomething\n\nfewest:\n"))
	if a.Student != "bob" || a.Text["ring"] != "1 2" || a.Text["fewest"] != "" || len(unknown) != 2 {
		t.Errorf("%+v, %q", a, unknown)
	}
	for _, id := range []string{"", "../x", "a/b", "a b", ".x", "-x", "é"} {
		if Identity(id) == "" {
			t.Errorf("%q is a student", id)
		}
	}
	for _, id := range []string{"ann", "ann.lee@uni.org", "4711", "a+b_c-d"} {
		if why := Identity(id); why != "" {
			t.Error(why)
		}
	}
}

// TestSound: what is wrong with the questions of a lab of one's own is said.
func TestSound(t *testing.T) {
	good := lab.Question{Name: "a", Kind: "cycle"}
	for want, l := range map[string]*lab.Lab{
		`a run of "nothing"`: {Run: lab.Run{Program: "nothing"}, Questions: []lab.Question{good}},
		`of the kind "guess"; there are certain, lost-update`: {Run: lab.Run{Program: "bank"},
			Questions: []lab.Question{{Name: "a", Kind: "guess"}}},
		`has to have ["predicate"]`:     {Run: lab.Run{Program: "bank"}, Questions: []lab.Question{{Name: "a", Kind: "cut"}}},
		`cannot be called "student"`:    {Run: lab.Run{Program: "bank"}, Questions: []lab.Question{{Name: "student", Kind: "cycle"}}},
		`a question cannot be called "`: {Run: lab.Run{Program: "bank"}, Questions: []lab.Question{{Name: "../x", Kind: "cycle"}}},
	} {
		l.Name = "mine"
		if err := Sound(l); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%v, and not %s", err, want)
		}
	}
}
