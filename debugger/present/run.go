// Package present is where one stands: a run that is open, and in it a position and a thread in focus. What answers
// questions about a run is built on it, and the Debugger on that.
package present

import (
	"fmt"

	"machsim/debugger/event/text"
	"machsim/debugger/event/view"
	"machsim/debugger/replay/graph"
	"machsim/debugger/session"
	"machsim/kernel"
)

// Run is a run and the place in it.
type Run struct {
	N int              // 0 is the recording, a higher number that of a fork
	S *session.Session // nil: it is closed
	Place

	seen   *view.View // of the present position, nil until it is needed
	called bool       // a call was asked for here
}

// Place is how one stands in a run, besides the position.
type Place struct {
	Frame int             // of the thread in focus, in which names of variables are looked up, counted from the innermost
	Focus kernel.ThreadID // that methods without a thread are about
	Left  graph.Position  // the position before the last motion; zero: there was none
	Gone  bool            // it is closed as soon as the present command has ended
}

// Closed says whether nothing is to be asked of it any more.
func (r *Run) Closed() bool { return r.S == nil || r.Gone }

// At is a position of the run.
func (r *Run) At(p graph.Position) Position { return Position{r, p, r.S.First()} }

// Here is the present position in it.
func (r *Run) Here() Position {
	if r.S.Early() {
		return Position{run: r, since: r.S.First()}
	}
	return r.At(r.S.Position())
}

// AtEnd says whether nothing of the run comes after the present position.
func (r *Run) AtEnd() bool {
	first, whole := r.Here().Prefix()
	return whole && first == r.S.Len()
}

// The extents of a run whose beginning is not there.
const InWindow, SinceHorizon = "in this window", "since the horizon"

// Extent is what is known of the run.
func (r *Run) Extent() string {
	switch whole := r.S.First() == 0; {
	case whole && r.S.GoesOn():
		return "so far"
	case whole:
		return "in this recording"
	case r.S.GoesOn(), r.S.Kept():
		return SinceHorizon
	}
	return InWindow
}

// OfWindow says what an answer is about, of a run that is known from an event on.
func OfWindow(since int) string {
	return fmt.Sprintf("this is of event %d and later: what was before is not known", since)
}

// Seen is the view of the present position.
func (r *Run) Seen() *view.View {
	if r.seen == nil {
		r.seen = view.Of(r.S.State())
	}
	return r.seen
}

// Call is the call of a thread at the present position, with its arguments. The first one is found without a view of
// all objects, for no other is shown after most motions.
func (r *Run) Call(id kernel.ThreadID) string {
	st := r.S.State()
	if r.seen == nil && !r.called {
		r.called = true
		return view.Call(st, id)
	}
	if o := r.Seen().Find(view.Thread, st.ThreadName(id)); o != nil {
		return o.Get(view.AboutTo)
	}
	return st.Threads.At(uint32(id)).Call.Op.String()
}

// Moved says that the present position is another one, or tells of more.
func (r *Run) Moved() { r.seen, r.called = nil, false }

// Walk is the last answer in a run, of Query or of Rows, as far as one can walk it.
type Walk struct {
	Rows   [][]int  // by row: its events, counted from 0
	Places []string // by row: the position that it names, "" for none; nil if no row does
	At     int      // the row to which one went last, from 1; 0 for none
}

// Goes says whether one can go to a row, counted from 0.
func (a *Walk) Goes(row int) bool { return len(a.Rows[row]) > 0 || a.Place(row) != "" }

// Place is the position that a row names, "" for none.
func (a *Walk) Place(row int) string {
	if row < len(a.Places) {
		return a.Places[row]
	}
	return ""
}

// EventsOf are the events of a row, counted from 0.
func (d In) EventsOf(row []any, columns []int) (all []int) {
	for _, i := range columns {
		if n, ok := row[i].(int64); ok && n > 0 && n <= int64(d.S.Len()) {
			all = append(all, int(n)-1)
		}
	}
	return all
}

// Beyond says that there is no row on a side.
func (a *Walk) Beyond(back bool) error {
	where := "last"
	if back {
		where = "first"
	}
	if a.At == 0 {
		return fmt.Errorf("there is no such row: the answer has %s", text.Counted(len(a.Rows), "row"))
	}
	return fmt.Errorf("row %d is the %s that one can go to", a.At, where)
}
