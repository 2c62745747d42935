package kernel

import (
	"path"
	"slices"

	"machsim/ipc"
	"machsim/ipc/table"
)

// Halt makes messages halt a run once a linked predicate DP1 -> DP2 -> ... is met, as in
// Miller and Choi, "Breakpoints and Halting in Distributed Programs", 2.2.3 and 3.6. Their
// processes are tasks, and their channels the send rights of a task. The debugger process is
// no task. There is a control channel between it and every task, whose packets arrive whenever
// the Door chooses them.
//
//	predicate marker   goes to every task that the next DP is about, also to those made later;
//	                   from its arrival on the task watches for that DP
//	halt marker        goes along every channel of a task that halts, behind the messages in
//	                   it, and on the control channel to the debugger process, which sends one
//	                   to every task
//
// A task halts, that is it is suspended, when it meets the last DP or when its first halt marker
// arrives. The run is over when all tasks have halted or ended.
//
// The kernel asks the Door whether a task meets a DP (PointPredicate), each time a thread of the
// task has come to its next call. So the answer is in the recording, and a replay needs not know
// the predicate.
type Halt struct {
	Predicate string     // its text, for people
	Stages    [][]string // for each DP the tasks that it is about: patterns of names (path.Match)
	Snapshot  bool       // tasks are not suspended: they note their moments, and go on
}

// HaltState is the progress of the halting.
type HaltState struct {
	Issued []int32      // DPs whose predicate markers were sent
	Armed  []Armed      // DPs that tasks watch for
	Begun  bool         // the debugger process knows that the program is to halt
	Halted []HaltedTask // in the order of halting, or their moments

	// Of snapshots:
	Marked []Marked
	Closed []Closed
	Caught []Caught // in the order in which they are known

	// Of halts that go on (Agents):
	Calls  []HaltCall // by their numbers, from 1
	Stands []Stand    // in the order of halting
}

// Armed is a DP that a task watches for.
type Armed struct {
	Task  TaskID
	Stage int32
	Event uint64 // of the arrival of the predicate marker
}

// HaltedTask is a task that has halted.
type HaltedTask struct {
	Task  TaskID
	Event uint64
	// Path lists the tasks that had halted before, from the halt marker (2.2.4); the debugger
	// process may be among them. It is empty if the task met the last DP.
	Path string
}

// MarkerID is the id of a halt marker in a queue. No program ever receives one.
const MarkerID = 0x4d41524b

// haltDebugger is the debugger process in the path of a halt marker.
const haltDebugger = "the debugger"

// issue sends the predicate marker of a DP to the tasks that it is about.
func (c *core) issue(stage int) {
	c.access(LocTask, ipc.Write, 0, taskHalt)
	c.Halt.Issued = append(c.Halt.Issued, int32(stage))
	for id := range c.Tasks.All {
		if c.lives(TaskID(id)) && c.concerns(stage, TaskID(id)) {
			c.control(Packet{Kind: PacketPredicate, Task: TaskID(id), Stage: int32(stage)})
		}
	}
}

// lives says whether a task has not ended.
func (c *core) lives(task TaskID) bool {
	c.access(LocTask, ipc.Read, uint32(task), taskSelf)
	return !c.Tasks.At(uint32(task)).Ended
}

// concerns says whether a DP is about a task.
func (c *core) concerns(stage int, task TaskID) bool {
	return matches(c.cfg.Halt.Stages[stage], c.given().task(task))
}

// matches says whether one of some patterns matches a name.
func matches(patterns []string, name string) bool {
	return slices.ContainsFunc(patterns, func(p string) bool {
		ok, _ := path.Match(p, name)
		return ok
	})
}

