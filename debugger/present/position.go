package present

import (
	"fmt"
	"strconv"

	"machsim/debugger/replay/graph"
)

// Position is a place in a run: it says of each thread how many events it has done (graph.Position).
// It stays what it is when the Debugger moves. The zero Position is none.
type Position struct {
	run   *Run
	at    graph.Position // the zero Position is the end, of a run whose log was not there yet
	since int            // the events before those that the run had when it was made
}

// Place is where it is, with the events of each thread. One that is Gone is where the run begins now.
func (p Position) Place() graph.Position {
	switch {
	case p.at.Cut == nil:
		return p.run.S.End()
	case p.Gone():
		return p.run.S.Start()
	}
	return p.run.S.Wide(p.at)
}

// Gone says whether the run has dropped events since the position was made: nobody knows whether it is there.
func (p Position) Gone() bool { return !p.run.Closed() && p.since != p.run.S.First() }

// isEnd says whether it is known to be the end without looking at the log.
func (p Position) isEnd() bool { return p.at.Cut == nil }

// IsZero says whether it is no position.
func (p Position) IsZero() bool { return p.run == nil }

// Of is its run.
func (p Position) Of() *Run { return p.run }

// Run is the number of its run.
func (p Position) Run() int { return p.run.N }

// Events is how many events it holds.
func (p Position) Events() int {
	if p.isEnd() {
		return p.run.S.Len()
	}
	return p.run.S.First() + p.Place().Events()
}

// IsStart says whether it is where the recording, or the window of it that was opened, begins.
func (p Position) IsStart() bool { return p.Events() == p.run.S.First() && p.AtCalls() }

// Equal says whether p and q are the same position of the same run.
func (p Position) Equal(q Position) bool {
	return p.run == q.run && (p.isEnd() && q.isEnd() || p.Place().Equal(q.Place()))
}

// AtCalls says whether all threads stand at their calls there.
func (p Position) AtCalls() bool { return p.at.AtCalls() || p.Gone() }

// Prefix is the number of events up to the first that it lacks. whole says that it holds no other:
// it is one of the recorded order.
func (p Position) Prefix() (n int, whole bool) {
	if p.isEnd() {
		return p.run.S.Len(), true
	}
	return p.run.S.Prefix(p.Place())
}

// String is the position as Debugger.Position reads it, in any session with the same recording:
// "41" is after event 41 of the recording; "41&44" holds in addition what the thread of event 44
// has done up to that; "2/41" is one of fork 2.
func (p Position) String() string {
	if p.IsZero() {
		return ""
	}
	text := strconv.Itoa(p.Events())
	if !p.isEnd() {
		text = p.run.S.Format(p.Place())
	}
	if p.run.N > 0 {
		text = fmt.Sprintf("%d/%s", p.run.N, text)
	}
	return text
}

// Describe says where it lies, in words.
func (p Position) Describe() string {
	text := p.describe()
	before := ", before"
	for _, g := range p.Place().Stands() {
		text += fmt.Sprintf("%s statement %d of %s", before, g.N, p.run.S.ThreadName(g.Thread))
		before = " and"
	}
	return text
}

func (p Position) describe() string {
	all := p.run.S.Len()
	first, whole := p.Prefix()
	switch {
	case !whole:
		return fmt.Sprintf("%d of %d events, not in recorded order: all up to %d, and some up to %d",
			p.Events(), all, first, p.run.S.LastOf(p.Place())+1)
	case p.IsStart() && p.run.S.Kept():
		return fmt.Sprintf("at the beginning of the recording, after event %d of %d", first, all)
	case p.IsStart() && p.run.S.First() > 0:
		return fmt.Sprintf("at the start of the window, after event %d of %d", first, all)
	case first == 0 && all == 0 && p.run.S.GoesOn():
		return "at the start, before event 1"
	case first == 0:
		return fmt.Sprintf("at the start, before event 1 of %d", all)
	case first == all && p.run.S.GoesOn():
		return fmt.Sprintf("after event %d, the last so far", all)
	case first == all:
		return fmt.Sprintf("at the end, after event %d", all)
	}
	return fmt.Sprintf("after event %d of %d", first, all)
}
