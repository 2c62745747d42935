package rows

import (
	"machsim/debugger/event/text"
	"machsim/kernel"
)

// Task is a task.
type Task struct {
	Named
	Host    string
	State   string
	Server  bool
	Threads []string // threads that have not ended
	Ports   int      // ports with a receive right in the task
}

// Tasks lists all tasks, including those that have ended.
func Tasks(st *kernel.State) []Task {
	receives := map[uint32]int{}
	for id := range st.IPC.Ports.All {
		receives[uint32(st.IPC.Ports.At(id).Receiver)]++
	}
	var all []Task
	for _, n := range All(st, kernel.TaskObject) {
		t := st.Tasks.At(n.ID)
		row := Task{Named: n, Host: st.HostName(t.Host), State: taskState(t), Server: t.Server,
			Threads: text.Each(t.Threads, st.ThreadName)}
		if !t.Ended {
			row.Ports = receives[uint32(t.Space)]
		}
		all = append(all, row)
	}
	return all
}

func taskState(t *kernel.TaskState) string {
	switch {
	case t.Ended:
		return "ended"
	case t.Stands:
		return "halted"
	case t.Suspend > 0:
		return "suspended"
	}
	return "alive"
}

// Host is a host.
type Host struct {
	Name    string
	Down    bool
	Stands  bool   // it was halted, and not resumed
	Tasks   int    // that have not ended
	Netname string // the port by which its tasks reach the name server, "" for none
	Speed   int64  // percent
	Clock   int64  // what its clock shows, in microseconds
	Ahead   int64  // microseconds that it was set ahead of virtual time
	Drift   int64  // parts per million that its clock runs fast
}

// Hosts lists the hosts.
func Hosts(st *kernel.State) []Host {
	tasks := map[kernel.HostID]int{}
	for id := range st.Tasks.All {
		if t := st.Tasks.At(id); !t.Ended {
			tasks[t.Host]++
		}
	}
	var all []Host
	for id := range st.Hosts.All {
		h := st.Hosts.At(id)
		row := Host{Name: st.HostName(kernel.HostID(id)), Down: h.Down, Stands: h.Stands(),
			Tasks: tasks[kernel.HostID(id)], Speed: h.Speed, Clock: h.Clock(st.Now), Ahead: h.Offset, Drift: h.Drift}
		if h.NetServer != 0 {
			row.Netname = st.PortName(h.NetServer)
		}
		all = append(all, row)
	}
	return all
}
