package question

import (
	"context"
	"fmt"
	"strconv"

	"machsim/debugger/study"
)

// shrinkRuns is how many runs a grader makes to find one with few switches.
const shrinkRuns = 2000

// checkFewest holds a run that was handed in against the smallest that is found: it has to fail as the student's own
// does, with no more switches.
func checkFewest(ctx context.Context, c *asked) (string, error) {
	says, err := strconv.Atoi(c.answer)
	if err != nil {
		return fmt.Sprintf("%.40q is no number of switches", c.answer), nil
	}
	w, wrong, err := c.likewise(ctx, true)
	if wrong != "" || err != nil {
		return wrong, err
	}
	defer w.Close()
	if end, err := w.End(ctx); err != nil || !end.Failed {
		return c.Recording() + " ends well: it has to fail as your run does", err
	}
	handed, err := w.shrunk(ctx, 1)
	if err != nil {
		return "", err
	}
	if c.own.small == nil {
		if c.own.small, err = c.own.shrunk(ctx, shrinkRuns); err != nil {
			return "", err
		}
	}
	best, got := c.own.small, handed.Before.Switches
	switch {
	case handed.Failure != best.Failure:
		return fmt.Sprintf("%s fails in another way: it is %s, and yours is %s", c.Recording(), handed.Failure, best.Failure),
			nil
	case got > best.After.Switches:
		return fmt.Sprintf("%s fails as it should, with %d switches, and it can be done with fewer: who could go on where "+
			"another takes over?", c.Recording(), got), nil
	case says != got:
		return fmt.Sprintf("%s has %d switches, and the answer says %d: count where another thread goes on than before",
			c.Recording(), got, says), nil
	}
	return "", nil
}

// shrunk makes a run smaller, with so many runs.
func (o *Own) shrunk(ctx context.Context, runs int) (*study.Shrunk, error) {
	var p study.Process
	x, err := p.Recorded(o.rec, o.program, "run.rec").Shrink(ctx, study.Shrinking{Runs: runs})
	if err == nil {
		x.Run.Close()
	}
	return x, err
}
