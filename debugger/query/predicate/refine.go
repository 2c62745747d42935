package predicate

import (
	"fmt"
	"slices"
	"sort"

	"machsim/debugger/event/text"
	"machsim/debugger/query/breakpoint"
	"machsim/debugger/replay/graph"
	"machsim/debugger/replay/tape"
	"machsim/kernel"
)

// A predicate on variables that change at statements is detected in a refined run: its events are those of the
// recorded run and, between them, the moments in stretches at which one of the predicate's atoms changes. In each
// stretch that has such a moment the thread's arrival at its call is one as well. So a cut of the refined run is a
// position, and all that is said of events and cuts holds for statements.

// refinement is what a refined run has more than the recorded one.
type refinement struct {
	of      *Run
	points  []moment // the further events, in order
	numbers []int    // of each, its number in the refined run
}

// Fine says whether one of some atoms changes at statements.
func Fine(atoms []*Atom) bool {
	return slices.ContainsFunc(atoms, func(l *Atom) bool { return l.fine })
}

// Unseen says what was not looked at of a thread that goes on without end; "" if all was.
func (r *Run) Unseen() string { return r.unseen }

// Refined returns the refined run in which atoms change, and the atoms with its events.
func (r *Run) Refined(atoms []*Atom) (*Run, []*Atom) {
	all := text.Each(atoms, r.timed)
	var moments []moment
	for _, l := range all {
		for _, m := range l.Steps() {
			if moments = append(moments, m); l.fine {
				moments = append(moments, r.arrival(eventOf(m)))
			}
		}
	}
	f := r.refine(moments)
	for _, l := range all {
		f.refinement.renumber(l)
	}
	return f, all
}

// refine returns the run with those of some moments as events that are within stretches.
func (r *Run) refine(moments []moment) *Run {
	x := &refinement{of: r, points: points(moments)}
	after := make([]int, len(x.points))
	for i, m := range x.points {
		after[i] = eventOf(m)
		x.numbers = append(x.numbers, after[i]+i+1)
	}
	f := *r
	f.refinement, f.Graph = x, r.Graph.Refine(after)
	f.Tape = f.Graph.Tape
	return &f
}

// Stopping returns a refined run in which threads come by events to statements, and to places at calls; and all these,
// by lane: how many events of that run are done there.
func (r *Run) Stopping(lines []graph.Stand, calls []breakpoint.Place) (f *Run, places map[int][]uint32, err error) {
	if err := r.survey(); err != nil {
		return nil, nil, err
	}
	var all, ends []moment
	for _, s := range lines {
		m := r.before(s.Thread, s.N)
		all, ends = append(all, m), append(ends, r.arrival(eventOf(m)))
	}
	for _, p := range calls {
		all = append(all, r.arrival(r.Tape.Lanes[p.Lane].Event(p.Done-1)))
	}
	f, places = r.refine(slices.Concat(all, ends)), map[int][]uint32{}
	for _, m := range all {
		e := f.refinement.number(m)
		lane := f.Tape.Lane(e)
		places[lane] = append(places[lane], uint32(f.Tape.Nth(e))+1)
	}
	return f, places, nil
}

// Recorded returns how many events of the recorded run the first n events of a lane of a refined run are.
func (r *Run) Recorded(lane int, n uint32) uint32 {
	if n == 0 || r.refinement == nil {
		return n
	}
	event := eventOf(r.refinement.moment(r.Tape.Lanes[lane].Event(int(n) - 1)))
	return uint32(r.refinement.of.Tape.Nth(event)) + 1
}

// timed returns an atom whose history is told in moments.
func (r *Run) timed(l *Atom) *Atom {
	c := *l
	if l.fine {
		c.Spans, c.Changes, c.Events = slices.Clone(l.Spans), slices.Clone(l.Changes), slices.Clone(l.Events)
		return &c
	}
	begin, end := r.arrival, r.arrival // what a thread shows is looked at when it comes to its next call
	if l.place != nil {
		end = func(event int) moment { return momentOf(event, 0) }
		if !l.arrives {
			begin = end
		}
	}
	c.Spans, c.Changes, c.Events = nil, nil, nil
	for _, s := range l.Spans {
		c.Spans = append(c.Spans, Span{but(s.Lo, begin), but(s.Hi, end)})
	}
	for _, x := range l.Changes {
		c.Changes = append(c.Changes, Change{but(x.Event, begin), x.Value})
	}
	for _, e := range l.Events {
		c.Events = append(c.Events, momentOf(e, 0))
	}
	if l.inverse {
		c.Spans = away(r.timed(l.opposite).Spans, but(r.begins(l.Lane), func(e int) int { return momentOf(e, 0) }))
	}
	return &c
}

// but is what to makes of an event, unless that is Always or Never.
func but(event int, to func(int) int) int {
	if event == Always || event == Never {
		return event
	}
	return to(event)
}

// points are those of some moments that are within stretches, each once, and the ends of these stretches.
func points(moments []moment) (all []moment) {
	for _, m := range moments {
		if placeOf(m) > 0 {
			all = append(all, m, momentOf(eventOf(m), atCall))
		}
	}
	slices.Sort(all)
	return slices.Compact(all)
}

