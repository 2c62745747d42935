package rpc

import (
	"fmt"
	"slices"
	"strings"

	"machsim/kernel"
)

// mostSaid is how many things a story tells; of others it says how many there are.
const mostSaid = 16

// said is something that happened to a call, in words that need not be told in a sentence of their own.
type said struct {
	event uint32
	text  string
}

// Story tells a call by a protocol of the program's own in one sentence: what has become of it, and what led to that.
// Numbers in it are events. It is "" for any other call.
func (c *Call) Story() string {
	if c.Marked == nil {
		return ""
	}
	all := append(c.Marked.onTheWay(), c.Marked.executed()...)
	if m := c.Marked; m.Restarted != 0 {
		all = append(all, said{m.Restarted, fmt.Sprintf("another server had it at %d, as the one before had ended", m.Restarted)})
	}
	switch {
	case c.GaveUp != 0 && c.Mark&CallerDied != 0:
		all = append(all, said{c.GaveUp, fmt.Sprintf("its caller ended at %d", c.GaveUp)})
	case c.GaveUp != 0 && c.Marked.Refused != 0:
		all = append(all, said{c.GaveUp, fmt.Sprintf("refused at %d", c.Marked.Refused)})
	case c.GaveUp != 0:
		all = append(all, said{c.GaveUp, fmt.Sprintf("given up at %d", c.GaveUp)})
	}
	slices.SortStableFunc(all, func(a, b said) int { return int(a.event) - int(b.event) })
	text := make([]string, 0, len(all))
	for _, s := range all[:min(len(all), mostSaid)] {
		text = append(text, s.text)
	}
	if n := len(all) - mostSaid; n > 0 {
		text = append(text, fmt.Sprintf("and %d more", n))
	}
	return strings.TrimSuffix(c.inWords()+": "+strings.Join(text, ", "), ": ")
}

// inWords is the outcome, with how often.
func (c *Call) inWords() string {
	n := c.Marked.Lost(kernel.MarkRequest)
	switch o := c.Outcome(); {
	case o == ExecutedOften:
		return fmt.Sprintf("executed %d times", c.Executions())
	case o == RequestLost && n > 1:
		return fmt.Sprintf("never executed, request lost %d times", n)
	default:
		return o.String()
	}
}

// onTheWay tells what happened to the packets.
func (m *Marked) onTheWay() (all []said) {
	for i := range m.Packets {
		p := &m.Packets[i]
		add := func(event uint32, format string, args ...any) {
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
		if p.Slowed != 0 {
			add(p.Slowed, "%s %s", what, strings.TrimPrefix(p.How.Kind.Says("", "", p.How.Amount), "is "))
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

// executed tells the executions.
func (m *Marked) executed() (all []said) {
	for i := range m.Executions {
		x := &m.Executions[i]
		again := "executed at %d"
		if i > 0 {
			again = "executed again at %d"
		}
		all = append(all, said{x.Begun, fmt.Sprintf(again, x.Begun)})
		if x.Died != 0 {
			all = append(all, said{x.Died, fmt.Sprintf("cut short at %d, where its server ended", x.Died)})
		}
	}
	return all
}
