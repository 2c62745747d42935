package explore

import (
	"slices"

	"machsim/debugger/choose/explore/touch"
	"machsim/kernel"
)

// event is a step of a run, or a pause.
type event struct {
	branch
	uses  touch.Footprint
	after []int      // events that made it possible, by others
	woken int        // how many of these, the first ones, have woken it: it had begun to wait
	waits bool       // it only began to wait, at the end: nobody could do more, and time ends no such wait
	took  touch.Mode // acquire, receive or send, if it has got a mutex, a message, or room for one

	brought int // of a packet with a message: the event that sent that, plus 1

	op     kernel.Op // the call, if a thread takes it
	thread bool      // a thread has taken it
	fails  bool      // that thread has stopped with it: nothing depends on it
	yields bool      // and gave way to others by it
	limits bool      // it set the limit of a queue: nobody waits for that who wants to receive

	// A pause is no step, but a moment at which nobody can do more than wait: all that was before it comes before it,
	// and all that follows after it. Time passes only then.
	pause bool
	cut   bool // of a call of rareFields: after the event it cannot be made any more
	ends  bool // a thread that the run waits for, if it may have faults

	found uint32 // how many variables had been found before it

	*rareFields // what few events have; to be written to by way of own
}

// rareFields is what few events have.
type rareFields struct {
	choices    []int           // how many options each of its choices had
	stuck      []touch.Actor   // of one that uses everything: who could not go on before it
	calls      []event         // at a pause, or before an event that uses everything: what others are at
	seen       []event         // before another one that changes something: likewise, where calls on rights are tried
	could      []mishap        // faults that could have come before it
	host, task touch.Thing     // of one that ends a thread: which
	touches    []touch.Touch   // the variables that it reads and writes
	newest     uint32          // of these, the number under which the last one was found, plus 1
	since      touch.Footprint // what its program used behind it, up to its next call
	common     bool            // several events have it
}

// nothing is what an event has that has none of it.
var nothing = rareFields{common: true}

// own returns what an event has beside the usual, to be written to.
func (e *event) own() *rareFields {
	if e.common {
		own := *e.rareFields
		own.common = false
		e.rareFields = &own
	}
	return e.rareFields
}

// branch is a step that can be taken: whose, and with which choices beside that.
type branch struct {
	actor touch.Actor
	data  string // a byte for each choice
}

// cuts notes who cannot go on any more.
func (e *event) cuts(left []option) {
	for i := range e.calls {
		c := &e.calls[i]
		c.cut = c.actor != e.actor && !slices.ContainsFunc(left, func(o option) bool { return o.actor == c.actor })
	}
}

// end notes whose end an event is, if it ends a thread that the run waits for.
func (e *event) end(f *touch.Footprints, s *kernel.State, a kernel.Actor) {
	if !f.Failing || a.Thread == 0 {
		return
	}
	if t := s.Threads.At(uint32(a.Thread)); touch.IsEnd(s, t) {
		e.ends = true
		e.own().host, e.own().task = f.Host(s.Tasks.At(uint32(t.Task)).Host), f.Living(s, t.Task)
	}
}
