package history

import (
	"machsim/debugger/event"
	"machsim/kernel"
)

// phaseLocking is the bit of a call's phase that is set once the call has waited for its mutex.
const phaseLocking = 4

// enter adds the entry into a mutex when mutex_lock or condition_wait completes.
func (c *Collector) enter() {
	if !c.x.Done {
		return
	}
	m := c.x.Operand(kernel.FieldN)
	if c.x.Op.Class() == kernel.ClassWait {
		m = c.x.Operand(kernel.FieldN2)
	}
	c.enterMutex(&m)
}

func (c *Collector) enterMutex(m *event.Value) {
	c.entries[m.Identity]++
	c.add(Entries, c.value(m), c.entries[m.Identity], c.x.Op.String(), c.x.Phase&phaseLocking != 0)
}

// try adds the result of mutex_try_lock.
func (c *Collector) try() {
	switch m := c.x.Operand(kernel.FieldN); {
	case !c.x.Done:
	case c.x.Result.N != 0:
		c.add(Tries, c.value(&m), true, "")
		c.enterMutex(&m)
	default:
		c.add(Tries, c.value(&m), false, c.thread(c.s.Mutexes.At(m.A).Owner))
	}
}
