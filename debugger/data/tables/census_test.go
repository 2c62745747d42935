package tables_test

import (
	"cmp"
	"testing"

	"machsim/debugger/event"
	"machsim/debugger/session"
	"machsim/ipc"
	"machsim/kernel"
)

// On random programs, the tables of objects are what one sees who looks at the whole state after every event.
func TestTablesEqualTheStates(t *testing.T) {
	onRandomRuns(t, 600, false, func(s *session.Session) []rows { return ofTheStates(t, s) })
}

func ofTheStates(t testing.TB, s *session.Session) []rows {
	n := count(t, s)
	return []rows{
		{"threads", "thread task host events first_n last_n ended_n", n.threads()},
		{"hosts", "host tasks threads events crashed_n down", n.hosts()},
		{"ports", "kind virtual made_n died_n sent received", n.ports()},
		{"rights", "n what right to_task refs", n.rights()},
	}
}

// census is what the states after all events say of the objects in them.
type census struct {
	end     *kernel.State
	events  naive
	ended   map[kernel.ThreadID]uint64 // the first event after which a thread has ended
	crashed map[kernel.HostID]uint64   // the last event after which a host is down that was not before
	down    map[kernel.HostID]bool
	made    map[kernel.Identity]*existence
	tasks   map[kernel.TaskID][2]uint64 // the events that made and ended a task
	given   map[kernel.TaskID][]held    // the rights that Main gave
	has     map[kernel.TaskID][]held    // the rights after the last event
	kept    []string                    // those of tasks that ended
}

// existence is from when to when a port or set is there.
type existence struct {
	who        kernel.Identity
	made, died uint64
	name       string
	task, host string
}

func count(t testing.TB, s *session.Session) *census {
	c := &census{end: s.Final(), events: read(t, s), ended: map[kernel.ThreadID]uint64{},
		crashed: map[kernel.HostID]uint64{}, tasks: map[kernel.TaskID][2]uint64{},
		down: map[kernel.HostID]bool{}, made: map[kernel.Identity]*existence{}}
	c.objects(s.Initial(), 0)
	c.given, c.has = held{}.all(s.Initial()), held{}.all(s.Initial())
	if err := s.Events(0, s.Len(), func(e *kernel.Event) { c.see(e.State, e.Step) }); err != nil {
		t.Fatal(err)
	}
	return c
}

func (c *census) see(s *kernel.State, event uint64) {
	for id := range s.Threads.All {
		if th := kernel.ThreadID(id); s.Threads.At(id).Status == kernel.Ended && c.ended[th] == 0 {
			c.ended[th] = event
		}
	}
	for id := range s.Hosts.All {
		h := kernel.HostID(id)
		if down := s.Hosts.At(id).Down; down != c.down[h] {
			if c.down[h] = down; down {
				c.crashed[h] = event
			}
		}
	}
	c.objects(s, event)
	c.keeps(s, event)
}

// objects notes which ports and sets of programs are there.
func (c *census) objects(s *kernel.State, event uint64) {
	for id := range s.Tasks.All {
		life, known := c.tasks[kernel.TaskID(id)]
		if !known {
			life[0] = event
		}
		if s.Tasks.At(id).Ended && life[1] == 0 {
			life[1] = event
		}
		c.tasks[kernel.TaskID(id)] = life
	}
	there := map[kernel.Identity]bool{}
	note := func(kind kernel.ObjectKind, id uint32, space ipc.SpaceID) {
		who := s.Identity(kernel.Object{Kind: kind, ID: id})
		there[who] = true
		if c.made[who] == nil {
			task, host := taskIn(s, space)
			name := s.NameOf(kernel.Object{Kind: kind, ID: id})
			c.made[who] = &existence{who: who, made: event, name: name, task: task, host: host}
		}
	}
	for id := range s.IPC.Ports.All {
		if p := s.IPC.Ports.At(id); p.Kind == kernel.KindPlain && !p.Dead && p.Label.Serial != 0 {
			note(kernel.PortObject, id, p.Receiver)
		}
	}
	for id := range s.IPC.Sets.All {
		note(kernel.SetObject, id, s.IPC.Sets.At(id).Space)
	}
	for who, x := range c.made {
		if !there[who] && x.died == 0 {
			x.died = event
		}
	}
}

