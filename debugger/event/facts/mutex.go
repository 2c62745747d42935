package facts

import (
	"machsim/debugger/event"
	"machsim/kernel"
)

// Mutexes are who holds which mutex, from when to when.
type Mutexes struct {
	index
	All []Holding // in the order in which they began

	// Took and Gave are the holdings that began and ended with the event that was seen last, nil for none. They are
	// valid until the next one.
	Took, Gave *Holding

	held  []uint32 // by mutex: who holds it, the place in All plus 1
	taken []uint32 // by mutex: how often it was
	asked []asking // by thread
}

// Holding is a mutex in the hands of a thread.
type Holding struct {
	Mutex    uint32 // its number in Objects
	Nth      uint32 // the place among the holdings of the mutex, from 1
	Asked    uint64 // the event with which the thread asked for it
	Taken    uint64 // the event with which it had it
	Released uint64 // the event with which it gave it back; 0 if it holds it
}

// Waited says whether the thread had to wait for the mutex.
func (h *Holding) Waited() bool { return h.Asked != h.Taken }

// asking is a mutex that a thread asks for.
type asking struct {
	since uint64 // 0 if it asks for none
	mutex uint32
	waits bool // its call locks the mutex, and has to wait for it
}

// See takes an event.
func (m *Mutexes) See(x *event.Event) {
	m.Took, m.Gave = nil, nil
	if x.Kind != event.Step {
		return
	}
	switch class := x.Op.Class(); class {
	case kernel.ClassLock, kernel.ClassTryLock:
		a := m.ask(x, kernel.FieldN)
		if a.waits = class == kernel.ClassLock && !x.Done && x.Wait.Kind != kernel.WaitNone; a.waits {
			return
		}
		m.end(x, a, class == kernel.ClassLock || x.Result.N != 0)
	case kernel.ClassUnlock:
		if succeeds(x) {
			m.release(x, x.Operand(kernel.FieldN))
		}
	case kernel.ClassWait:
		m.wait(x)
	}
}

// succeeds says whether the call is done, and was not refused.
func succeeds(x *event.Event) bool { return x.Done && x.Code == 0 }

// ask notes that the thread of an event asks for the mutex in a field of its call, unless it does so already.
func (m *Mutexes) ask(x *event.Event, in kernel.Field) *asking {
	a := at(&m.asked, x.Actor.Thread)
	if x.Phase == 0 || a.since == 0 {
		mutex := x.Operand(in)
		*a = asking{since: x.Number, mutex: m.of(&mutex)}
	}
	return a
}

// end ends the asking with a call that is done: the thread has the mutex if it gets it.
func (m *Mutexes) end(x *event.Event, a *asking, gets bool) {
	if !x.Done {
		return
	}
	if gets && x.Code == 0 {
		nth := at(&m.taken, a.mutex)
		*nth++
		m.All = append(m.All, Holding{Mutex: a.mutex, Nth: *nth, Asked: a.since, Taken: x.Number})
		m.Took = &m.All[len(m.All)-1]
		*at(&m.held, a.mutex) = uint32(len(m.All))
	}
	*a = asking{}
}

// release notes that a mutex is given back.
func (m *Mutexes) release(x *event.Event, mutex event.Value) {
	held := at(&m.held, m.of(&mutex))
	if *held > 0 {
		m.Gave = &m.All[*held-1]
		m.Gave.Released, *held = x.Number, 0
	}
}

// wait is a step of a wait for a condition: the first one lets the mutex go, the last one has it again.
func (m *Mutexes) wait(x *event.Event) {
	if x.Phase == 0 && (x.Done || x.Wait.Kind != kernel.WaitNone) {
		m.release(x, x.Operand(kernel.FieldN2))
		*at(&m.asked, x.Actor.Thread) = asking{}
	}
	if x.Wait.Kind == kernel.WaitMutex || succeeds(x) {
		m.end(x, m.ask(x, kernel.FieldN2), true)
	}
}

// Waiting visits the threads that lock a mutex and wait for it: a thread, the mutex, the event with which it asked.
func (m *Mutexes) Waiting(visit func(id kernel.ThreadID, mutex uint32, asked uint64)) {
	for id, a := range m.asked {
		if a.waits {
			visit(kernel.ThreadID(id), a.mutex, a.since)
		}
	}
}
