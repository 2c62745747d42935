package tile

import (
	"slices"
	"strings"

	"machsim/debugger/event/waitfor"
	"machsim/debugger/rows"
	"machsim/debugger/session"
	"machsim/kernel"
)

// Lane is the events of a thread; or of all packets that come to a host by one wire and port, or of all changes made
// at the debugger, or of all faults.
type Lane struct {
	Lane   int    // its number
	Kind   string // "thread", "packets", "changes" or "faults"
	Name   string
	Short  string // the name within its task
	Task   string
	Host   string
	Names  bool // its task is a name server
	Events int
	First  int    // its first event, as people count; 0 if it has none
	Last   int    // its last one
	Born   int    // the event that made the thread; 0 if the program's Main did
	Gone   int    // the event with which it ended; 0 if it is there when the run ends
	Ending string // "ended", "ended by another", "failed", "idle", "blocked", "went on"
	Why    string // what it waits for at the end, or how it failed
}

// Lanes lists the lanes: threads by host, task and thread, then packets, then changes and faults.
func (m *Map) Lanes() []Lane {
	all, endings := make([]Lane, 0, len(m.lanes)), m.s.Standings()
	for i := range m.lanes {
		l := Lane{Lane: i, Kind: "thread", Events: len(m.lanes[i].events)}
		if l.Events > 0 {
			l.First, l.Last = m.s.LaneEvent(i, 0)+1, m.s.LaneEvent(i, l.Events-1)+1
		}
		switch id := m.s.ThreadIn(i); {
		case id != 0:
			m.thread(&l, id, endings)
		case m.s.Failing(i):
			l.Kind, l.Name = "faults", "faults"
		case m.s.Edited(i):
			l.Kind, l.Name = "changes", "changes"
		default:
			l.Kind, l.Name = "packets", "packets"
		}
		all = append(all, l)
	}
	slices.SortStableFunc(all, m.compare)
	return all
}

// thread fills in what is known of the lane of a thread.
func (m *Map) thread(l *Lane, id kernel.ThreadID, endings map[kernel.ThreadID]rows.Standing) {
	end := m.s.Final()
	th := end.Threads.At(uint32(id))
	task := end.Tasks.At(uint32(th.Task))
	l.Name, l.Task, l.Host = end.ThreadName(id), end.TaskName(th.Task), end.HostName(task.Host)
	l.Short = l.Name
	if short, ok := strings.CutPrefix(l.Name, l.Task+"."); ok && short != "" {
		l.Short = short
	}
	l.Names = waitfor.IsNameServer(m.s.Final(), th.Task)
	l.Born = m.s.MakerOf(id) + 1
	if gone := m.lanes[l.Lane].gone; gone < m.s.Len() {
		l.Gone = gone + 1
	}
	e := endings[id]
	switch {
	case e.How != "":
		l.Ending, l.Why = e.How, e.Why
	case l.Gone > 0 && l.Gone != l.Last:
		l.Ending, l.Why = "ended by another", m.s.Deed(l.Gone-1)
	case l.Gone > 0:
		l.Ending = "ended"
	default:
		l.Ending = "went on"
	}
}

// compare orders lanes by host, task and thread, in the order of creation.
func (m *Map) compare(x, y Lane) int {
	return slices.Compare(m.place(x.Lane), m.place(y.Lane))
}

// place returns by what a lane is ordered.
func (m *Map) place(lane int) []int {
	id, end := m.s.ThreadIn(lane), m.s.Final()
	switch {
	case id != 0:
		task := end.Threads.At(uint32(id)).Task
		return []int{0, int(end.Tasks.At(uint32(task)).Host), int(task), int(id)}
	case m.s.Edited(lane):
		return []int{2, lane}
	}
	return []int{1, lane}
}

// Place is where a lane's part of a cut ends.
type Place struct {
	Lane int
	Done int // the last event that the cut holds, as people count; 0 if there is none
	Next int // the first that it lacks; 0 if there is none
}

// Places returns where a cut, given by the number of events of each lane, ends in each lane.
func Places(s *session.Session, cut []uint32) []Place {
	all := make([]Place, len(cut))
	for i, n := range cut {
		all[i].Lane = i
		if n > 0 {
			all[i].Done = s.LaneEvent(i, int(n)-1) + 1
		}
		if int(n) < s.LaneLen(i) {
			all[i].Next = s.LaneEvent(i, int(n)) + 1
		}
	}
	return all
}