// taskIn names the task that has a name space, and its host.
func taskIn(s *kernel.State, space ipc.SpaceID) (task, host string) {
	for id := range s.Tasks.All {
		if t := s.Tasks.At(id); t.Space == space && !t.Ended {
			return s.TaskName(kernel.TaskID(id)), s.HostName(t.Host)
		}
	}
	return "", ""
}

// steps are the events of a thread.
func (c *census) steps(id kernel.ThreadID) (all []uint64) {
	for _, x := range c.events {
		if x.Actor.Thread == id && x.Kind == event.Step {
			all = append(all, x.Number)
		}
	}
	return all
}

func (c *census) threads() (all []string) {
	for id := range c.end.Threads.All {
		th := kernel.ThreadID(id)
		task := c.end.Threads.At(id).Task
		steps := append(c.steps(th), 0)
		n := len(steps) - 1
		all = append(all, line(c.end.ThreadName(th), c.end.TaskName(task),
			c.end.HostName(c.end.Tasks.At(uint32(task)).Host), n, steps[0], steps[max(0, n-1)], c.ended[th]))
	}
	return all
}

func (c *census) hosts() (all []string) {
	for id := range c.end.Hosts.All {
		tasks, threads, events, down := 0, 0, 0, 0
		for task := range c.end.Tasks.All {
			if c.end.Tasks.At(task).Host != kernel.HostID(id) {
				continue
			}
			tasks++
			for th := range c.end.Threads.All {
				if c.end.Threads.At(th).Task == kernel.TaskID(task) {
					threads++
					events += len(c.steps(kernel.ThreadID(th)))
				}
			}
		}
		if c.end.Hosts.At(id).Down {
			down = 1
		}
		all = append(all, line(c.end.Hosts.At(id).Name, tasks, threads, events, c.crashed[kernel.HostID(id)], down))
	}
	return all
}

func (c *census) ports() (all []string) {
	for who, x := range c.made {
		sent, received := 0, 0
		for _, e := range c.events {
			if sends(e) && e.Message.Sent == e.Number && e.Message.To.Identity == who {
				sent++
			}
			if e.Got != nil && e.Got.To.Identity == who {
				received++
			}
		}
		made, _ := c.end.Stable(who)
		virtual := c.end.VirtualName(made)
		all = append(all, line(who.Kind, virtual, x.made, x.died, sent, received))
	}
	return all
}

// carried are the rights that an item of a message carries, but for send rights.
var carried = map[ipc.Disposition]string{
	ipc.MoveReceive: "receive", ipc.MoveSendOnce: "send-once", ipc.MakeSendOnce: "send-once",
}

// rights are made and die with their port or set, move in messages, and are kept to the end of a task.
func (c *census) rights() (all []string) {
	all = append(all, c.kept...)
	for who, x := range c.made {
		right := "receive"
		if who.Kind == kernel.SetObject {
			right = "set"
		}
		all = append(all, line(x.made, "made", right, x.task, nil))
		if x.died > 0 {
			all = append(all, line(x.died, "died", right, "", nil))
		}
	}
	for _, x := range c.events {
		if x.Got == nil {
			continue
		}
		for i, port := range x.Got.Ports {
			right := cmp.Or(carried[x.Got.Items[i].Disp], "send")
			if x.Got.Items[i].Kind == ipc.KindPort && port.Kind == kernel.PortObject {
				all = append(all, line(x.Number, "moved", right, x.Task.Text, nil))
			}
		}
	}
	return all
}
