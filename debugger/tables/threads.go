package tables

import (
	"machsim/debugger/waitfor"
	"machsim/kernel"
)

// threadColumns are the columns of the table of threads.
var threadColumns = []field[thread]{
	{"thread", Text, "its name, at the end of the run", func(t *thread) Value { return shown(t.r.s.ThreadName(t.id)) }},
	{"task", Text, "its task", func(t *thread) Value { return shown(t.r.s.Final().TaskName(t.Task)) }},
	{"host", Text, "its host", func(t *thread) Value { return t.r.hostOf(t.id) }},
	{"made_n", Event, "the event that asked for it; NULL for the program's Main",
		func(t *thread) Value { return number(t.asker) }},
	{"made_us", Time, "when that was", func(t *thread) Value { return t.r.timeOf(t.asker) }},
	{"by", Text, "the thread that asked for it, or Main", func(t *thread) Value { return shown(t.r.threadAt(t.asker)) }},
	{"events", Integer, "how many steps it took", func(t *thread) Value { return Int(int64(t.events)) }},
	{"first_n", Event, "its first event", func(t *thread) Value { return number(t.first) }},
	{"last_n", Event, "its last event", func(t *thread) Value { return number(t.last) }},
	{"ended_n", Event, "the event with which it ended; NULL if it is there at the end of the run",
		func(t *thread) Value { return number(t.event) }},
	{"ended_us", Time, "when that was", func(t *thread) Value { return t.r.timeOf(t.event) }},
	{"how", Text, "done, aborted, destroyed, failed, idle (waits for requests), blocked, or running",
		func(t *thread) Value { return String(t.how) }},
	{"why", Text, "what it waits for at the end, or how it failed", func(t *thread) Value { return shown(t.why) }},
}

// thread is a thread, with its steps and its end.
type thread struct {
	*kernel.ThreadState
	ending
	r                          *run
	id                         kernel.ThreadID
	asker, events, first, last int
}

func (r *run) fillThreads(t *Table) {
	var all []thread
	s, endings := r.s.Final(), r.endings()
	for n := range s.Threads.All {
		id := kernel.ThreadID(n)
		th := thread{ThreadState: s.Threads.At(n), ending: endings[id], r: r, id: id, asker: r.s.AskerOf(id) + 1}
		th.events, th.first, th.last = r.steps(id)
		all = append(all, th)
	}
	addAll(t, threadColumns, all)
}

// steps says how many events a thread has, and which are the first and the last; 0 for a thread that was ended before
// it took a step, whose lane may be there all the same.
func (r *run) steps(id kernel.ThreadID) (events, first, last int) {
	lane := r.s.LaneOf(id)
	if lane < 0 || r.s.LaneLen(lane) == 0 {
		return 0, 0, 0
	}
	events = r.s.LaneLen(lane)
	return events, r.s.LaneEvent(lane, 0) + 1, r.s.LaneEvent(lane, events-1) + 1
}

// timeOf is when an event was, NULL for none.
func (r *run) timeOf(event int) Value {
	if event == 0 {
		return Null()
	}
	return Int(r.s.TimeOf(event - 1))
}

// threadAt is the thread of an event; Main for none.
func (r *run) threadAt(event int) string {
	if event == 0 {
		return Main
	}
	id, _ := r.s.ActorOf(event - 1)
	if id == 0 {
		return Kernel
	}
	return r.s.ThreadName(id)
}

// ending is how a thread ended, or stands at the end of the run.
type ending struct {
	event    int // 0 if it has not ended
	how, why string
}

// endings are those of all threads.
func (r *run) endings() map[kernel.ThreadID]ending {
	s, ended := r.s.Final(), map[kernel.ThreadID]int{}
	r.s.Ends(func(event int, id kernel.ThreadID) { ended[id] = event + 1 })
	all := map[kernel.ThreadID]ending{}
	for n := range s.Threads.All {
		id := kernel.ThreadID(n)
		all[id] = ending{how: "running"}
		if s.Threads.At(n).Status == kernel.Ended {
			all[id] = r.ended(id, ended[id])
		}
	}
	for _, w := range waitfor.Of(s) {
		switch {
		case w.Idle:
			all[w.Thread] = ending{how: "idle", why: "waits for requests"}
		case s.Threads.At(uint32(w.Thread)).Status == kernel.Blocked:
			all[w.Thread] = ending{how: "blocked", why: waitfor.Explain(s, &w).Text}
		}
	}
	failures := s.Notes
	if s.Failure != nil {
		failures = append(failures[:len(failures):len(failures)], *s.Failure)
	}
	for _, f := range failures {
		e := all[f.Thread]
		e.how, e.why = "failed", f.Kind.String()+": "+f.Text
		all[f.Thread] = e
	}
	return all
}

// ended is the end of a thread by an event of another, or if that is 0 by its own last one.
func (r *run) ended(id kernel.ThreadID, by int) ending {
	events, _, last := r.steps(id)
	if events == 0 {
		return ending{event: by, how: "destroyed", why: r.deed(by)}
	}
	c, _ := r.s.CallOf(last - 1)
	switch {
	case by != 0 && by != last:
		return ending{event: by, how: "destroyed", why: r.deed(by)}
	case c.Op.Class() == kernel.ClassExit:
		return ending{event: last, how: "done"}
	case c.Op.Class() == kernel.ClassEnd:
		return ending{event: last, how: "destroyed", why: r.deed(last)}
	}
	return ending{event: last, how: "aborted"}
}

// deed is what an event did that ended others.
func (r *run) deed(event int) string {
	if event == 0 {
		return ""
	}
	return r.s.Deed(event - 1)
}
