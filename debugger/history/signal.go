package history

import "machsim/kernel"

// signals is who waits for which condition, and who was woken and has not gone on.
type signals struct {
	waiting map[kernel.ConditionID][]kernel.ThreadID // in the order in which they came
	woken   map[kernel.ThreadID]signal
	given   map[kernel.ConditionID]int64 // so far
}

// signal is one that woke somebody.
type signal struct {
	number int64
	event  uint64
	by     string
}

func newSignals() signals {
	return signals{map[kernel.ConditionID][]kernel.ThreadID{}, map[kernel.ThreadID]signal{}, map[kernel.ConditionID]int64{}}
}

// wait follows condition_wait: the thread begins to wait, goes on after a signal, and
// in the end has the mutex again.
func (c *Collector) wait() {
	id, k := c.e.Actor.Thread, kernel.ConditionID(c.e.Call.N)
	if c.e.Phase == 0 {
		if c.e.Wait.Kind == kernel.WaitCondition {
			c.signals.waiting[k] = append(c.signals.waiting[k], id)
		}
		return
	}
	if s, ok := c.signals.woken[id]; ok {
		delete(c.signals.woken, id)
		c.add(Caught, c.condition(k), s.number, s.event, s.by)
	}
	c.enter()
}

// signal adds a signal or broadcast.
func (c *Collector) signal() {
	if c.e.Done {
		c.addSignal(c.woke(kernel.ConditionID(c.e.Call.N)))
	}
}

// freeCondition adds the end of a condition, if that woke somebody.
func (c *Collector) freeCondition() {
	if !c.e.Done {
		return
	}
	if woken := c.woke(kernel.ConditionID(c.e.Call.N)); len(woken) > 0 {
		c.addSignal(woken)
	}
}

func (c *Collector) addSignal(woken []kernel.ThreadID) {
	k := kernel.ConditionID(c.e.Call.N)
	c.signals.given[k]++
	by, names := c.thread(c.e.Actor.Thread), []string{}
	for _, id := range woken {
		c.signals.woken[id] = signal{c.signals.given[k], c.e.Step, by}
		names = append(names, c.thread(id))
	}
	c.add(Signals, c.condition(k), c.signals.given[k], c.e.Call.Op.String(), names)
}

// woke takes those who wait for a condition no more off its list, and returns those of
// them that live: the event woke them.
func (c *Collector) woke(k kernel.ConditionID) (woken []kernel.ThreadID) {
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