// inform sends a new task the markers that the other tasks were sent before.
func (c *core) inform(task TaskID) {
	if !c.halting {
		return
	}
	c.access(LocTask, ipc.Add, 0, taskHalt)
	for _, stage := range c.Halt.Issued {
		if c.concerns(int(stage), task) {
			c.control(Packet{Kind: PacketPredicate, Task: task, Stage: stage})
		}
	}
	_, noted := c.Halt.Moment(c.makerOf(task))
	switch {
	case noted && c.snapshot():
		c.noteMoment(task, c.given().task(c.makerOf(task)), c.Steps+1)
	case c.Halt.Begun:
		c.control(Packet{Kind: PacketHalt, Task: task, Path: haltDebugger})
	}
}

// makerOf returns the task of the thread that made a task, 0 for none.
func (c *core) makerOf(task TaskID) TaskID {
	if maker := c.Tasks.At(uint32(task)).Label.Creator; maker != 0 {
		return c.Threads.At(maker).Task
	}
	return 0
}

// control sends something on a control channel: to a task, or from it to the debugger
// process.
func (c *core) control(p Packet) {
	host := c.Tasks.At(uint32(p.Task)).Host
	p.From, p.To = host, host
	p.Key = PacketKey{Kind: p.Kind, Host: host, Port: PortKey{Object: uint32(p.Task), Serial: uint32(p.Stage)}}
	c.Arrive.Add(uint32(c.channelled(p)))
}

// channelled makes a packet of a control channel.
func (c *core) channelled(p Packet) PacketID {
	id := table.New(&c.Packets)
	c.access(LocPacket, ipc.New, id, 0)
	c.access(LocPacket, ipc.Add, id, 0)
	*c.Packets.Mut(id) = p
	return PacketID(id)
}

// arriveControl handles a packet of a control channel.
func (c *core) arriveControl(id PacketID, p Packet) {
	c.endPacket(id)
	c.about = Object{TaskObject, uint32(p.Task)}
	switch {
	case p.Kind == PacketReport:
		c.reported(p)
	case !c.lives(p.Task):
	case p.Kind == PacketHalt:
		c.halt(p.Task, p.Path)
	default:
		c.access(LocTask, ipc.Write, uint32(p.Task), taskHalt)
		c.Halt.Armed = append(c.Halt.Armed, Armed{p.Task, p.Stage, c.Steps + 1})
	}
}

// reported makes the debugger process send a halt marker to all other tasks, when the first
// report of a halted task arrives.
func (c *core) reported(p Packet) {
	c.access(LocTask, ipc.Write, 0, taskHalt)
	if c.Halt.Begun {
		return
	}
	c.Halt.Begun = true
	for id := range c.Tasks.All {
		if TaskID(id) != p.Task && c.lives(TaskID(id)) {
			c.control(Packet{Kind: PacketHalt, Task: TaskID(id), Path: p.Path + ", " + haltDebugger})
		}
	}
}

// watches returns the next DP that a thread's task watches for, and that is met now; -1 if
// there is none.
func (c *core) watches(id ThreadID) int {
	if !c.halting || id == 0 {
		return -1
	}
	t := c.Threads.At(uint32(id))
	c.access(LocTask, ipc.Read, uint32(t.Task), taskHalt)
	if _, noted := c.Halt.Moment(t.Task); t.Status == Ended || noted || c.hasHalted(t.Task) {
		return -1
	}
	for i := range c.Halt.Armed {
		if a := &c.Halt.Armed[i]; a.Task == t.Task && c.chooseStage(int(a.Stage), id) == 1 {
			return i
		}
	}
	return -1
}

// meet takes the step in which a thread's task meets the DP i of Armed: the task halts, or the
// tasks of the next DP get its predicate markers.
func (c *core) meet(id ThreadID, i int) {
	a := c.Halt.Armed[i]
	c.access(LocTask, ipc.Write, uint32(a.Task), taskHalt)
	c.Halt.Armed = append(append([]Armed(nil), c.Halt.Armed[:i]...), c.Halt.Armed[i+1:]...)
	c.about, c.met = Object{TaskObject, uint32(a.Task)}, int(a.Stage)+1
	if c.met == len(c.cfg.Halt.Stages) {
		c.halt(a.Task, "")
	} else {
		c.issue(c.met)
	}
	c.drain()
	c.Steps++
	c.Hash = mix2(c.Hash, uint64(id)<<32|uint64(c.met), uint64(a.Task))
}

