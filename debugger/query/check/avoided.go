package check

import (
	"machsim/debugger/event/text"
	"machsim/debugger/present"
	"machsim/debugger/query/detect"
)

// Avoided says how the run can come to its end without a state that satisfies a condition, although some state does.
type Avoided struct {
	Position present.Position // a state that satisfies the condition; zero if it is not decided whether there is one
	Why      []string         // since when its parts hold there
	// Order is an order of all events, counted from 1, that comes to no such state; nil if the search for one was given
	// up after so many States.
	Order  []int
	States int
	First  string // the first event that comes sooner in it than in the recorded order, in a sentence; "" for none
}

// avoided says how the condition of a Definitely can be avoided; nil if no state satisfies it.
func (d In) avoided(p *detect.Predicate) (*Avoided, error) {
	a, err := p.Avoided()
	if a == nil || err != nil {
		return nil, err
	}
	x := &Avoided{Order: a.Order, States: a.States, First: sooner(p, a.Order)}
	if f := a.Possible; f != nil {
		x.Position, x.Why = d.At(f.Position), f.Lines()
	}
	return x, nil
}

// Way says in a sentence which way avoids the condition.
func (x *Avoided) Way() string {
	switch {
	case x.Order == nil:
		return "a way that avoids it was not found within " + text.Counted(x.States, "state")
	case x.First == "":
		return "the recorded order avoids it"
	}
	return "another order of the same events avoids it: " + x.First
}

// sooner says which event is the first that comes sooner in an order than in the recorded one; "" for none.
func sooner(p *detect.Predicate, order []int) string {
	next := 1
	for _, e := range order {
		if e > next {
			return p.Called(e) + " comes before " + p.Called(next) + " there"
		}
		next = max(next, e+1) // an event may be there again, for statements after it
	}
	return ""
}
