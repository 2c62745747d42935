package halt

import "machsim/debugger/query/predicate"

// clause is one condition of the conjunction.
type clause struct {
	*predicate.Atom
	at    int  // its first span that is not over
	holds bool // the span has begun
	told  bool // the lane that is to make it hold knows that it does not
}

// lane is the lane whose event makes a condition true: that of its process, or of another thread of the task. If it
// never holds again, its process runs to the end.
func (c *clause) lane(r *predicate.Run) int {
	if c.at < len(c.Spans) {
		return r.Tape.Lane(c.Spans[c.at].Lo)
	}
	return c.Lane
}

// judge looks whether an event changes a condition.
func (h *halter) judge(lane, k, e int) {
	c := &h.conditions[k]
	if c.at == len(c.Spans) {
		return
	}
	ends := c.holds && c.Spans[c.at].Hi == e
	if ends {
		c.at, c.holds = c.at+1, false
	}
	switch {
	case c.at < len(c.Spans) && c.Spans[c.at].Lo == e:
		if c.told {
			h.processes[lane].wrong--
		}
		c.holds, c.told = true, false
	case ends:
		h.tell(lane, k)
	}
}

// tell makes a lane go on until a condition holds that does not: a thread of the task that has made it false, the
// one that will make it true, or the debugger process, each process whose condition is false at first.
func (h *halter) tell(from, k int) {
	to := h.conditions[k].lane(h.r)
	m := message{kind: request, from: from, to: to, sort: ToFulfil, event: none, condition: k,
		span: h.conditions[k].at}
	switch {
	case to < 0: // of no process: it is as it is
		h.owed++
	case from == Debugger:
		m.kind = start
		h.Starts++
		h.send(m)
	case from == to:
		h.know(m)
	default:
		h.Requests[ToFulfil]++
		h.send(m)
	}
}

// know makes a lane go on if a condition is still as it was when it was told.
func (h *halter) know(m message) {
	c := &h.conditions[m.condition]
	if c.at == m.span && !c.holds && !c.told {
		c.told = true
		h.processes[m.to].wrong++
	}
}
