package debugger

import (
	"fmt"

	"machsim/debugger/event/waitfor"
	"machsim/debugger/query/detect"
)

// inOrder says how a state that was found stands to the recorded run, in sentences: none if the run went through it. It
// is one of many orders of the events, and these know no time.
func (d *Debugger) inOrder(p *detect.Predicate, found *detect.Found) (lines []string, err error) {
	if _, whole := d.at(found.Position).Prefix(); whole || p.LooksAhead() || p.Form == Definitely {
		return nil, nil
	}
	at, _, ok, err := p.Recorded()
	switch {
	case err != nil:
		return nil, err
	case !ok:
		lines = append(lines, "in the recorded order no state satisfies it: the run could have come to this one")
	case p.Form == Linked || p.Form == Concurrent || p.Form == Simultaneous:
	default:
		lines = append(lines, "in the recorded order it is satisfied first "+after(d.at(at)))
	}
	run := d.s().Predicates()
	if early, late := run.Untimely(found.Cut); early > 0 {
		t := run.Base().Tape
		lines = append(lines, fmt.Sprintf("orders know no time: event %d has been done here, which was at %s, and not "+
			"event %d, which was at %s", late, waitfor.Time(t.Time(late-1)), early, waitfor.Time(t.Time(early-1))))
	}
	return lines, nil
}
