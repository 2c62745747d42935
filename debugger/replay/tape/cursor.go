package tape

import (
	"machsim/ipc"
	"machsim/kernel"
)

// Cursor reads the results of a thread's calls one after the other.
type Cursor struct {
	t       *Tape
	l       *Lane
	results Reading
	calls   int // calls whose results were read
	glances int
	serves  bool // the program has come to its Serve
}

// ResultsOf returns a Cursor at the beginning of a lane.
func (t *Tape) ResultsOf(lane int) Cursor {
	l := &t.Lanes[lane]
	return Cursor{t: t, l: l, results: l.results.From(0)}
}

// Calls returns the number of results read.
func (c *Cursor) Calls() int { return c.calls }

// Same says whether a call, with the message that it sends, is the next recorded one: as far as that is known.
func (c *Cursor) Same(call *kernel.Call, h *ipc.Header, items []ipc.Item) bool {
	switch l := c.l; {
	case c.calls >= l.sums.Len():
		return false
	case c.calls < l.earlier.ops:
		return l.sums.At(c.calls) == uint32(call.Op)
	default:
		return l.sums.At(c.calls) == call.Sum(h, items)
	}
}

// Next reads the next result, and returns the threads that the call made.
func (c *Cursor) Next(res *kernel.Result) (born []kernel.ThreadID) {
	if c.calls == c.l.results.Len() {
		return nil
	}
	c.calls++
	r := reader{c.results.Next()}
	return r.result(res, &c.l.infos)
}

// Glance returns the next value that the program read from the state beside its calls, nil if there
// is none.
func (c *Cursor) Glance() any {
	if c.glances == c.l.glances.Len() {
		return nil
	}
	c.glances++
	return c.t.glanced.At(int(c.l.glances.At(c.glances - 1)))
}

// Call returns the k-th call of a lane; false if there is none, or it was complete before the log.
func (t *Tape) Call(lane, k int) (c kernel.Call, m *ipc.Message, ok bool) {
	l := &t.Lanes[lane]
	if k < l.earlier.calls || k >= l.Calls() {
		return c, nil, false
	}
	r := reader{l.calls.At(k - l.earlier.calls)}
	msg := new(ipc.Message)
	if !r.call(&c, &t.places, msg) {
		msg = nil
	}
	return c, msg, true
}

// Result returns the result of the k-th call of a lane; false if it was not completed.
func (t *Tape) Result(lane, k int) (res kernel.Result, ok bool) {
	l := &t.Lanes[lane]
	if k >= l.results.Len() {
		return res, false
	}
	r := reader{l.results.At(k)}
	r.result(&res, &l.infos)
	return res, true
}

// Calls returns the number of a lane's calls: those completed, and the one that the thread was at
// when the run ended, if any.
func (l *Lane) Calls() int { return l.earlier.calls + l.calls.Len() }

// DoneBy returns the number of the lane's events up to the completion of its k-th call; 0 if that was before the log.
func (l *Lane) DoneBy(k int) int {
	if k < l.earlier.calls {
		return 0
	}
	return l.done.Find(k-l.earlier.calls) + 1
}

// Completing returns the first event of the lane, from one on, that completes a call; Len if there is none.
func (l *Lane) Completing(n int) int { return l.done.Next(n) }

// End is the end of a thread whose program was unwound, by an event of another thread or by
// a call of its own that does not return.
type End struct {
	Event  int
	Thread kernel.ThreadID
}

// Ends visits the ends of such threads, in order, also those before the log.
func (t *Tape) Ends(visit func(End)) {
	for i := range t.ends.Len() {
		e := t.ends.At(i)
		visit(End{e.event, e.thread})
	}
}

// EndedBy returns the event of another thread that ends a thread; -1 if the log has none.
func (t *Tape) EndedBy(id kernel.ThreadID) int {
	for i := range t.ends.Len() {
		if e := t.ends.At(i); e.thread == id && e.event >= t.First() {
			return e.event
		}
	}
	return -1
}

// Edits visits the edits, in order, also those before the log.
func (t *Tape) Edits(visit func(event int, e *kernel.Edit)) {
	for n, event := range t.edited {
		visit(event, &t.Config.Edits[n])
	}
	if t.edits == 0 {
		return
	}
	for n, l := 0, &t.Lanes[t.edits-1]; n < l.Len(); n++ {
		visit(l.Event(n), &t.Config.Edits[len(t.edited)+n])
	}
}
