package detect

import (
	"fmt"
	"sort"

	"machsim/debugger/lang/temporal"
	"machsim/debugger/replay/graph"
)

// stretch is where an assertion is true: at the positions of the recorded order after event from and those up to to.
type stretch struct {
	from, to int
	why      []string
}

// stretches are where an assertion that looks back is true; of one that looks ahead, the positions that refute it: at
// the end of the run, those that are owed something.
func (a *assertion) stretches() []stretch {
	if a.found == nil {
		if a.found = []stretch{}; a.program.IsFuture() {
			a.refutations()
		} else {
			a.truths()
		}
	}
	return a.found
}

func (a *assertion) truths() {
	var m *temporal.Monitor
	was, last := false, a.r.Tape.Len()-1
	a.positions(func(t *timeline) bool {
		m = step(a.program, m, t)
		now := m.Truth() == temporal.True
		switch n := len(a.found) - 1; {
		case now && !was:
			a.found = append(a.found, stretch{t.event, last, []string{a.since(t.event)}})
		case was && !now:
			a.found[n].to = t.event - 1
		}
		was = now
		return true
	})
}

// since says since when an assertion is true.
func (a *assertion) since(event int) string {
	if event < 0 {
		return "true from " + a.r.begins()
	}
	return "true since " + a.r.when(event)
}

func (a *assertion) refutations() {
	for _, x := range a.judge().Refuted {
		for _, one := range a.refutes(x) {
			e := one.At - 1
			if n := len(a.found) - 1; n >= 0 && a.found[n].from == e {
				a.found[n].why = append(a.found[n].why, one.Why)
				continue
			}
			a.found = append(a.found, stretch{e, e, []string{one.Why}})
		}
	}
	sort.SliceStable(a.found, func(i, k int) bool { return a.found[i].from < a.found[k].from })
}

// Refuting is one event that is owed something, or after which an assertion does not hold.
type Refuting struct {
	Event int // as in a Judgement; 0 for the start
	At    int // the event after which it is refuted, likewise
	Why   string
}

// Refutes returns the events that a refutation is about, each with a sentence.
func (p *Predicate) Refutes(x Refutation) []Refuting { return p.assertion.refutes(x) }

func (a *assertion) refutes(x Refutation) (all []Refuting) {
	for _, o := range x.Owed {
		one := Refuting{Event: o, At: x.Event, Why: a.r.when(o-1) + " is owed an answer"}
		switch {
		case o == 0 && x.Event < 0:
			one.At, one.Why = 0, "it asks for something that has never come"
		case o == 0 && x.Event > 0:
			one.Why = a.r.when(x.Event-1) + " refutes it"
		case x.Event < 0:
			one.At, one.Why = o, one.Why+"; the run has ended without one"
		case o == x.Event:
			one.Why = "it does not hold " + a.r.since(o-1)
		default:
			one.Why += "; none had come by " + a.r.when(x.Event-1)
		}
		all = append(all, one)
	}
	return all
}

// Called names an event of the run of an assertion, counted from 1, by its number and who took it.
func (p *Predicate) Called(number int) string { return p.r.called(number) }

// called names an event by its number and who took it.
func (r *Run) called(number int) string {
	if number == 0 {
		return r.begins()
	}
	base := r.Base()
	lane := &base.Tape.Lanes[base.Tape.Lane(number-1)]
	if lane.Thread == 0 {
		return fmt.Sprintf("event %d", number)
	}
	return fmt.Sprintf("event %d (%s)", number, base.ThreadName(lane.Thread))
}

// begins names where what is known of the run begins.
func (r *Run) begins() string {
	if n := r.Base().Tape.First(); n > 0 {
		return fmt.Sprintf("the beginning here (after event %d)", n)
	}
	return "the start"
}

// when names an event of the run as called does, or a moment between two calls as a position.
func (r *Run) when(event int) string {
	if event >= 0 && r.When(event).N > 0 {
		return r.Point(event)
	}
	return r.called(r.number(event))
}

// since says at which moment, or after which event of the run.
func (r *Run) since(event int) string {
	if event >= 0 && r.When(event).N > 0 {
		return "at " + r.when(event)
	}
	return "after " + r.when(event)
}

// at returns a position at which Continue stops for an assertion.
func (a *assertion) at(s stretch) *Found {
	f := &Found{Position: graph.At(a.after(s.from))}
	for _, why := range s.why {
		x := Reason{What: why, Plain: true}
		if s.from >= 0 {
			x.Thread = a.r.Tape.Lanes[a.r.Tape.Lane(s.from)].Thread
		}
		f.Reasons = append(f.Reasons, x)
	}
	return f
}

// beyond returns the first stretch that begins after a cut, nil if there is none.
func (a *assertion) beyond(from graph.Cut) *Found {
	last := a.r.Graph.Last(from)
	for _, s := range a.stretches() {
		if s.from > last {
			return a.at(s)
		}
	}
	return nil
}

// within returns the last position before a cut at which an assertion is true, in a stretch before that of the cut.
func (a *assertion) within(from graph.Cut) *Found {
	last, all := a.r.Graph.Last(from), a.stretches()
	for i := len(all) - 1; i >= 0; i-- {
		if s := all[i]; s.to < last {
			s.from = s.to
			return a.at(s)
		}
	}
	return nil
}

// holds returns the stretch that a cut of the recorded order is in, nil for none.
func (a *assertion) holds(c graph.Cut) *Found {
	last := a.r.Graph.Last(c)
	if !a.r.Graph.Beginning(c) {
		return nil
	}
	for _, s := range a.stretches() {
		if s.from <= last && last <= s.to {
			return a.at(s)
		}
	}
	return nil
}

// decided returns the first position at which an assertion is known to be true: the number of events that were taken,
// one at least; 0 if it is not. What is owed at the end of a complete run is known then.
func (a *assertion) decided() (events int) {
	var m *temporal.Monitor
	a.positions(func(t *timeline) bool {
		m = step(a.program, m, t)
		if m.Truth() == temporal.True {
			events = max(1, a.r.number(t.event))
		}
		return events == 0
	})
	if truth, _ := m.End(a.r.Complete); events == 0 && truth == temporal.True && a.contrary == nil {
		events = a.r.Base().Tape.Len()
	}
	return events
}
