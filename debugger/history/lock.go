package history

import "machsim/kernel"

// phaseLocking is the bit of a call's phase that says that it has waited for its mutex.
const phaseLocking = 4

// enter adds the entry into a mutex with which mutex_lock or condition_wait is done.
func (c *Collector) enter() {
	if !c.e.Done {
		return
	}
	m := kernel.MutexID(c.e.Call.N)
	if c.e.Call.Op == kernel.OpConditionWait {
		m = kernel.MutexID(c.e.Call.N2)
	}
	c.entries[m]++
	c.add(Entries, c.mutex(m), c.entries[m], c.e.Call.Op.String(), c.e.Phase&phaseLocking != 0)
}

// try adds the answer of mutex_try_lock.
func (c *Collector) try() {
	switch m := kernel.MutexID(c.e.Call.N); {
	case !c.e.Done:
	case c.e.Result.N != 0:
		c.add(Tries, c.mutex(m), true, "")
		c.enter()
	default:
		c.add(Tries, c.mutex(m), false, c.thread(c.s.Mutexes.At(uint32(m)).Owner))
	}
}
