package tape

import (
	"machsim/ipc"
	"machsim/kernel"
)

// Glimpse is what can be said of a thread's event at little cost, without reading the whole call.
type Glimpse struct {
	Event int
	Op    kernel.Op
	Opt   ipc.Option // of a message call
	First bool       // it is the first event of its call
	Done  bool       // it completes the call
	Code  ipc.Code   // the answer, if it does
	Taken bool       // the answer is a number other than 0
}

// Glimpses visits the events of a lane of a thread, in order. The Glimpse is valid until visit returns.
func (l *Lane) Glimpses(visit func(*Glimpse)) {
	var g Glimpse
	done, call := l.earlier.calls, -1
	calls, results := l.calls.From(0), l.results.From(done)
	for n := range l.at.Len() {
		g.Event, g.First = l.Event(n), call != done && (call >= 0 || !l.earlier.amid)
		if call != done {
			call = done
			r := reader{calls.Next()}
			g.Op, g.Opt = r.kind()
		}
		g.Done, g.Code, g.Taken = l.done.At(n), 0, false
		if g.Done {
			r := reader{results.Next()}
			g.Code, g.Taken = r.answer()
			done++
		}
		visit(&g)
	}
}

// kind reads which call it is, and its options.
func (r *reader) kind() (op kernel.Op, opt ipc.Option) {
	op = kernel.Op(r.byte())
	mask := r.uint()
	if mask&hasDisp != 0 {
		r.uint()
	}
	if mask&hasOpt != 0 {
		opt = ipc.Option(r.uint())
	}
	return op, opt
}

// answer reads the code of a result, and whether its number is other than 0.
func (r *reader) answer() (code ipc.Code, number bool) {
	mask := r.uint()
	if mask&hasCode != 0 {
		code = ipc.Code(r.int())
	}
	return code, mask&hasRN != 0
}

// Received returns the event that sent the message which an event received; -1 if it received none that a
// thread sent since the log begins.
func (t *Tape) Received(event int) int {
	if !t.Done(event) {
		return -1
	}
	l := &t.Lanes[t.Lane(event)]
	k := l.CallOf(t.Nth(event))
	if l.Thread == 0 {
		return -1
	}
	call := reader{l.calls.At(k - l.earlier.calls)}
	if _, opt := call.kind(); opt&ipc.MACH_RCV_MSG == 0 {
		return -1
	}
	var n int64
	result := reader{l.results.At(k)}
	mask := result.uint()
	if mask&hasCode != 0 || mask&hasRMessage == 0 {
		return -1
	}
	for _, bit := range [...]uint64{hasRDisp, hasRName} {
		if mask&bit != 0 {
			result.uint()
		}
	}
	if mask&hasRN != 0 {
		n = result.int()
	}
	if int(n) <= t.First() {
		return -1
	}
	return int(n) - 1
}
