package detect_test

import (
	"errors"
	"fmt"
	"strings"
	"testing"

	"machsim/debugger/query/detect"
	"machsim/debugger/replay/graph"
	"machsim/debugger/session"
	"machsim/kernel"
	"machsim/test/effort"
	"machsim/test/testsession"
)

// linear is a random comparison of a sum of several processes' values, alone or with other
// conditions. It is certain if a minimum cut has to tell whether it holds anywhere.
func (x *trial) linear() (c condition, certain bool) {
	c = x.weighed()
	certain = strings.Contains(c.text, "!=") != strings.HasPrefix(c.text, "not") || strings.ContainsAny(c.text, "<>")
	switch x.rng.IntN(6) {
	case 0, 1:
		return joined(" and ", []condition{c, x.some()}), certain
	case 2:
		return joined(" or ", []condition{c, joined(" and ", []condition{x.weighed(), x.some()})}), false
	case 3:
		return joined(" and ", []condition{c, x.weighed()}), false
	}
	return c, certain
}

// weighed compares a sum of which some values are taken several times, or taken away.
func (x *trial) weighed() condition {
	var names []string
	var factors []int
	text := "0"
	for range 1 + x.rng.IntN(3) {
		v, k := x.variable(), []int{1, 1, 1, -1, 2, -3}[x.rng.IntN(6)]
		names, factors = append(names, v), append(factors, k)
		text += x.term(v, k)
	}
	op := []string{"=", "!=", "<", "<=", ">", ">="}[x.rng.IntN(6)]
	k, inverse, sign := x.rng.IntN(9)-2, x.rng.IntN(3) == 0, 1
	if x.rng.IntN(4) == 0 {
		text, sign = "-("+text+")", -1
	}
	text = fmt.Sprintf("%s %s %d", text, op, k)
	if inverse {
		text = "not (" + text + ")"
	}
	return condition{text, func(n *naive, cut int) bool {
		sum := 0
		for i, name := range names {
			v, known := n.values[cut][name]
			if !known {
				return false
			}
			sum += sign * factors[i] * v
		}
		return ordered(op, sum, k) != inverse
	}, nil}
}

// term adds a value so many times, in one of several ways to write it.
func (x *trial) term(v string, k int) string {
	switch x.rng.IntN(4) {
	case 0:
		return fmt.Sprintf(" - %d*%s", -k, v)
	case 1:
		return fmt.Sprintf(" + (%s - 1)*%d + %d", v, k, k)
	case 2:
		return fmt.Sprintf(" - (0 - %s*%d)", v, k)
	}
	return fmt.Sprintf(" + %d*%s", k, v)
}

func ordered(op string, a, b int) bool {
	switch op {
	case "<":
		return a < b
	case ">=":
		return a >= b
	}
	return ok(op, a, b)
}

// tally counts what minimum cuts tell.
type tally struct{ none, found, extreme, open int }

// TestSums compares what minimum cuts tell with all cuts, where no search is made.
func TestSums(t *testing.T) {
	var first, next, previous tally
	trials(t, func(x *trial) {
		x.r.Limit = 0
		for range 60 {
			c, certain := x.linear()
			if x.rng.IntN(4) == 0 {
				c, certain = x.relation(), false
			}
			p, those := x.predicate(c.text), x.those(c)
			if p.Form != detect.Relational {
				continue // that of conjunctions, with other answers
			}
			f, err := p.First()
			x.told(&first, c.text+": first", f, err, func(i int) bool { return those[i] })
			told := err == nil && (f == nil || f.Note == "" || strings.Contains(f.Note, "none is made of events before"))
			if certain && !told {
				x.t.Errorf("seed %d, %s: %v %v, and no minimum cut has told so", x.seed, c.text, f, err)
			}
			x.forced(p, c, those)
			at := x.rng.IntN(len(x.cuts))
			f, err = p.Next(graph.At(x.cuts[at]))
			x.told(&next, fmt.Sprint(c.text, ": next after ", x.cuts[at]), f, err, func(i int) bool {
				return those[i] && x.cuts[at].Within(x.cuts[i]) && x.between(at, i, func(k int) bool { return !those[k] })
			})
			f, err = p.Previous(graph.At(x.cuts[at]))
			x.told(&previous, fmt.Sprint(c.text, ": previous before ", x.cuts[at]), f, err, func(i int) bool {
				return those[i] && x.cuts[i].Within(x.cuts[at]) && x.between(i, at, func(k int) bool { return !those[k] })
			})
		}
	})
	t.Logf("first: %+v, next: %+v, previous: %+v", first, next, previous)
}

// told checks a position, and that there is none where none was found; it may be left open.
func (x *trial) told(n *tally, what string, f *detect.Found, err error, some func(int) bool) {
	x.t.Helper()
	var u *detect.Undecided
	if errors.As(err, &u) {
		n.open++
		return
	}
	x.among(what, f, err, some)
	if f == nil {
		n.none++
		return
	}
	n.found++
	for note := range strings.SplitSeq(f.Note, "; ") {
		event := 0
		if k, _ := fmt.Sscanf(note, "none is made of events before %d", &event); k == 1 {
			x.none(what, some, func(c graph.Cut) bool { return x.g.Last(c)+1 < event })
		}
		if k, _ := fmt.Sscanf(note, "none holds all events up to %d", &event); k == 1 {
			x.none(what, some, func(c graph.Cut) bool { return x.g.Missing(c)+1 > event })
		}
		if event == 0 && strings.HasPrefix(note, "none") {
			x.t.Errorf("seed %d, %s: %s", x.seed, what, f.Note)
		}
		if strings.HasPrefix(note, "a minimal one") {
			n.extreme++
			x.none(what, some, func(c graph.Cut) bool { return c.Within(f.Cut) && !f.Cut.Within(c) })
		}
		if strings.HasPrefix(note, "a maximal one") {
			n.extreme++
			x.none(what, some, func(c graph.Cut) bool { return f.Cut.Within(c) && !c.Within(f.Cut) })
		}
	}
}

