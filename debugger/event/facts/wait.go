package facts

import (
	"cmp"

	"machsim/debugger/event"
	"machsim/kernel"
)

// Waits are what threads wait for, from when to when.
type Waits struct {
	All []Wait // in the order in which they began

	Waited int64 // how long the thread of the event that was seen last has been in its call; -1 if it begins it

	threads []waiter // by thread
}

// Wait is a thread that waits.
type Wait struct {
	Thread kernel.ThreadID
	Kind   kernel.WaitKind
	Set    bool   // what it waits at is a port set
	On     string // what it waits at: the port, set, mutex, condition or thread
	For    string // who has that: the thread with the mutex, the host that has to answer
	Limit  int64  // the virtual time at which it gives up, 0 for none
	From   uint64 // the event after which it waits
	To     uint64 // the event with which that is over, of the thread or that destroyed it; 0 if it is not
	Began  uint64 // the event with which its call began; 0 if it has waited in this call before
	Done   uint64 // if not: the event with which the call was done; 0 if it is not

	Destroyed bool // somebody has ended the thread meanwhile
}

// waiter is what is known of a thread.
type waiter struct {
	began uint64 // the event with which its call began; 0 if that was before all that were seen
	since int64  // when that was
	first uint32 // what it waited for first in its call, the place in All plus 1
	waits uint32 // what it waits for, likewise; 0 if it goes on
	on    event.Value
}

// See takes an event.
func (w *Waits) See(x *event.Event) {
	w.Waited = -1
	if x.Actor.Thread == 0 {
		return
	}
	t := at(&w.threads, x.Actor.Thread)
	if x.Kind == event.Step {
		w.step(x, t)
	}
	stops := x.Wait.Stops && x.Wait.Kind != kernel.WaitNone
	if t.waits > 0 {
		now := &w.All[t.waits-1]
		if stops && now.Kind == x.Wait.Kind && t.on == x.Wait.On && x.Kind == event.Step {
			return
		}
		now.To, t.waits = x.Number, 0
	}
	if stops {
		w.begin(x, t)
	}
}

// step notes when the call of the event began, and that it is done.
func (w *Waits) step(x *event.Event, t *waiter) {
	if x.Phase == 0 {
		t.began, t.since, t.first = x.Number, x.Time, 0
	} else if t.began > 0 {
		w.Waited = x.Time - t.since
	}
	if x.Done && t.first > 0 {
		w.All[t.first-1].Done, t.first = x.Number, 0
	}
}

// begin notes that the thread of an event waits.
func (w *Waits) begin(x *event.Event, t *waiter) {
	to := Wait{Thread: x.Actor.Thread, Kind: x.Wait.Kind, Set: x.Wait.On.Kind == kernel.SetObject, On: x.Wait.On.Text,
		For: x.Wait.For.Text, Limit: x.Wait.Until, From: x.Number}
	if t.first == 0 {
		to.Began = t.began
	}
	w.All = append(w.All, to)
	t.waits, t.on = uint32(len(w.All)), x.Wait.On
	t.first = cmp.Or(t.first, t.waits)
}

// Ends notes that an event of another has ended a thread.
func (w *Waits) Ends(event int, id kernel.ThreadID) {
	if n := at(&w.threads, id).waits; n > 0 {
		w.All[n-1].To, w.All[n-1].Destroyed = uint64(event), true
	}
}

// Open visits the waits with which calls that are not done have begun to wait.
func (w *Waits) Open(visit func(*Wait)) {
	for i := range w.threads {
		if first := w.threads[i].first; first > 0 {
			visit(&w.All[first-1])
		}
	}
}
