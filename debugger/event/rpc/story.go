package rpc

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"machsim/kernel"
)

// mostSaid is how many things a story tells; of others it says how many there are.
const mostSaid = 16

// said is something that happened to a call, in words that need no sentence of their own.
type said struct {
	event uint64
	text  string
}

// chain is a call with those that its caller made for the same request before and after it, in order.
func (c *Calls) chain(call *Call) (all []*Call) {
	if call.Marked == nil {
		return []*Call{call}
	}
	for call.Marked.Earlier != 0 {
		call = c.Get(call.Marked.Earlier)
	}
	for ; call != nil; call = c.Get(call.Marked.Later) {
		all = append(all, call)
	}
	return all
}

// Executions returns how often a call was executed when only the events have happened that has accepts, with those that
// its caller made for the same request.
func (c *Calls) Executions(call *Call, has func(event uint64) bool) (n int) {
	for _, x := range c.chain(call) {
		if now, ok := x.At(has); ok {
			n += now.Executions()
		}
	}
	return n
}

// Doubled returns the events with which a call begins to be executed once more: for a second time, or after another
// call by which the caller had asked for the same, and which it had given up.
func (c *Calls) Doubled(call *Call) (events []uint64) {
	if call.Marked == nil || len(call.Marked.Executions) == 0 {
		return nil
	}
	first := ^uint64(0)
	for _, x := range c.chain(call) {
		if len(x.Marked.Executions) > 0 {
			first = min(first, x.Marked.Executions[0].Begun)
		}
	}
	for _, x := range call.Marked.Executions {
		if x.Begun > first {
			events = append(events, x.Begun)
		}
	}
	return events
}

// Story tells in one sentence what has become of a call by a protocol of the program's own when only the events have
// happened that has accepts, and what led to that; with it, the calls that its caller made for the same request.
// Numbers in it are events. It is "" for any other call.
func (c *Calls) Story(call *Call, has func(event uint64) bool) string {
	if call.Marked == nil {
		return ""
	}
	var all []said
	executions := 0
	for i, x := range c.chain(call) {
		if now, ok := x.At(has); ok {
			executions += now.Executions()
			all = append(all, now.tells(i > 0)...)
		}
	}
	slices.SortStableFunc(all, func(a, b said) int { return cmp.Compare(a.event, b.event) })
	again := "executed at %d"
	for i := range all {
		if all[i].text == "" { // an execution
			all[i].text, again = fmt.Sprintf(again, all[i].event), "executed again at %d"
		}
	}
	text := make([]string, 0, len(all))
	for _, s := range all[:min(len(all), mostSaid)] {
		text = append(text, s.text)
	}
	if n := len(all) - mostSaid; n > 0 {
		text = append(text, fmt.Sprintf("and %d more", n))
	}
	now, _ := call.At(has)
	return strings.TrimSuffix(now.inWords(executions)+": "+strings.Join(text, ", "), ": ")
}

// inWords is the outcome, with how often.
func (c *Call) inWords(executions int) string {
	n := c.Marked.Lost(kernel.MarkRequest)
	switch o := c.Outcome(); {
	case executions == 2:
		return ExecutedTwice.String()
	case executions > 2:
		return fmt.Sprintf("executed %d times", executions)
	case o == NotReceived:
		return "not received" // it may be yet
	case o == RequestLost && n > 1:
		return fmt.Sprintf("not executed, request lost %d times", n)
	default:
		return o.String()
	}
}

