package breakpoint

import (
	"sort"

	"machsim/debugger/event/trace"
	"machsim/debugger/replay/graph"
	"machsim/debugger/replay/tape"
	"machsim/kernel"
)

// why finds the reasons for a cut.
type why struct {
	g         *graph.Graph
	aims      aims
	at, cut   graph.Cut
	mode      Mode
	direction Direction
}

// rows returns a row for every thread, and for every lane of packets in P.
func (w *why) rows() (rows []Row) {
	in := map[int]bool{}
	for _, lane := range w.aims.lanes {
		in[lane] = true
	}
	for lane := range w.g.Tape.Lanes {
		if l := &w.g.Tape.Lanes[lane]; l.Thread != 0 || in[lane] {
			rows = append(rows, w.row(lane, in[lane]))
		}
	}
	return rows
}

func (w *why) row(lane int, inP bool) Row {
	l := &w.g.Tape.Lanes[lane]
	r := Row{
		Lane: lane, Thread: l.Thread, Name: w.name(lane), InP: inP,
		Done: int(w.cut[lane]), Of: l.Len(), Event: -1, By: -1, Root: -1,
	}
	if r.Done < r.Of {
		r.Event = l.Event(r.Done)
	}
	w.call(&r)
	if inP {
		r.Chance = w.chance(lane)
	}
	w.reason(&r)
	return r
}

// name returns the name of a thread, or of the packets of a lane.
func (w *why) name(lane int) string {
	if id := w.g.Tape.Lanes[lane].Thread; id != 0 {
		return w.g.Tape.End.ThreadName(id)
	}
	switch l := &w.g.Tape.Lanes[lane]; {
	case l.Faults:
		return trace.Faults
	case l.Edits:
		return trace.Debugger
	}
	return "packets"
}

// call fills in the call at which a thread stands.
func (w *why) call(r *Row) {
	l := &w.g.Tape.Lanes[r.Lane]
	if l.Thread == 0 || w.last(r) && w.killer(r) < 0 {
		return
	}
	r.Inside = r.Done > 0 && !w.g.Tape.Done(l.Event(r.Done-1))
	if c, _, ok := w.g.Tape.Call(r.Lane, l.Completed(r.Done)); ok {
		r.Next = c.Op.String()
		if c.PC != 0 {
			r.Where = kernel.FrameAt(c.PC)
		}
	}
}

// last says whether a thread takes no further step because it ends.
func (w *why) last(r *Row) bool {
	l := &w.g.Tape.Lanes[r.Lane]
	return r.Done == r.Of && l.Thread != 0 && w.g.Tape.End.Threads.At(uint32(l.Thread)).Status == kernel.Ended
}

// killer returns the event that will end a thread; -1 if there is none beyond the cut.
func (w *why) killer(r *Row) int {
	event := -1
	w.g.Tape.Ends(func(e tape.End) {
		if e.Thread == r.Thread && !w.g.Holds(w.cut, e.Event) {
			event = e.Event
		}
	})
	return event
}

func (w *why) chance(lane int) Chance {
	_, aimed := w.aims.places[lane]
	switch {
	case aimed:
		return Reachable
	case len(w.aims.hits.places[lane]) == 0:
		return Never
	case w.direction == Forward:
		return NotAgain
	}
	return NotBefore
}

// reason fills in why a thread stands where it stands.
func (w *why) reason(r *Row) {
	place, aimed := w.aims.places[r.Lane]
	switch {
	case aimed && r.Done == int(place):
		r.Why = AtBreakpoint
	case aimed && r.Done > int(place):
		r.Why = Passed
		w.needed(r)
	case r.Done == 0 && w.unborn(r):
		r.Why = Unborn
	case w.last(r):
		w.over(r)
	case r.Done == r.Of:
		r.Why = w.atEnd(r)
	case w.mode == Optimistic:
		w.held(r)
	default:
		r.Why = Still
		if r.Done < int(w.at[r.Lane]) {
			r.Why = Spare
		}
		w.needed(r)
	}
}

// atEnd distinguishes a thread that waits when the recording ends from one that would go on.
func (w *why) atEnd(r *Row) Reason {
	if r.Thread != 0 && w.g.Tape.End.Threads.At(uint32(r.Thread)).Status == kernel.Blocked {
		return Stuck
	}
	return Cut
}

func (w *why) unborn(r *Row) bool {
	maker := w.g.Tape.Maker(r.Thread)
	return maker >= 0 && !w.g.Holds(w.cut, maker)
}

// over says that a thread has ended, or which event will end it.
func (w *why) over(r *Row) {
	r.Why = Over
	if r.By = w.killer(r); r.By >= 0 {
		r.Why, r.ByName = Doomed, w.name(w.g.Tape.Lane(r.By))
	}
}

// held explains why a thread does not go on in an optimistic cut: its next event comes after one
// that a process of P has not done, or the thread is at its place.
func (w *why) held(r *Row) {
	r.Why = Still
	for _, lane := range w.aims.lanes {
		place, aimed := w.aims.places[lane]
		if n := w.g.Needs(r.Event, lane); aimed && n > place {
			w.root(r, w.g.Tape.Lanes[lane].Event(int(n)-1))
		}
	}
	if r.Root < 0 {
		return
	}
	r.Why = Held
	if r.Inside {
		r.Why = Blocked
	}
	w.g.Into(r.Event, func(e graph.Edge) {
		if e.Kind != graph.Arrival && !w.g.Holds(w.cut, e.From) && (r.By < 0 || e.From > r.By) {
			r.By, r.ByName = e.From, w.name(w.g.Tape.Lane(e.From))
		}
	})
}

// root records the process of P behind a reason. Of several it takes the one whose event came first
// in the recording.
func (w *why) root(r *Row, event int) {
	if r.Root < 0 || event < r.Root {
		r.Root, r.RootName = event, w.name(w.g.Tape.Lane(event))
	}
}

// needed explains how far a thread went in a pessimistic cut. If it has moved, its last event comes
// before the place of a process of P.
func (w *why) needed(r *Row) {
	if r.Done == 0 || w.direction == Forward && r.Done <= int(w.at[r.Lane]) {
		return
	}
	last := w.g.Tape.Lanes[r.Lane].Event(r.Done - 1)
	for _, lane := range w.aims.lanes {
		if n := w.aims.places[lane]; n > 0 {
			if come := w.g.Tape.Lanes[lane].Event(int(n) - 1); w.g.Before(last, come) {
				w.root(r, come)
			}
		}
	}
	if r.Root < 0 {
		return
	}
	if r.Why != Passed {
		r.Why = Needed
	}
	r.By = w.first(last, r.Root)
	r.ByName = w.name(w.g.Tape.Lane(r.By))
}

// first returns the first event of another lane that depends on event and on which to depends; to
// itself if there is none.
func (w *why) first(event, to int) int {
	own, n := w.g.Tape.Lane(event), uint32(w.g.Tape.Nth(event))
	best := to
	for lane := range w.cut {
		if lane == own {
			continue
		}
		l := &w.g.Tape.Lanes[lane]
		i := sort.Search(l.Len(), func(i int) bool { return w.g.Needs(l.Event(i), own) > n })
		if i < l.Len() && l.Event(i) < best && w.g.Before(l.Event(i), to) {
			best = l.Event(i)
		}
	}
	return best
}
