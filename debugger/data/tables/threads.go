package tables

import (
	"machsim/debugger/event/trace"
	"machsim/kernel"
)

// threadColumns are the columns of the table of threads.
var threadColumns = []derived[thread]{
	{"thread", Text, "its name", textOf(func(t *thread) string { return t.r.s.ThreadName(t.id) })},
	{"task", Text, "its task", textOf(func(t *thread) string { return t.r.s.Final().TaskName(t.Task) })},
	{"host", Text, "its host", textOf(func(t *thread) string { return t.r.hostOf(t.id) })},
	{"made_n", Event, "the event that asked for it; NULL for the program's Main, and if a bounded recording forgot it",
		eventOf(asker)},
	{"made_us", Time, "when that was", at("time_us", asker)},
	{"by", Text, "the thread that asked for it, Main, or the debugger",
		textOf(func(t *thread) string { return t.r.askerOf(t) })},
	{"events", Integer, "how many steps it took", numberOf(func(t *thread) int { return t.events })},
	{"first_n", Event, "its first event", eventOf(func(t *thread) int { return t.first })},
	{"last_n", Event, "its last event", eventOf(func(t *thread) int { return t.last })},
	{"ended_n", Event, "the event with which it ended; NULL if it is there at the end of the run", eventOf(threadEnd)},
	{"ended_us", Time, "when that was", at("time_us", threadEnd)},
	{"how", Text, "done, aborted, destroyed, failed, idle (waits for requests), blocked, running, or " +
		"ended before (the first event that is here)",
		textOf(func(t *thread) string { return t.how })},
	{"why", Text, "what it waits for at the end, or how it failed", textOf(func(t *thread) string { return t.why })},
}

func asker(t *thread) int     { return t.asker }
func threadEnd(t *thread) int { return t.event }

// thread is a thread, with its steps and its end.
type thread struct {
	*kernel.ThreadState
	ending
	r                          *run
	id                         kernel.ThreadID
	asker, events, first, last int
}

func (r *run) allThreads() (all []thread) {
	s, endings := r.s.Final(), r.endings()
	for n := range s.Threads.All {
		id := kernel.ThreadID(n)
		th := thread{ThreadState: s.Threads.At(n), ending: endings[id], r: r, id: id, asker: r.s.AskerOf(id) + 1}
		th.events, th.first, th.last = r.steps(id)
		all = append(all, th)
	}
	return all
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

// askerOf is who asked for a thread.
func (r *run) askerOf(t *thread) string {
	if id := r.s.AskerBefore(t.id); id != 0 {
		return r.s.ThreadName(id)
	}
	return r.threadAt(t.asker)
}

// threadAt is who took the step of an event; Main for none.
func (r *run) threadAt(event int) string {
	switch {
	case event == 0:
		return Main
	case event <= r.s.First():
		return ""
	}
	switch id, _ := r.s.ActorOf(event - 1); {
	case id != 0:
		return r.s.ThreadName(id)
	case r.s.Edited(r.s.LaneAt(event - 1)):
		return trace.Debugger
	}
	return Kernel
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
	for id, stands := range r.s.Standings() {
		e := all[id]
		if e.how, e.why = stands.How, stands.Why; stands.How != "failed" {
			e.event = 0
		}
		all[id] = e
	}
	return all
}

// before is how what ended before a window ended.
const before = "ended before"

// ended is the end of a thread by an event of another, or if that is 0 by its own last one.
func (r *run) ended(id kernel.ThreadID, by int) ending {
	events, _, last := r.steps(id)
	switch {
	case events == 0 && by == 0:
		return ending{how: before}
	case events == 0:
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