// tells tells what happened to a call, with executions as "".
func (c *Call) tells(again bool) []said {
	m := c.Marked
	all := m.onTheWay()
	if again {
		all = append(all, said{c.Sent, fmt.Sprintf("sent again at %d as rpc %d", c.Sent, c.Number)})
	}
	for _, x := range m.Executions {
		all = append(all, said{event: x.Begun})
		if x.Died != 0 {
			all = append(all, said{x.Died, fmt.Sprintf("cut short at %d, where its server ended", x.Died)})
		}
	}
	if m.Restarted != 0 {
		all = append(all, said{m.Restarted, fmt.Sprintf("received at %d by another server, as the one before had ended",
			m.Restarted)})
	}
	switch {
	case c.GaveUp != 0 && c.Mark&CallerDied != 0:
		all = append(all, said{c.GaveUp, fmt.Sprintf("its caller ended at %d", c.GaveUp)})
	case c.GaveUp != 0 && m.Refused != 0:
		all = append(all, said{c.GaveUp, fmt.Sprintf("refused at %d", m.Refused)})
	case c.GaveUp != 0 && m.Later == 0: // that it is sent again says it
		all = append(all, said{c.GaveUp, fmt.Sprintf("given up at %d", c.GaveUp)})
	}
	return all
}

// onTheWay tells what happened to the packets.
func (m *Marked) onTheWay() (all []said) {
	for i := range m.Packets {
		p := &m.Packets[i]
		add := func(event uint64, format string, args ...any) {
			all = append(all, said{event, fmt.Sprintf(format, args...)})
		}
		what := fmt.Sprintf("%v of event %d", p.Step, p.Sent)
		if p.Copy > 1 {
			add(p.Made, "%s doubled at %d", what, p.Made)
			what = "copy of " + what
		}
		if p.Step == kernel.MarkRequest && p.Copy == 1 && i > 0 {
			add(p.Sent, "sent again at %d", p.Sent)
		}
		for _, s := range p.Slow {
			add(s.Event, "%s %s", what, strings.TrimPrefix(s.Kind.Says("", "", s.Amount), "is "))
		}
		switch {
		case p.Code != 0 && p.Lost != 0:
			add(p.Lost, "%s not sent (%s)", what, p.Code.Error())
		case p.Lost != 0 && p.Why == kernel.NoFault:
			add(p.Lost, "%s lost with its host or port at %d", what, p.Lost)
		case p.Lost != 0:
			add(p.Lost, "%s %s", what, strings.TrimPrefix(p.Why.Says("", "", 0), "is "))
		case p.Got != 0 && p.Step == kernel.MarkReply:
			add(p.Got, "%s received at %d", what, p.Got)
		case p.Got != 0 && p.Step == kernel.MarkRequest && m.idle(i):
			add(p.Got, "%s received at %d and not executed", what, p.Got)
		}
	}
	return all
}

// idle says whether a request that was received is not executed, though the call has been.
func (m *Marked) idle(packet int) bool {
	return len(m.Executions) > 0 &&
		!slices.ContainsFunc(m.Executions, func(x Execution) bool { return x.Request == packet })
}

// Remarks tells the stories of calls by protocols of programs that went wrong, those first that were executed more than
// once: they were not executed once, or their callers have no answer and have given up. name names a thread. All
// together is how many there are; most is how many are told.
func (c *Calls) Remarks(name func(kernel.ThreadID) string, most int) (told []string, together int) {
	var more []string
	all := func(uint64) bool { return true }
	for i := range c.All {
		call := &c.All[i]
		if call.Marked == nil || call.Marked.Earlier != 0 {
			continue
		}
		text := func() string {
			return fmt.Sprintf("rpc %d, %s by %s from %s, %s", call.Number, cmp.Or(call.Marked.Procedure, "a call"),
				call.Marked.Protocol, name(call.Caller), c.Story(call, all))
		}
		switch n := c.Executions(call, all); {
		case n > 1:
			told = append(told, text())
		case c.failed(call):
			more = append(more, text())
		}
	}
	told = append(told, more...)
	return told[:min(len(told), most)], len(told)
}

// failed says whether the caller of a call has given up, and no answer to any call by which it asked for the same.
func (c *Calls) failed(call *Call) bool {
	all := c.chain(call)
	return all[len(all)-1].GaveUp != 0 &&
		!slices.ContainsFunc(all, func(x *Call) bool { return x.Received != 0 && x.GaveUp == 0 })
}
