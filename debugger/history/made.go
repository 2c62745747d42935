package history

import (
	"machsim/ipc"
	"machsim/kernel"
)

// beginning adds what the program's Main made. All that has no creator comes from
// it; nobody else has taken a step before.
func (c *Collector) beginning() {
	for id := range c.s.Threads.All {
		if t := c.s.Threads.At(id); t.Label.Creator == 0 {
			c.newThread(kernel.ThreadID(id), Row{Thread: Main}, Main)
			c.threads = id
		}
	}
	for id := range c.s.IPC.Ports.All {
		p := c.s.IPC.Ports.At(id)
		if p.Kind == kernel.KindPlain && p.Label.Creator == 0 && p.Label.Serial != 0 {
			name := c.port(ipc.PortID(id))
			c.rows[Ports] = append(c.rows[Ports], Row{0, 0, Main, name, []any{c.virtual(p.Label, "p"), c.taskOf(p.Receiver), Main}})
		}
	}
}

// taskOf is the name of the task with a name space; "" if there is none.
func (c *Collector) taskOf(space ipc.SpaceID) string {
	for id := range c.s.Tasks.All {
		if c.s.Tasks.At(id).Space == space && !c.s.Tasks.At(id).Ended {
			return c.task(kernel.TaskID(id))
		}
	}
	return ""
}

// newThreads adds the threads that the event made. Their ids only grow.
func (c *Collector) newThreads() {
	for id := c.threads + 1; c.s.Threads.Has(id); id++ {
		c.threads = id
		by, call := Kernel, Kernel
		if maker, op := c.maker(); maker != 0 {
			by, call = c.thread(maker), op.String()
		}
		c.newThread(kernel.ThreadID(id), Row{Event: c.e.Step, Time: c.e.Time, Thread: by}, call)
	}
}

// maker is the thread for which the event makes things, and by which call: its own, or one that it
// has asked another host for. It is 0 if there is none.
func (c *Collector) maker() (kernel.ThreadID, kernel.Op) {
	if c.e.Actor.Thread != 0 {
		return c.e.Actor.Thread, c.e.Call.Op
	}
	if c.e.Msg != nil {
		if r, ok := c.e.Msg.Call.(*kernel.Request); ok {
			return kernel.ThreadID(c.e.Msg.Sender), r.Call.Op
		}
	}
	return 0, 0
}

// madeAcross adds the port or set that a call has made for a thread of another host.
func (c *Collector) madeAcross() {
	if _, op := c.maker(); op.Class() == kernel.ClassMakePort && c.e.Result.Code == 0 {
		c.portMade()
	}
}

// newThread adds a thread to the history.
func (c *Collector) newThread(id kernel.ThreadID, r Row, call string) {
	task := c.s.Threads.At(uint32(id)).Task
	r.Object = c.task(task)
	c.born[task]++
	r.Data = []any{c.thread(id), c.born[task], call}
	c.rows[Threads] = append(c.rows[Threads], r)
}

// newPort adds the port or set that the call is about, if it made one.
func (c *Collector) newPort() {
	if c.done() {
		c.portMade()
	}
}

func (c *Collector) portMade() {
	by, op := c.maker()
	switch id := c.e.About.ID; c.e.About.Kind {
	case kernel.PortObject:
		p := c.s.IPC.Ports.At(id)
		c.addBy(Ports, c.thread(by), c.port(ipc.PortID(id)), c.virtual(p.Label, "p"), c.taskOf(p.Receiver), op.String())
	case kernel.SetObject:
		c.newSet(ipc.SetID(id))
	}
}

func (c *Collector) newSet(id ipc.SetID) {
	by, op := c.maker()
	s := c.s.IPC.Sets.At(uint32(id))
	c.addBy(Ports, c.thread(by), c.set(id), c.virtual(s.Label, "s"), c.taskOf(s.Space), op.String())
}

// newDefaultSet adds the set of the ports that a task of Mach 2.5 has enabled, which is
// made when it is first needed.
func (c *Collector) newDefaultSet() {
	if c.e.Call.Opt != 0 && c.e.Call.Name != kernel.PORT_DEFAULT {
		return
	}
	e := c.s.IPC.Lookup(c.space(), c.s.IPC.Spaces.At(uint32(c.space())).Enabled)
	if e == nil || e.Type&ipc.TypePortSet == 0 {
		return
	}
	l := c.s.IPC.Sets.At(e.Object).Label
	if _, known := c.objects.names[identity{"port", 0, l.Creator, l.Serial}]; !known {
		c.newSet(ipc.SetID(e.Object))
	}
}

func (c *Collector) newMutex() {
	m := c.s.Mutexes.At(c.e.About.ID)
	c.add(Mutexes, c.mutex(kernel.MutexID(c.e.About.ID)), c.virtual(m.Label, "m"), c.task(m.Task))
}

func (c *Collector) newCondition() {
	k := c.s.Conditions.At(c.e.About.ID)
	c.add(Conditions, c.condition(kernel.ConditionID(c.e.About.ID)), c.virtual(k.Label, "c"), c.task(k.Task))
}
