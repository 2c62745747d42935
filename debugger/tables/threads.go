package tables

import (
	"machsim/debugger/waitfor"
	"machsim/kernel"
)

// threadColumns are the columns of the table of threads.
var threadColumns = []Column{
	{"thread", Text, "its name, at the end of the run"},
	{"task", Text, "its task"},
	{"host", Text, "its host"},
	{"made_n", Event, "the event that asked for it; NULL for the program's Main"},
	{"made_us", Time, "when that was"},
	{"by", Text, "the thread that asked for it, or Main"},
	{"events", Integer, "how many steps it took"},
	{"first_n", Event, "its first event"},
	{"last_n", Event, "its last event"},
	{"ended_n", Event, "the event with which it ended; NULL if it is there at the end of the run"},
	{"ended_us", Time, "when that was"},
	{"how", Text, "done, aborted, destroyed, failed, idle (waits for requests), blocked, or running"},
	{"why", Text, "what it waits for at the end, or how it failed"},
}

func (r *run) fillThreads(t *Table) {
	to, s := newRows(t), r.s.Final()
	endings := r.endings()
	for id := range s.Threads.All {
		th := s.Threads.At(id)
		task := s.Tasks.At(uint32(th.Task))
		e := endings[kernel.ThreadID(id)]
		asker := r.s.AskerOf(kernel.ThreadID(id)) + 1
		events, first, last := r.steps(kernel.ThreadID(id))
		to.add(shown(s.ThreadName(kernel.ThreadID(id))), shown(s.TaskName(th.Task)), shown(s.HostName(task.Host)),
			number(asker), r.timeOf(asker), shown(r.threadAt(asker)), Int(int64(events)), number(first), number(last),
			number(e.event), r.timeOf(e.event), String(e.how), shown(e.why))
	}
	to.close()
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