// renumber replaces the moments of an atom by events of the refined run.
func (x *refinement) renumber(l *Atom) {
	for i, s := range l.Spans {
		l.Spans[i] = Span{but(s.Lo, x.number), but(s.Hi, x.number)}
	}
	for i := range l.Changes {
		l.Changes[i].Event = but(l.Changes[i].Event, x.number)
	}
	for i, m := range l.Events {
		l.Events[i] = x.number(m)
	}
}

// number is the event of the refined run that is a moment.
func (x *refinement) number(m moment) int {
	i, within := slices.BinarySearch(x.points, m)
	if within {
		return x.numbers[i]
	}
	return eventOf(m) + i
}

// moment is what an event of the refined run is.
func (x *refinement) moment(n int) moment {
	i, within := slices.BinarySearch(x.numbers, n)
	if within {
		return x.points[i]
	}
	return momentOf(n-i, 0)
}

// Base returns the recorded run that a run is or refines.
func (r *Run) Base() *Run {
	if r.refinement == nil {
		return r
	}
	return r.refinement.of
}

// When is when an atom changes: with an event or, if N is not 0, in the stretch after it, when the thread comes to
// its N-th statement.
type When struct {
	Event  int
	Thread kernel.ThreadID
	N      uint64
}

// When says when an event of the run, which may be refined, takes place in the recorded run.
func (r *Run) When(n int) When {
	x := r.refinement
	if x == nil {
		return When{Event: n}
	}
	m := x.moment(n)
	w := When{Event: eventOf(m)}
	if p := placeOf(m); p > 0 && p < atCall {
		first, _ := x.of.stretch(w.Event)
		w.Thread, w.N = x.of.Tape.Lanes[x.of.Tape.Lane(w.Event)].Thread, first+uint64(p)
	}
	return w
}

// Point names an event of the run, which may be a moment between two calls: then it is written as a position.
func (r *Run) Point(n int) string {
	w := r.When(n)
	if w.N > 0 {
		return fmt.Sprintf("%d@%s:%d", w.Event+1, r.ThreadName(w.Thread), w.N)
	}
	return fmt.Sprintf("event %d", w.Event+1)
}

// Position returns the position of the recorded run that a cut of this run is: where the events of the cut have just
// taken place. A thread that has done in the cut what it has done at a position, from, stands where it stands there.
func (r *Run) Position(c graph.Cut, from graph.Position) graph.Position {
	x := r.refinement
	if x == nil {
		return graph.At(c)
	}
	p, last, stands := graph.At(x.of.Graph.Start()), -1, []graph.Stand(nil)
	for lane, n := range c {
		l := &r.Tape.Lanes[lane]
		if n == 0 {
			continue
		}
		e := l.Event(int(n) - 1)
		p.Cut[lane] = uint32(x.of.Tape.Nth(eventOf(x.moment(e)))) + 1
		at := x.stands(l, int(n))
		if s := from.Statement(l.Thread); s > 0 && r.done(lane, from) == n && r.within(c, lane) {
			at = s
		}
		if at == 0 {
			continue
		}
		stands = append(stands, graph.Stand{Thread: l.Thread, N: at})
		if i := len(stands) - 1; e > last { // the thread that has come last is the first to be named
			last, stands[0], stands[i] = e, stands[i], stands[0]
		}
	}
	for _, s := range stands {
		p = p.With(s.Thread, s.N)
	}
	return p
}

// within says whether a thread may stand in the stretch after its last event in a cut: the cut holds no event of its
// task that comes after that.
func (r *Run) within(c graph.Cut, lane int) bool {
	last, task := r.Tape.Lanes[lane].Event(int(c[lane])-1), r.TaskOf(r.Tape.Lanes[lane].Thread)
	for other, n := range c {
		l := &r.Tape.Lanes[other]
		if n > 0 && l.Thread != 0 && r.TaskOf(l.Thread) == task && r.Graph.Before(last, l.Event(int(n)-1)) {
			return false
		}
	}
	return true
}

// stands returns the statement before which a thread stands after n events of its lane; 0 if it has come to its call.
func (x *refinement) stands(l *tape.Lane, n int) uint64 {
	if n == l.Len() || placeOf(x.moment(l.Event(n))) == 0 {
		return 0
	}
	m := x.moment(l.Event(n - 1))
	first, _ := x.of.stretch(eventOf(m))
	return first + uint64(placeOf(m))
}

// Cut returns the cut of this run that a position of the recorded run is: the last one that it has come to.
func (r *Run) Cut(p graph.Position) graph.Cut {
	x := r.refinement
	if x == nil {
		return p.Cut
	}
	c := r.Graph.Start()
	for lane := range p.Cut {
		c[lane] = r.done(lane, p)
	}
	return c
}

// done returns how many events of a lane of this run a position of the recorded run has come to.
func (r *Run) done(lane int, p graph.Position) uint32 {
	x, n, l := r.refinement, p.Cut[lane], &r.Tape.Lanes[lane]
	if n == 0 {
		return 0
	}
	last := momentOf(x.of.Tape.Lanes[lane].Event(int(n)-1), atCall)
	if at := p.Statement(l.Thread); at > 0 {
		last = x.of.before(l.Thread, at)
	}
	return uint32(sort.Search(l.Len(), func(i int) bool { return x.moment(l.Event(i)) > last }))
}