// forced checks Definitely, as far as it answers without a search: it does so of what holds at the
// end.
func (x *trial) forced(p *detect.Predicate, c condition, those []bool) {
	x.t.Helper()
	var u *detect.Undecided
	if _, err := p.Definitely(); !errors.As(err, &u) || those[x.index[fmt.Sprint(x.g.All())]] {
		x.definitely(p, c, those)
	}
}

// none checks that no cut of some is of a kind.
func (x *trial) none(what string, some func(int) bool, kind func(graph.Cut) bool) {
	x.t.Helper()
	for i, c := range x.cuts {
		if some(i) && kind(c) {
			x.t.Errorf("seed %d, %s: the note is wrong because of %v", x.seed, what, c)
			return
		}
	}
}

// far is a run with many more cuts than are looked at.
type far struct {
	*testing.T
	s    *session.Session
	text string // a sum
	sum  *detect.Expression
}

// find asks for a sum; undecided says that it was not found out.
func (f far) find(op string, k int) (found *detect.Found, undecided bool) {
	f.Helper()
	p, err := f.s.Predicates().Predicate(fmt.Sprintf("%s %s %d", f.text, op, k))
	must(f, err)
	found, err = p.First()
	var u *detect.Undecided
	if errors.As(err, &u) {
		return nil, true
	}
	must(f, err)
	if found != nil && (!testsession.Graph(f.s).Consistent(found.Cut) || p.Holds(found.Position) == nil) {
		f.Errorf("%s does not hold in %v", p.Text, found.Cut)
	}
	return found, false
}

// extremes are the least and the greatest number that the sum is found to be.
func (f far) extremes() (least, greatest int) {
	for c, _ := f.find(">", greatest); c != nil; c, _ = f.find(">", greatest) {
		fmt.Sscan(f.sum.At(c.Position).String(), &greatest)
	}
	for c, _ := f.find("<", least); c != nil; c, _ = f.find("<", least) {
		fmt.Sscan(f.sum.At(c.Position).String(), &least)
	}
	return least, greatest
}

// TestFarSums asks for sums in a run with many more cuts than are looked at: the greatest and
// the least that the sum comes to, and all between that it cannot jump over, are found, and
// nothing beyond.
func TestFarSums(t *testing.T) {
	s := testsession.Open(t, wanderers(6), kernel.Config{Seed: 3, MaxSteps: uint64(700 * effort.Of(1))})
	s.Predicates().Limit = 100
	for text, jumps := range map[string]bool{
		"sum of x": false, "w0.x - w1.x + w2.x - w3.x": false, "2*w0.x + w1.x - 3*(w2.x - w3.x)": true,
	} {
		sum, err := s.Predicates().Expression(text)
		must(t, err)
		f := far{t, s, text, sum}
		least, greatest := f.extremes()
		open := 0
		for k := least - 1; k <= greatest+1; k++ {
			found, undecided := f.find("=", k)
			inside := k >= least && k <= greatest
			switch {
			case undecided && jumps && inside:
				open++
			case undecided || inside != (found != nil):
				t.Errorf("%s is from %d to %d, and that it is %d: %v", text, least, greatest, k, found)
			}
		}
		f.recorded(least, greatest)
		t.Logf("%s is from %d to %d; it is not found out of %d", text, least, greatest, open)
	}
}

// recorded checks that in the recorded order the sum is never outside.
func (f far) recorded(least, greatest int) {
	for i := range f.s.Len() + 1 {
		var now int
		_, err := fmt.Sscan(f.sum.At(f.s.After(i)).String(), &now)
		if err == nil && (now < least || now > greatest) {
			f.Errorf("after %d events %s is %d, and should be from %d to %d", i, f.text, now, least, greatest)
		}
	}
}

// TestSumMissing asks when a sum holds again, one of whose values is missing in between.
func TestSumMissing(t *testing.T) {
	s := testsession.Open(t, &kernel.Program{Name: "missing", Main: func(b *kernel.Boot) {
		h := b.Host("a")
		b.Task(h, "a", func(th *kernel.Thread) {
			one := 1
			p := &one
			th.Watch("p", &p)
			for i := range 4 {
				th.Label("on")
				if p = nil; i%2 != 0 {
					p = &one
				}
			}
		})
		b.Task(h, "b", func(th *kernel.Thread) {
			y := 0
			th.Watch("y", &y)
			th.Label("on")
		})
	}}, kernel.Config{Seed: 1})
	p, err := s.Predicates().Predicate("p + y = 1")
	must(t, err)
	for _, limit := range []int{0, detect.DefaultLimit} {
		s.Predicates().Limit = limit
		f, err := p.First()
		must(t, err)
		again, err := p.Next(f.Position)
		must(t, err)
		if again == nil || again.Cut[0] < f.Cut[0]+2 && again.Cut[1] < f.Cut[1]+2 {
			t.Errorf("with a limit of %d it holds in %v, and again: %v", limit, f.Cut, again)
		}
	}
}
