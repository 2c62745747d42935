package debugger

import (
	"context"
	"slices"

	"machsim/debugger/run/runner"
)

// Judge says which claims the run of a Debugger breaks, each with the event after which it does so first, or 0 for the
// end of the run. over says that there is an end, to which the run has come as it should.
type Judge func(ctx context.Context, d *Debugger, over bool) ([]*runner.Violation, error)

// breaks returns the claims of a live run that it breaks first, of those that are not told to be broken yet, and after
// which event: none if there are none in what is seen.
func (d *Debugger) breaks(ctx context.Context) (first []*runner.Violation, event int, err error) {
	s := d.s()
	if d.o.Judge == nil || !s.Live() || s.Len() == 0 {
		return nil, 0, nil
	}
	all, err := d.o.Judge(ctx, d, !s.GoesOn() && !s.Run.Failed())
	for _, v := range all {
		at := int(v.Event)
		if at == 0 {
			at = s.Len()
		}
		switch {
		case slices.Contains(d.broken, v.Text):
		case first == nil || at < event:
			first, event = []*runner.Violation{v}, at
		case at == event:
			first = append(first, v)
		}
	}
	return first, event, err
}

// broke has a motion end where the run breaks a claim, if it went past that.
func (d *Debugger) broke(ctx context.Context, m *Motion) (*Motion, error) {
	first, event, err := d.breaks(ctx)
	here := d.s().LastOf(d.s().Position()) + 1
	if err != nil || first == nil || event > here {
		return m, err
	}
	if event < here {
		back, err := d.goTo(ctx, d.at(d.s().After(event)))
		if err != nil {
			return nil, err
		}
		back.From, m = m.From, back
	}
	d.broken = slices.Clone(d.broken)
	for _, v := range first {
		d.broken = append(d.broken, v.Text)
		m.Breaks = append(append(m.Breaks, v.Text), v.Why...)
	}
	return m, nil
}
