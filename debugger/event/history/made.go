package history

import (
	"machsim/debugger/event"
	"machsim/ipc"
	"machsim/kernel"
)

// beginning adds the objects that the program's Main made: before the first event, those are all
// that exist without a creator.
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
			data := []any{c.virtual(c.identify(ipc.PortID(id))), c.taskOf(p.Receiver), Main}
			c.rows[Ports] = append(c.rows[Ports], Row{0, 0, Main, c.port(ipc.PortID(id)), data})
		}
	}
}

// taskOf names the task that owns a name space; "" if there is none.
func (c *Collector) taskOf(space ipc.SpaceID) string {
	for id := range c.s.Tasks.All {
		if c.s.Tasks.At(id).Space == space && !c.s.Tasks.At(id).Ended {
			return c.task(kernel.TaskID(id))
		}
	}
	return ""
}

// newThreads adds the threads that the event made. It relies on their ids being in order.
func (c *Collector) newThreads() {
	for id := c.threads + 1; c.s.Threads.Has(id); id++ {
		c.threads = id
		by, call := Kernel, Kernel
		if maker, op := c.maker(); maker != 0 {
			by, call = c.thread(maker), op.String()
		}
		c.newThread(kernel.ThreadID(id), Row{Event: c.x.Number, Time: c.x.Time, Thread: by}, call)
	}
}

// maker returns the thread and the call for which the event makes objects: the event's own, or one
// on another host that asked for them. The thread is 0 if there is none.
func (c *Collector) maker() (kernel.ThreadID, kernel.Op) {
	if c.x.Kind != event.Arrival {
		return c.x.Actor.Thread, c.x.Op
	}
	if p := c.x.Packet; p != nil && p.Request != nil {
		return kernel.ThreadID(c.x.Message.From.A), p.Request.Call.Op
	}
	return 0, 0
}

// madeAcross adds the port or set that a call has made for a thread of another host.
func (c *Collector) madeAcross() {
	if _, op := c.maker(); op.Class() == kernel.ClassMakePort && c.x.Code == 0 {
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

// newPort adds the port or set of the call, if the call made it.
func (c *Collector) newPort() {
	if c.done() {
		c.portMade()
	}
}

func (c *Collector) portMade() {
	switch v := &c.x.About; v.Kind {
	case kernel.PortObject:
		c.addPort(v.Identity, v.Text, c.s.IPC.Ports.At(uint32(v.N)).Receiver)
	case kernel.SetObject:
		c.addPort(v.Identity, v.Text, c.s.IPC.Sets.At(uint32(v.N)).Space)
	}
}

// addPort adds a new port or set of a name space.
func (c *Collector) addPort(who kernel.Identity, given string, space ipc.SpaceID) {
	by, op := c.maker()
	c.addBy(Ports, c.thread(by), c.name(who, given), c.virtual(who), c.taskOf(space), op.String())
}

// newDefaultSet adds the set of the ports that a task of Mach 2.5 has enabled, which is
// made when it is first needed.
func (c *Collector) newDefaultSet() {
	if c.x.Opt != 0 && c.x.Operand(kernel.FieldName).Raw != kernel.PORT_DEFAULT {
		return
	}
	e := c.s.IPC.Lookup(c.space(), c.s.IPC.Spaces.At(uint32(c.space())).Enabled)
	if e == nil || e.Type&ipc.TypePortSet == 0 {
		return
	}
	set := kernel.Object{Kind: kernel.SetObject, ID: e.Object}
	if who := c.s.Identity(set); c.objects.names.Get(who) == "" {
		c.addPort(who, c.s.NameOf(set), c.space())
	}
}

func (c *Collector) newMutex() { c.madeHere(Mutexes) }

func (c *Collector) newCondition() { c.madeHere(Conditions) }

// madeHere adds an object that a thread made in its own task.
func (c *Collector) madeHere(k Kind) {
	made := &c.x.About
	c.add(k, c.value(made), c.virtual(made.Identity), c.value(&c.x.Task))
}
