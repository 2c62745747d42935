package detect

import (
	"machsim/debugger/event/text"
	"machsim/debugger/lang/temporal"
	"machsim/debugger/query/predicate"
	"machsim/debugger/replay/graph"
)

// Judgement is what the recorded order of a run says to an assertion about time. Events are told by their numbers, from
// 1, in the run in which the assertion is detected: if that is refined, some are moments between two calls
// (Predicate.Number, Predicate.After).
type Judgement struct {
	Truth    temporal.Truth // Unknown: it is not decided at the end
	Complete bool           // the run has ended by itself, so nothing more can come
	Since    int            // how many events came before those that it is judged by; 0 for none
	Held     bool           // it asks for what has held, here or before
	Now      temporal.Truth // of one by a part of the run: what it is where that ends, whatever comes after it
	Future   bool           // it looks ahead, and is judged from the start; any other is judged at the end
	// Refuted are the positions that refute an assertion that looks ahead, and what is owed at the end, in order.
	Refuted []Refutation
	// Open are the events that are owed something at the end of a run that is not complete.
	Open []int
	// First is the first position at which an assertion that looks back is true, and Fails at which it is not; -1 if
	// there is none.
	First, Fails int
}

// Refutation is how an assertion is refuted.
type Refutation struct {
	Event int   // after which it is, from 1; 0 at the start, -1 at the end of the run
	Owed  []int // the events, from 1, after which something had to come or to hold; 0 is the start
}

// LooksAhead says whether the predicate is an assertion about time that is judged from the start: what is found of it
// are the states that refute it.
func (p *Predicate) LooksAhead() bool { return p.assertion != nil && p.assertion.program.IsFuture() }

// Judge holds an assertion about time against the recorded order.
func (p *Predicate) Judge() (j *Judgement, err error) {
	defer predicate.Caught(&err)
	return p.assertion.judge(), nil
}

func (a *assertion) judge() *Judgement {
	j := &Judgement{Complete: a.r.Complete, Future: a.program.IsFuture(), First: -1, Fails: -1}
	var m, not *temporal.Monitor
	a.positions(func(t *timeline) bool {
		m, not = step(a.program, m, t), step(a.contrary, not, t)
		switch truth := m.Truth(); {
		case j.Future:
		case truth == temporal.True && j.First < 0:
			j.First = t.event + 1
		case truth == temporal.False && (not == nil || not.Truth() == temporal.True) && j.Fails < 0:
			j.Fails = t.event + 1
		}
		return true
	})
	truth, owed := m.End(j.Complete)
	if j.Truth = truth; !j.Future && a.r.Open && !m.Stays() {
		j.Truth = temporal.Unknown
	}
	for _, x := range m.Refuted {
		j.Refuted = append(j.Refuted, Refutation{x.At + 1, numbers(x.Owed)})
	}
	for _, x := range owed {
		if j.Complete {
			j.Refuted = append(j.Refuted, Refutation{-1, numbers(x.Owed)})
		} else {
			j.Open = append(j.Open, numbers(x.Owed)...)
		}
	}
	if not != nil {
		a.part(j, m, not)
	}
	return j
}

// step takes a position into account; m is nil before the first. There may be no program.
func step(p *temporal.Program, m *temporal.Monitor, t *timeline) *temporal.Monitor {
	switch {
	case p == nil:
		return nil
	case m == nil:
		return p.Start(t)
	}
	m.Step(t)
	return m
}

// part says what is known if the beginning of the run is not: m has the assertion at the end, and not its negation.
func (a *assertion) part(j *Judgement, m, not *temporal.Monitor) {
	switch j.Now = temporal.Unknown; temporal.True {
	case m.Truth():
		j.Now = temporal.True
	case not.Truth():
		j.Now = temporal.False
	}
	j.Since, j.Held = a.r.Base().Tape.First(), a.formula.Op == temporal.Once || a.formula.Op == temporal.Since
	switch {
	case j.Future && a.program.Comes() && j.Truth == temporal.True:
	case j.Future && !a.program.Lasts():
		j.Refuted, j.Truth = nil, temporal.Unknown
	case j.Future && len(j.Refuted) == 0:
		j.Truth = temporal.Unknown
	case !j.Future && j.Truth != temporal.True && j.Now != temporal.False:
		j.Truth = temporal.Unknown
	}
}

// number returns the number of the recorded event, from 1, that an event of the run is; 0 for none.
func (r *Run) number(event int) int {
	if event < 0 {
		return 0
	}
	return r.When(event).Event + 1
}

// numbers counts events from 1.
func numbers(events []int) (all []int) {
	return text.Each(events, func(e int) int { return e + 1 })
}

// Number returns the number of the recorded event, from 1, that one of a Judgement is or comes after; 0 for the start.
func (p *Predicate) Number(n int) int { return p.r.number(n - 1) }

// After returns the position of the recorded order after an event of a Judgement; 0 stands for the start.
func (p *Predicate) After(n int) graph.Position {
	return p.r.Position(p.r.Graph.First(n), graph.Position{})
}

// after returns the position of the recorded order after an event of the run, -1 for the start.
func (a *assertion) after(event int) graph.Cut { return a.r.Graph.First(event + 1) }