// halt is the paper's Halt Routine: it suspends a task and sends markers along all its channels.
func (c *core) halt(task TaskID, path string) {
	if c.snapshot() {
		c.noteMoment(task, path, c.Steps+1)
		return
	}
	c.access(LocTask, ipc.Write, uint32(task), taskHalt)
	if c.hasHalted(task) {
		return
	}
	c.Halt.Halted = append(c.Halt.Halted, HaltedTask{task, c.Steps + 1, path})
	c.standTask(task, true)
	c.sendMarkers(task, path)
}

// sendMarkers sends a task's markers, and its report. The path is that of the marker that has come to it.
func (c *core) sendMarkers(task TaskID, path string) {
	if path != "" {
		path += ", "
	}
	path += c.given().task(task)
	for _, p := range c.channels(c.Tasks.At(uint32(task)).Space) {
		c.sendMarker(task, p, ipc.PortSend, path)
	}
	c.control(Packet{Kind: PacketReport, Task: task, Path: path})
}

// channels returns the ports of other tasks to which a name space has a send right.
func (c *core) channels(sp ipc.SpaceID) (all []ipc.PortID) {
	names, types := c.IPC.PortNames(sp)
	for i, n := range names {
		if types[i]&ipc.TypeSend == 0 {
			continue
		}
		p := c.IPC.PortOf(sp, n)
		c.access(ipc.LocPort, ipc.Read, uint32(p), 0)
		if c.isChannel(c.IPC.Ports.At(uint32(p)), sp) {
			all = append(all, p)
		}
	}
	return all
}

// isChannel says whether a port is one of another task than that of a name space.
func (c *core) isChannel(port *ipc.Port, sp ipc.SpaceID) bool {
	return !port.Dead && (port.Kind == KindPlain || port.Kind == KindProxy) && port.Receiver != sp
}

// takeMarkers removes the halt markers at the head of a queue: they have arrived at the task that
// receives there.
func (c *core) takeMarkers(p ipc.PortID, set ipc.SetID) {
	switch {
	case !c.halting:
		return
	case c.snapshot():
		c.closes(p, set, c.Steps+1)
		return
	}
	for m := c.IPC.First(p, set); m != 0 && IsMarker(c.IPC.Msgs.At(uint32(m))); m = c.IPC.First(p, set) {
		msg := c.IPC.Msgs.At(uint32(m))
		receiver, path := c.IPC.Ports.At(uint32(msg.Dest)).Receiver, msg.Items[0].Str
		c.IPC.Dequeue(m)
		c.IPC.DestroyMsg(m)
		if receiver != 0 {
			c.control(Packet{Kind: PacketHalt, Task: TaskID(c.IPC.Spaces.At(uint32(receiver)).Task), Path: path})
		}
	}
}

// IsMarker says whether a message is a halt marker. No message of a program is one, nor one that a
// person injects, whatever its id.
func IsMarker(m *ipc.Msg) bool {
	return m.ID == MarkerID && m.Sender == 0 && m.Sent == 0
}

// hasHalted says whether a task has halted.
func (s *State) hasHalted(task TaskID) bool { return s.Tasks.At(uint32(task)).Stands }

// allHalted says whether every task has halted or ended, and at least one has halted.
func (c *core) allHalted() bool {
	return len(c.Halt.Halted) > 0 && !c.snapshot() &&
		!c.Tasks.Any(func(_ uint32, t *TaskState) bool { return !t.Ended && !t.Stands })
}

// InHand says whether a message was handed to a thread that has not yet taken the step that
// receives it.
func (s *State) InHand(m ipc.MsgID) bool {
	return s.Threads.Any(func(_ uint32, t *ThreadState) bool {
		return t.Msg == m && t.Wake == WakeMessage && t.Status == Pending
	})
}
