package history

import (
	"machsim/debugger/event"
	"machsim/kernel"
)

// signals holds the waiting threads of each condition, and the woken threads that have not gone on.
type signals struct {
	waiting map[kernel.Identity][]kernel.ThreadID // in the order in which they came
	woken   map[kernel.ThreadID]signal
	given   map[kernel.Identity]int64 // the number of signals up to now
}

// signal is a signal that woke a thread.
type signal struct {
	number int64
	event  uint64
	by     string
}

func newSignals() signals {
	return signals{map[kernel.Identity][]kernel.ThreadID{}, map[kernel.ThreadID]signal{}, map[kernel.Identity]int64{}}
}

// wait follows condition_wait: the thread begins to wait, goes on after a signal, and finally has
// the mutex again.
func (c *Collector) wait() {
	id, k := c.x.Actor.Thread, c.x.Operand(kernel.FieldN)
	if c.x.Phase == 0 {
		if c.x.Wait.Kind == kernel.WaitCondition {
			c.signals.waiting[k.Identity] = append(c.signals.waiting[k.Identity], id)
		}
		return
	}
	if s, ok := c.signals.woken[id]; ok {
		delete(c.signals.woken, id)
		c.add(Caught, c.value(&k), s.number, s.event, s.by)
	}
	c.enter()
}

// signal adds a signal or broadcast.
func (c *Collector) signal() {
	if c.x.Done {
		k := c.x.Operand(kernel.FieldN)
		c.addSignal(&k, c.woke(k.Identity))
	}
}

// freeCondition adds the destruction of a condition, if it woke threads.
func (c *Collector) freeCondition() {
	if !c.x.Done {
		return
	}
	k := c.x.Operand(kernel.FieldN)
	if woken := c.woke(k.Identity); len(woken) > 0 {
		c.addSignal(&k, woken)
	}
}

func (c *Collector) addSignal(k *event.Value, woken []kernel.ThreadID) {
	c.signals.given[k.Identity]++
	number, by, names := c.signals.given[k.Identity], c.value(&c.x.Thread), []string{}
	for _, id := range woken {
		c.signals.woken[id] = signal{number, c.x.Number, by}
		names = append(names, c.thread(id))
	}
	c.add(Signals, c.value(k), number, c.x.Op.String(), names)
}

// woke removes from a condition's list the threads that no longer wait. It returns those that live,
// which the event woke.
func (c *Collector) woke(k kernel.Identity) (woken []kernel.ThreadID) {
	var left []kernel.ThreadID
	for _, id := range c.signals.waiting[k] {
		switch t := c.s.Threads.At(uint32(id)); {
		case t.Status == kernel.Ended:
		case t.Wait.Kind == kernel.WaitCondition:
			left = append(left, id)
		default:
			woken = append(woken, id)
		}
	}
	c.signals.waiting[k] = left
	return woken
}
