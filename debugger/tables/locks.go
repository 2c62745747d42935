package tables

import (
	"machsim/debugger/event"
	"machsim/kernel"
)

// locks notes who holds which mutex, from when to when.
type locks struct {
	all   []holding
	open  map[kernel.Identity]int // by mutex: who holds it, the place in all plus 1
	asked map[kernel.ThreadID]moments
}

// moments is an event, with its time.
type moments struct {
	n  int
	us int64
}

func (m moments) event() Value { return number(m.n) }
func (m moments) time() Value  { return moment(m.n, m.us) }

// holding is a mutex in the hands of a thread.
type holding struct {
	mutex, thread, task, call, place string
	asked, taken, released           moments
}

func newLocks() *locks {
	return &locks{open: map[kernel.Identity]int{}, asked: map[kernel.ThreadID]moments{}}
}

// see takes an event.
func (l *locks) see(x *event.Event) {
	if x.Kind != event.Step {
		return
	}
	id, now := x.Actor.Thread, moments{int(x.Number), x.Time}
	switch x.Op.Class() {
	case kernel.ClassLock, kernel.ClassTryLock:
		if x.Phase == 0 {
			l.asked[id] = now
		}
		if x.Done && x.Code == 0 && (x.Op.Class() == kernel.ClassLock || x.Result.N != 0) {
			l.take(x, x.Operand(kernel.FieldN), now)
		}
	case kernel.ClassUnlock:
		if x.Done && x.Code == 0 {
			l.release(x.Operand(kernel.FieldN), now)
		}
	case kernel.ClassWait:
		l.wait(x, now)
	}
}

// wait is a step of a wait for a condition: the first one lets the mutex go, the last one has it again.
func (l *locks) wait(x *event.Event, now moments) {
	mutex, id := x.Operand(kernel.FieldN2), x.Actor.Thread
	if x.Phase == 0 && (x.Done || x.Wait.Kind != kernel.WaitNone) {
		l.release(mutex, now)
		delete(l.asked, id)
	}
	if x.Wait.Kind == kernel.WaitMutex {
		if _, asks := l.asked[id]; !asks {
			l.asked[id] = now
		}
	}
	if x.Done && x.Code == 0 {
		if _, asks := l.asked[id]; !asks {
			l.asked[id] = now
		}
		l.take(x, mutex, now)
	}
}

func (l *locks) take(x *event.Event, mutex event.Value, now moments) {
	l.all = append(l.all, holding{
		mutex: mutex.Text, thread: x.Thread.Text, task: x.Task.Text, call: x.Op.String(), place: x.Place().String(),
		asked: l.asked[x.Actor.Thread], taken: now,
	})
	l.open[mutex.Identity] = len(l.all)
}

func (l *locks) release(mutex event.Value, now moments) {
	if n := l.open[mutex.Identity]; n > 0 {
		l.all[n-1].released = now
		delete(l.open, mutex.Identity)
	}
}

// lockColumns are the columns of the table of locks.
var lockColumns = []Column{
	{"n", Event, "the event with which the thread had the mutex"},
	{"mutex", Text, "the mutex"},
	{"thread", Text, "the thread"},
	{"task", Text, "its task"},
	{"asked_n", Event, "the event with which it asked for the mutex"},
	{"asked_us", Time, "when that was"},
	{"taken_us", Time, "when it had the mutex"},
	{"waited_us", Time, "the time between"},
	{"released_n", Event, "the event with which it gave the mutex back; NULL if it holds it at the end of the run"},
	{"released_us", Time, "when that was"},
	{"held_us", Time, "how long it held the mutex"},
	{"call", Text, "the call that took it"},
	{"place", Text, "where that stands in the source"},
}

func (r *run) fillLocks(t *Table) {
	to := newRows(t)
	for i := range r.locks.all {
		h := &r.locks.all[i]
		held := Null()
		if h.released.n > 0 {
			held = Int(h.released.us - h.taken.us)
		}
		to.add(h.taken.event(), shown(h.mutex), shown(h.thread), shown(h.task), h.asked.event(), h.asked.time(),
			h.taken.time(), Int(h.taken.us-h.asked.us), h.released.event(), h.released.time(), held, String(h.call),
			word(h.place))
	}
	to.close()
}
