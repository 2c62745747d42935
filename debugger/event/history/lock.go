package history

import "machsim/kernel"

// enter adds the entry into a mutex, when a call completes with which the thread has one.
func (c *Collector) enter() {
	if h := c.mutexes.Took; h != nil {
		c.add(Entries, c.value(&c.mutexes.Objects[h.Mutex]), int64(h.Nth), c.x.Op.String(), h.Waited())
	}
}

// try adds the result of mutex_try_lock.
func (c *Collector) try() {
	m := c.x.Operand(kernel.FieldN)
	switch {
	case !c.x.Done:
	case c.mutexes.Took != nil:
		c.add(Tries, c.value(&m), true, "")
		c.enter()
	default:
		c.add(Tries, c.value(&m), false, c.thread(c.s.Mutexes.At(m.A).Owner))
	}
}
