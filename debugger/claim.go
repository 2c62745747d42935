package debugger

import (
	"context"
	"slices"

	"machsim/debugger/run/runner"
)

// Judge says which claims the run of a Debugger breaks, each with the event after which it does so first, or 0 for the
// end of the run. over says that there is an end, to which the run has come as it should.
type Judge func(ctx context.Context, d *Debugger, over bool) ([]*runner.Violation, error)

// judged is how far a live run was held against what is claimed of it, and what it breaks there.
type judged struct {
	events int
	over   bool // the claims about its end were asked, too
	all    []*runner.Violation
}

// hold holds what is seen of a live run against what is claimed of it, unless that was done: from the start, for a
// predicate is found out in a run as a whole.
func (d *Debugger) hold(ctx context.Context) (err error) {
	s, j := d.s(), &d.judged
	over := !s.GoesOn() && !s.Run.Failed()
	if s.Len() < j.events || s.Len() == j.events && (j.over || !over) {
		return nil
	}
	rows := d.on.answer // who is walked through is not lost to what the judge asks
	all, err := d.o.Judge(ctx, d, over)
	if d.on.answer = rows; err == nil {
		*j = judged{s.Len(), over, all}
	}
	return err
}

// judges says whether the present run is held against claims.
func (d *Debugger) judges() bool { return d.o.Judge != nil && d.s().Live() && d.s().Len() > 0 }

// breaks returns the claims of a live run that it breaks first, of those that are not told to be broken yet, and after
// which event: none if there are none up to the present position.
func (d *Debugger) breaks(ctx context.Context) (first []*runner.Violation, event int, err error) {
	if !d.judges() {
		return nil, 0, nil
	}
	if err := d.hold(ctx); err != nil {
		return nil, 0, err
	}
	here := d.s().LastOf(d.s().Position()) + 1
	for _, v := range d.judged.all {
		at := int(v.Event)
		if at == 0 {
			at = d.judged.events
		}
		switch {
		case at > here || slices.Contains(d.broken, v.Text):
		case first == nil || at < event:
			first, event = []*runner.Violation{v}, at
		case at == event:
			first = append(first, v)
		}
	}
	return first, event, nil
}

// broke has a motion end where the run breaks a claim, if it went past that. What comes next is judged as well, as it
// is made: so not each step has the run judged from the start.
func (d *Debugger) broke(ctx context.Context, m *Motion) (*Motion, error) {
	if g := d.grows; d.judges() && d.s().Len() > d.judged.events {
		left := g.left
		if _, err := d.grow(d.piece()); err != nil {
			return nil, err
		}
		g.left = left
	}
	first, event, err := d.breaks(ctx)
	if err != nil || first == nil {
		return m, err
	}
	if event < d.s().LastOf(d.s().Position())+1 {
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
