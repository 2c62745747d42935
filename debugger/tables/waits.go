package tables

import (
	"machsim/debugger/event"
	"machsim/kernel"
)

// waits notes what threads wait for, from when to when.
type waits struct {
	all  []pause
	open map[kernel.ThreadID]int // by thread: what it waits for, the place in all plus 1
}

// pause is a wait of a thread.
type pause struct {
	thread, task, host, call string
	id                       kernel.ThreadID
	kind                     kernel.WaitKind
	on                       event.Value
	object, holder           string
	until                    int64 // 0 for no limit
	from, to                 moments
	ended                    string
}

func newWaits() *waits { return &waits{open: map[kernel.ThreadID]int{}} }

// see takes an event of a thread: it ends the wait that the thread was in, unless the thread goes on to wait for the
// same.
func (w *waits) see(x *event.Event) {
	if x.Actor.Thread == 0 {
		return
	}
	id, now := x.Actor.Thread, moments{int(x.Number), x.Time}
	stops := x.Wait.Stops && x.Wait.Kind != kernel.WaitNone
	if n := w.open[id]; n > 0 {
		p := &w.all[n-1]
		if stops && p.kind == x.Wait.Kind && p.on == x.Wait.On && x.Kind == event.Step {
			return
		}
		p.to, p.ended = now, "goes on"
		if x.Done {
			p.ended = resultOf(x)
		}
		delete(w.open, id)
	}
	if !stops {
		return
	}
	w.all = append(w.all, pause{
		thread: x.Thread.Text, task: x.Task.Text, host: x.Host.Text, call: x.Op.String(), id: id, kind: x.Wait.Kind,
		on: x.Wait.On, object: x.Wait.On.Text, holder: x.Wait.For.Text, until: x.Wait.Until, from: now,
	})
	w.open[id] = len(w.all)
}

// waitWords are the words for what threads wait for.
var waitWords = map[kernel.WaitKind]string{
	kernel.WaitSend: "room", kernel.WaitReceive: "message", kernel.WaitMutex: "mutex",
	kernel.WaitCondition: "condition", kernel.WaitJoin: "thread", kernel.WaitSleep: "time",
	kernel.WaitAlone: "other threads", kernel.WaitException: "handler", kernel.WaitStart: "start",
	kernel.WaitRequest: "request", kernel.WaitAnswer: "answer",
}

// waitColumns are the columns of the table of waits.
var waitColumns = []Column{
	{"n", Event, "the event after which the thread waits"},
	{"thread", Text, "the thread"},
	{"task", Text, "its task"},
	{"host", Text, "its host"},
	{"call", Text, "the call that waits"},
	{"what", Text, "message, room (in a queue), mutex, condition, thread, time, other threads, handler, ..."},
	{"object", Text, "what it waits at: the port, set, mutex, condition or thread"},
	{"holder", Text, "who had that when the wait began: the thread with the mutex, the host that has to answer"},
	{"since_us", Time, "when the wait began"},
	{"until_n", Event, "the event with which the thread went on or was ended; NULL if it waits at the end of the run"},
	{"until_us", Time, "when that was"},
	{"waited_us", Time, "the time between"},
	{"limit_us", Time, "the virtual time at which it would give up; NULL for no limit"},
	{"ended", Text, "ok, the code of a refusal, goes on (its call does), or destroyed; NULL if it waits"},
}

func (r *run) fillWaits(t *Table) {
	ended := map[kernel.ThreadID]int{}
	r.s.Ends(func(event int, id kernel.ThreadID) { ended[id] = event + 1 })
	to := newRows(t)
	for i := range r.waits.all {
		p := &r.waits.all[i]
		if n := ended[p.id]; p.to.n == 0 && n > 0 {
			p.to, p.ended = moments{n, r.s.TimeOf(n - 1)}, "destroyed"
		}
		waited, limit := Null(), Null()
		if p.to.n > 0 {
			waited = Int(p.to.us - p.from.us)
		}
		if p.until != 0 {
			limit = Int(p.until)
		}
		to.add(p.from.event(), shown(p.thread), shown(p.task), shown(p.host), String(p.call), word(waitWords[p.kind]),
			shown(p.object), shown(p.holder), p.from.time(), p.to.event(), p.to.time(), waited, limit, word(p.ended))
	}
	to.close()
}
