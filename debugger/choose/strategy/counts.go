package strategy

import (
	"fmt"

	"machsim/kernel"
)

// Counts is what some strategies need to know beforehand of the runs of a program: how many events each thread has in
// one of them. Threads and objects are known by names that hardly depend on the schedule.
type Counts struct {
	Events  uint64
	own     map[string]int64            // by thread
	all     map[string]int64            // by thread: its own, and those of the threads that it made
	objects []string                    // used by several threads, in the order in which they were first used
	uses    map[string]map[string]int64 // by object and thread, as in all
}

// Counted is a Strategy that needs Counts before it begins a run. They are of a run of the program whose choices were
// made at random, with seed 1, whatever the seed that follows: so a run can be repeated by its seed.
type Counted interface {
	Strategy
	Count(*Counts)
}

// Counter listens to a run (kernel.Tracer.Log), and counts.
type Counter struct {
	counts Counts
	using  []kernel.Use
	first  map[string]string // the thread that used an object first
	names  names
}

// NewCounter returns a Counter that has heard nothing.
func NewCounter() *Counter {
	return &Counter{
		counts: Counts{own: map[string]int64{}, all: map[string]int64{}, uses: map[string]map[string]int64{}},
		first:  map[string]string{},
	}
}

// Counts returns what was counted.
func (c *Counter) Counts() *Counts { return &c.counts }

// Begin counts a step, for its thread and for those that made it.
func (c *Counter) Begin(s *kernel.State, a kernel.Actor) {
	c.counts.Events++
	if a.Thread == 0 {
		return
	}
	c.using = s.Uses(a, c.using[:0])
	own := c.names.thread(s, a.Thread)
	c.counts.own[own]++
	for id := a.Thread; id != 0; id = kernel.ThreadID(s.Threads.At(uint32(id)).Label.Creator) {
		name := c.names.thread(s, id)
		c.counts.all[name]++
		for _, u := range c.using {
			c.use(c.names.object(s, u), own, name)
		}
	}
}

// use counts the use of an object by a thread, for one that made it.
func (c *Counter) use(object, own, name string) {
	if object == "" {
		return
	}
	by := c.counts.uses[object]
	if by == nil {
		by = map[string]int64{}
		c.counts.uses[object], c.first[object] = by, own
	}
	if first := c.first[object]; first != "" && first != own {
		c.counts.objects = append(c.counts.objects, object)
		c.first[object] = ""
	}
	by[name]++
}

// Open does nothing.
func (c *Counter) Open(*kernel.State) {}

// Fired does nothing.
func (c *Counter) Fired(*kernel.State, kernel.Actor) {}

// End does nothing.
func (c *Counter) End(*kernel.State, kernel.Taken) {}

// Glance does nothing.
func (c *Counter) Glance(kernel.ThreadID, any) {}

// names makes the names of threads and objects of one run, each once.
type names struct {
	threads []string
	objects map[kernel.Identity]string
	memory  []string
}

func (n *names) thread(s *kernel.State, id kernel.ThreadID) string {
	for int(id) >= len(n.threads) {
		n.threads = append(n.threads, "")
	}
	if n.threads[id] == "" {
		n.threads[id] = s.ThreadName(id)
	}
	return n.threads[id]
}

// object returns the name of what is used, "" for what serves the kernel.
func (n *names) object(s *kernel.State, u kernel.Use) string {
	if u.Memory != 0 {
		for int(u.Memory) >= len(n.memory) {
			n.memory = append(n.memory, fmt.Sprint("memory ", len(n.memory)))
		}
		return n.memory[u.Memory]
	}
	o := u.Object
	who := s.Identity(o)
	if name, ok := n.objects[who]; ok {
		return name
	}
	name := o.Kind.String() + " "
	switch made, ok := s.StableOf(o); {
	case o.Kind == kernel.TaskObject:
		name += s.TaskName(kernel.TaskID(o.ID))
	case o.Kind == kernel.ThreadObject:
		name += n.thread(s, kernel.ThreadID(o.ID))
	case ok:
		name += s.VirtualName(made)
	default:
		name = ""
	}
	if n.objects == nil {
		n.objects = map[kernel.Identity]string{}
	}
	n.objects[who] = name
	return name
}
