package kernel

// The timers are a binary heap, the earliest first. A thread's record has the index of its
// timer, so that the end of a wait can remove it.

// endOfTime is the latest time at which a timer fires, in microseconds: some 70,000 years. Later
// times are set to it, so that no sum of times overflows.
const endOfTime = 1 << 61

// micros returns a number of milliseconds that a program gave, in microseconds: not below 0, and not
// beyond the end of time.
func micros(ms int64) int64 { return 1000 * max(0, min(ms, endOfTime/1000)) }

// in returns the time us microseconds from now.
func (c *core) in(us int64) int64 { return max(c.Now, min(c.Now+us, endOfTime)) }

// arm starts a timer.
func (c *core) arm(t Timer) {
	c.hosted(&t)
	c.Armed++
	t.Order = c.Armed
	c.Timers = append(c.Timers, t)
	c.up(len(c.Timers) - 1)
}

// disarm removes the i-th timer of the heap.
func (c *core) disarm(i int) {
	c.place(i, 0)
	last := len(c.Timers) - 1
	if i != last {
		c.Timers[i] = c.Timers[last]
		c.Timers = c.Timers[:last]
		c.down(i)
		c.up(i)
	} else {
		c.Timers = c.Timers[:last]
	}
}

// place records the index of timer i with its owner.
func (c *core) place(i int, where int32) {
	if t := c.Timers[i]; t.Thread != 0 {
		c.Threads.Mut(uint32(t.Thread)).Timer = where
	} else {
		c.Packets.Mut(uint32(t.Packet)).Timer = where
	}
}

func (c *core) earlier(i, j int) bool {
	a, b := &c.Timers[i], &c.Timers[j]
	return a.At < b.At || a.At == b.At && a.Order < b.Order
}

func (c *core) up(i int) {
	for i > 0 {
		parent := (i - 1) / 2
		if !c.earlier(i, parent) {
			break
		}
		c.swap(i, parent)
		i = parent
	}
	c.place(i, int32(i+1))
}

func (c *core) down(i int) {
	for {
		least := i
		for child := 2*i + 1; child <= 2*i+2 && child < len(c.Timers); child++ {
			if c.earlier(child, least) {
				least = child
			}
		}
		if least == i {
			break
		}
		c.swap(i, least)
		i = least
	}
	c.place(i, int32(i+1))
}

func (c *core) swap(i, j int) {
	c.Timers[i], c.Timers[j] = c.Timers[j], c.Timers[i]
	c.place(i, int32(i+1))
	c.place(j, int32(j+1))
}

// fire fires the earliest timer. If several are due at the same time, it asks the Door which.
func (c *core) fire() {
	due := c.due()
	t := c.Timers[due[c.choose(PointTimer, len(due), 0)]]
	c.Now = max(c.Now, t.At)
	if c.cfg.Tracer.Log != nil {
		c.cfg.Tracer.Log.Fired(c.State, t.Actor())
	}
	if t.Thread != 0 {
		c.unlogged(func() { c.wake(t.Thread, WakeTimeout) })
		return
	}
	c.disarm(int(c.Packets.At(uint32(t.Packet)).Timer - 1))
	c.packetDue(t.Packet)
}

// due returns the places of the earliest timers, in the order in which they were armed.
func (s *State) due() []int { return s.dueAt(s.Timers[0].At, 0, nil) }

// dueAt collects the timers of the heap below i that are due at exactly at, in
// the order in which they were armed.
func (s *State) dueAt(at int64, i int, due []int) []int {
	if i >= len(s.Timers) || s.Timers[i].At != at {
		return due
	}
	j := len(due)
	for j > 0 && s.Timers[due[j-1]].Order > s.Timers[i].Order {
		j--
	}
	due = append(due, 0)
	copy(due[j+1:], due[j:])
	due[j] = i
	due = s.dueAt(at, 2*i+1, due)
	return s.dueAt(at, 2*i+2, due)
}
