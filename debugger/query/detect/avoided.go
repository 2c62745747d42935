package detect

import (
	"errors"

	"machsim/debugger/query/cuts"
	"machsim/debugger/query/predicate"
)

// Avoided says how a run can come to its end without a state that satisfies a condition, although some state does.
type Avoided struct {
	Possible *Found // a state that satisfies the condition; nil if the search for one was given up
	// Order is an order of all events, counted from 1, that comes to no such state; nil if the search for one was given
	// up, after so many States.
	Order  []int
	States int
}

// Avoided says how a condition of which Definitely is false can be avoided. It returns nil if no state satisfies it.
func (p *Predicate) Avoided() (a *Avoided, err error) {
	defer predicate.Caught(&err)
	if p.formula == nil {
		return nil, nil
	}
	a = &Avoided{}
	var given *Undecided
	if a.Possible, err = p.possibly(); err != nil && !errors.As(err, &given) || err == nil && a.Possible == nil {
		return nil, err
	}
	x := cuts.New(p.r.Run, p.formula)
	way, _ := x.Avoid(p.r.Graph.Start())
	if a.States, err = x.Budget.Spent, x.Clash(); err != nil {
		return nil, err
	}
	if way != nil {
		a.Order = p.r.numbered(nil, x.Near(way))
	}
	return a, nil
}
