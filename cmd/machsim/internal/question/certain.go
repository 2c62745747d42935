package question

import (
	"context"
	"fmt"
	"strconv"

	"machsim/debugger"
)

// hard is how hard a grader looks for runs that end well. An answer has to be later than what it finds; that it is not
// too late is proven by the run that is handed in.
var hard = debugger.CauseOptions{Samples: 60, Runs: 6000, Exact: 300}

// checkCertain holds an event against what is known of when the failure became certain: a run that is handed in shares
// all events before it and ends well, and none that the grader finds shares the event itself.
func checkCertain(ctx context.Context, c *asked) (string, error) {
	n, wrong := c.own.eventIn(c.answer)
	if wrong != "" {
		return wrong, nil
	}
	w, wrong, err := c.likewise(ctx, false)
	if wrong != "" || err != nil {
		return wrong, err
	}
	defer w.Close()
	if wrong, err := c.endsWell(ctx, w); wrong != "" || err != nil {
		return wrong, err
	}
	same, err := c.own.sharedWith(ctx, c.handed)
	switch {
	case err != nil:
		return "", err
	case same < n-1:
		return fmt.Sprintf("%s is the same as your run up to event %d, and then another: so it says nothing of whether the "+
			"failure could still be avoided after event %d", c.Recording(), same, n-1), nil
	case same >= n:
		return fmt.Sprintf("%s has event %d as well, and ends well: so after event %d the failure was not certain yet",
			c.Recording(), n, n), nil
	}
	return c.own.avoidable(ctx, n)
}

// eventIn reads the number of an event of the run. wrong says why it is none.
func (o *Own) eventIn(text string) (n int, wrong string) {
	n, err := strconv.Atoi(text)
	if err != nil {
		return 0, fmt.Sprintf("%.40q is not the number of an event", text)
	}
	if n < 1 || n > int(o.rec.Events) {
		return 0, fmt.Sprintf("there is no event %d: your run has those from 1 to %d", n, o.rec.Events)
	}
	return n, ""
}

// endsWell says why a run that was handed in is not one that ends well, "" if it is.
func (c *asked) endsWell(ctx context.Context, w *Own) (string, error) {
	end, err := w.End(ctx)
	switch {
	case err != nil:
		return "", err
	case end.Failed:
		return fmt.Sprintf("%s fails, too (%s): it has to be a run that ends well", c.Recording(), end.Kind), nil
	case end.Open || end.Kind != "OK":
		return fmt.Sprintf("%s does not come to an end (%s): it has to be a run that ends well", c.Recording(), end.Kind), nil
	}
	return "", nil
}

// sharedWith is how many events the run begins with that another recording has as well.
func (o *Own) sharedWith(ctx context.Context, data []byte) (int, error) {
	o.beside = data
	other, err := o.Beside(ctx, "beside.rec")
	if err != nil {
		return 0, err
	}
	x, err := o.Compare(ctx, 0, other.Number)
	if err != nil {
		return 0, err
	}
	_, err = o.CloseRun(ctx, other.Number)
	return x.Same, err
}

// avoidable says after which later event the grader has found the failure avoidable, "" for none.
func (o *Own) avoidable(ctx context.Context, event int) (string, error) {
	x, err := o.caused(ctx)
	if err != nil || x.Certain.After < event {
		return "", err
	}
	return fmt.Sprintf("your witness is good, but event %d is too early: there is another run that has it as well, and "+
		"ends well", event), nil
}

// caused is what the grader finds of when the failure was certain; it is looked for once.
func (o *Own) caused(ctx context.Context) (*debugger.Cause, error) {
	if o.cause != nil {
		return o.cause, nil
	}
	x, err := o.Cause(ctx, hard)
	o.cause = x
	return x, err
}
