package tables

import (
	"machsim/kernel"
)

// taskColumns are the columns of the table of tasks.
var taskColumns = []Column{
	{"task", Text, "its name"},
	{"host", Text, "its host"},
	{"made_n", Event, "the event that made it; NULL for the program's Main"},
	{"made_us", Time, "when that was"},
	{"by", Text, "the thread that asked for it, or Main"},
	{"threads", Integer, "the threads that it had"},
	{"events", Integer, "the steps that they took"},
	{"ended_n", Event, "the event with which it, or its last thread, ended; NULL if it is there at the end of the run"},
	{"ended_us", Time, "when that was"},
	{"how", Text, "done (its first thread has returned), destroyed, crashed (its host), failed, idle or running"},
	{"server", Bool, "whether a run may end while its threads wait"},
}

// team is what is known of the threads of a task.
type team struct {
	threads, events    int
	last               int
	failed, idle, open bool
}

func (r *run) fillTasks(t *Table) {
	to, s := newRows(t), r.s.Final()
	teams := r.teams()
	for id := range s.Tasks.All {
		task, g := s.Tasks.At(id), teams[kernel.TaskID(id)]
		made := r.life.tasks[kernel.TaskID(id)]
		end, how := r.endOf(kernel.TaskID(id), g)
		to.add(shown(s.TaskName(kernel.TaskID(id))), shown(s.HostName(task.Host)), number(made), r.timeOf(made),
			shown(r.makerOf(task.Label.Creator)), Int(int64(g.threads)), Int(int64(g.events)), number(end), r.timeOf(end),
			String(how), yes(task.Server))
	}
	to.close()
}

// endOf is how a task ended, or stands at the end of the run.
func (r *run) endOf(id kernel.TaskID, g *team) (event int, how string) {
	gone := r.life.gone[id]
	switch {
	case gone > 0:
		return gone, r.wordForEnd(id, gone)
	case !g.open:
		return g.last, "done"
	case g.failed:
		return 0, "failed"
	case g.idle:
		return 0, "idle"
	}
	return 0, "running"
}

// wordForEnd is how a task ended with an event: by a step of its own, or by another's.
func (r *run) wordForEnd(id kernel.TaskID, event int) string {
	by, _ := r.s.ActorOf(event - 1)
	c, ok := r.s.CallOf(event - 1)
	switch class := c.Op.Class(); {
	case ok && class == kernel.ClassStage || r.life.crashed[r.s.Final().Tasks.At(uint32(id)).Host] == event:
		return "crashed"
	case !ok || r.s.Final().Threads.At(uint32(by)).Task != id || class == kernel.ClassEnd:
		return "destroyed"
	case class == kernel.ClassExit:
		return "done"
	}
	return "failed"
}

// makerOf is who made a task.
func (r *run) makerOf(creator uint32) string {
	if creator == 0 {
		return Main
	}
	return r.s.ThreadName(kernel.ThreadID(creator))
}

// teams are the threads of each task.
func (r *run) teams() map[kernel.TaskID]*team {
	all, s := map[kernel.TaskID]*team{}, r.s.Final()
	for id := range s.Tasks.All {
		all[kernel.TaskID(id)] = &team{}
	}
	endings := r.endings()
	for id := range s.Threads.All {
		g := all[s.Threads.At(id).Task]
		g.threads++
		events, _, _ := r.steps(kernel.ThreadID(id))
		g.events += events
		e := endings[kernel.ThreadID(id)]
		g.last = max(g.last, e.event)
		g.failed = g.failed || e.how == "failed"
		g.idle = g.idle || e.how == "idle"
		g.open = g.open || e.event == 0
	}
	return all
}

// hostColumns are the columns of the table of hosts.
var hostColumns = []Column{
	{"host", Text, "its name"},
	{"tasks", Integer, "the tasks that it had"},
	{"threads", Integer, "the threads that it had"},
	{"events", Integer, "the steps that they took"},
	{"crashed_n", Event, "the event with which it crashed last; NULL if it did not"},
	{"down", Bool, "whether it is down at the end of the run"},
	{"speed", Integer, "its speed in percent"},
	{"offset_us", Time, "how far its clock is ahead of virtual time"},
	{"drift_ppm", Integer, "how much faster its clock runs, in millionths"},
}

func (r *run) fillHosts(t *Table) {
	to, s := newRows(t), r.s.Final()
	teams := r.teams()
	for id := range s.Hosts.All {
		h := s.Hosts.At(id)
		tasks, threads, events := 0, 0, 0
		for task, g := range teams {
			if s.Tasks.At(uint32(task)).Host == kernel.HostID(id) {
				tasks, threads, events = tasks+1, threads+g.threads, events+g.events
			}
		}
		to.add(shown(h.Name), Int(int64(tasks)), Int(int64(threads)), Int(int64(events)),
			number(r.life.crashed[kernel.HostID(id)]), yes(h.Down), Int(h.Speed), Int(h.Offset), Int(h.Drift))
	}
	to.close()
}

// life notes when tasks and hosts began and ended.
type life struct {
	tasks, gone map[kernel.TaskID]int // by task: the events that made and ended it
	crashed     map[kernel.HostID]int
	next        uint32
	alive       []kernel.TaskID
	down        []bool
}

func newLife(s *kernel.State) *life {
	l := &life{tasks: map[kernel.TaskID]int{}, gone: map[kernel.TaskID]int{}, crashed: map[kernel.HostID]int{}, next: 1}
	l.born(s, 0)
	return l
}

// born adds the tasks that are new; their ids are in order.
func (l *life) born(s *kernel.State, event int) {
	for ; s.Tasks.Has(l.next); l.next++ {
		id := kernel.TaskID(l.next)
		l.tasks[id] = event
		l.alive = append(l.alive, id)
	}
}

// ends finds the tasks that have ended, and the hosts that are down, with an event that may have ended some.
func (l *life) ends(s *kernel.State, event int) {
	left := l.alive[:0]
	for _, id := range l.alive {
		if s.Tasks.At(uint32(id)).Ended {
			l.gone[id] = event
		} else {
			left = append(left, id)
		}
	}
	l.alive = left
	for id := range s.Hosts.All {
		for len(l.down) <= int(id) {
			l.down = append(l.down, false)
		}
		if now := s.Hosts.At(id).Down; now != l.down[id] {
			l.down[id] = now
			if now {
				l.crashed[kernel.HostID(id)] = event
			}
		}
	}
}
