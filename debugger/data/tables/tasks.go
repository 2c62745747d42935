package tables

import (
	"machsim/kernel"
)

// taskColumns are the columns of the table of tasks.
var taskColumns = []derived[team]{
	{"task", Text, "its name", textOf(func(g *team) string { return g.r.s.Final().TaskName(g.id) })},
	{"host", Text, "its host", textOf(func(g *team) string { return g.r.s.Final().HostName(g.task.Host) })},
	{"made_n", Event, "the event that made it; NULL for the program's Main", eventOf((*team).made)},
	{"made_us", Time, "when that was", at("time_us", (*team).made)},
	{"by", Text, "the thread that asked for it, or Main", textOf((*team).maker)},
	{"threads", Integer, "the threads that it had", numberOf(func(g *team) int { return g.threads })},
	{"events", Integer, "the steps that they took", numberOf(func(g *team) int { return g.events })},
	{"ended_n", Event, "the event with which it, or its last thread, ended; NULL if it is there at the end of the run",
		eventOf(teamEnd)},
	{"ended_us", Time, "when that was", at("time_us", teamEnd)},
	{"how", Text, "done (its first thread has returned), destroyed, crashed (its host), failed, idle or running",
		textOf(func(g *team) string { return g.how })},
	{"server", Bool, "whether a run may end while its threads wait", truthOf(func(g *team) bool { return g.task.Server })},
}

// team is a task, with what is known of its threads.
type team struct {
	r    *run
	id   kernel.TaskID
	task *kernel.TaskState

	threads, events    int
	last               int
	failed, idle, open bool

	end int // the event with which it ended
	how string
}

func (g *team) made() int { return g.r.life.tasks[g.id] }
func teamEnd(g *team) int { return g.end }

// maker is who made the task.
func (g *team) maker() string {
	if creator := g.task.Label.Creator; creator != 0 {
		return g.r.s.ThreadName(kernel.ThreadID(creator))
	}
	return Main
}

func (r *run) allTasks() []team {
	teams := r.teams()
	for i := range teams {
		teams[i].end, teams[i].how = r.endOf(teams[i].id, &teams[i])
	}
	return teams
}

// endOf is how a task ended, or stands at the end of the run.
func (r *run) endOf(id kernel.TaskID, g *team) (event int, how string) {
	gone := r.life.gone[id]
	switch {
	case gone > 0:
		return gone, r.wordForEnd(id, gone)
	case g.task.Ended && r.s.First() > 0 && g.events == 0:
		return 0, before
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

// teams are the tasks, in order.
func (r *run) teams() (all []team) {
	s, at := r.s.Final(), map[kernel.TaskID]int{}
	for id := range s.Tasks.All {
		at[kernel.TaskID(id)] = len(all)
		all = append(all, team{r: r, id: kernel.TaskID(id), task: s.Tasks.At(id)})
	}
	endings := r.endings()
	for id := range s.Threads.All {
		g := &all[at[s.Threads.At(id).Task]]
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
var hostColumns = []derived[computer]{
	{"host", Text, "its name", textOf(func(h *computer) string { return h.Name })},
	{"tasks", Integer, "the tasks that it had", numberOf(func(h *computer) int { return h.tasks })},
	{"threads", Integer, "the threads that it had", numberOf(func(h *computer) int { return h.threads })},
	{"events", Integer, "the steps that they took", numberOf(func(h *computer) int { return h.events })},
	{"crashed_n", Event, "the event with which it crashed last; NULL if it did not",
		eventOf(func(h *computer) int { return h.crashed })},
	{"down", Bool, "whether it is down at the end of the run", truthOf(func(h *computer) bool { return h.Down })},
	{"speed", Integer, "its speed in percent", numberOf(func(h *computer) int64 { return h.Speed })},
	{"offset_us", Time, "how far its clock is ahead of virtual time",
		numberOf(func(h *computer) int64 { return h.Offset })},
	{"drift_ppm", Integer, "how much faster its clock runs, in millionths",
		numberOf(func(h *computer) int64 { return h.Drift })},
}

// computer is a host, with what is known of its tasks.
type computer struct {
	*kernel.HostState
	tasks, threads, events int
	crashed                int
}

func (r *run) allHosts() (all []computer) {
	s, teams := r.s.Final(), r.teams()
	for id := range s.Hosts.All {
		h := computer{HostState: s.Hosts.At(id), crashed: r.life.crashed[kernel.HostID(id)]}
		for i := range teams {
			if g := &teams[i]; g.task.Host == kernel.HostID(id) {
				h.tasks, h.threads, h.events = h.tasks+1, h.threads+g.threads, h.events+g.events
			}
		}
		all = append(all, h)
	}
	return all
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
		if !s.Tasks.At(l.next).Ended {
			l.alive = append(l.alive, id)
		}
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
