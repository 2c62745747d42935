package study

import (
	"context"
	"errors"
	"slices"

	"machsim/debugger"
	"machsim/debugger/choose/strategy"
	"machsim/debugger/run/runner"
	"machsim/kernel"
)

// judge judges a run: it is a runner.Judge.
func (s *Study) judge(o *runner.NewOptions, run *runner.Run, file []byte) (t runner.Tried) {
	t = runner.Plainly(run)
	if t.Err != nil {
		return t
	}
	var reached []runner.Reached
	t.Violation, reached, t.Err = s.broken(o, run, file)
	t.Reached = append(t.Reached, reached...)
	if v := t.Violation; v != nil && v.Event > 0 { // the run ends there
		t.Reached = slices.DeleteFunc(t.Reached, func(r runner.Reached) bool { return r.Event > v.Event })
	}
	t.Failed = t.Failed || t.Violation != nil
	return t
}

// broken returns which claim a run breaks, nil for none, and which it reaches. It looks at predicates only if the run
// has a recording that can be opened, and was not given up.
func (s *Study) broken(o *runner.NewOptions, run *runner.Run, file []byte,
) (first *runner.Violation, reached []runner.Reached, err error) {
	unlinear, err := s.unlinear(run)
	if err != nil || run.State == nil || run.Loop != nil || run.Greedy || run.Broken != nil || run.Main != nil {
		return nil, nil, err
	}
	if len(s.claims) == 0 {
		return unlinear, nil, nil
	}
	ctx := debugger.Until(o.Stop)
	from := debugger.Source{Data: file, Program: o.Program}
	d, err := debugger.Open(ctx, from, debugger.Options{LoopLimit: o.LoopLimit})
	if err != nil {
		return nil, nil, err
	}
	defer d.Close()
	row := strategy.Named(o.Strategy)
	x := &checker{Study: s, ctx: ctx, d: d, seed: o.Seed, cut: run.Cut != strategy.Whole,
		class: row != nil && row.Exhaustive}
	if reached, err = x.reached(); err != nil {
		return nil, nil, err
	}
	first, err = x.first()
	if unlinear != nil && (first == nil || unlinear.Event < first.Event) {
		first = unlinear
	}
	if first == nil && !failed(run) && err == nil {
		first, err = x.atEnd()
	}
	return first, reached, err
}

// failed says whether a run has not done what it should, whatever a Check says of its end.
func failed(run *runner.Run) bool {
	v := run.Violation
	atEnd := v != nil && v.Event == 0 && run.Outcome == kernel.Finished && len(run.State.Failures) == 0
	return run.Failed() && !atEnd
}

// checker checks the claims of one run.
type checker struct {
	*Study
	ctx   context.Context
	d     *debugger.Debugger
	seed  uint64
	cut   bool // it has not come to its end
	class bool // it stands for all runs with the same events in another order
}

// live judges a live run as far as it has come: it is a debugger.Judge. What the run does not know at its end that is
// claimed of it is told as if it were broken.
func (s *Study) live(ctx context.Context, d *debugger.Debugger, over bool) ([]*runner.Violation, error) {
	x := &checker{Study: s, ctx: ctx, d: d, seed: s.options.Seed}
	all, err := x.each()
	for _, m := range s.models {
		if err == nil {
			all, err = m.live(ctx, d, over, all)
		}
	}
	if err == nil && over {
		var v *runner.Violation
		if v, err = x.atEnd(); v != nil {
			all = append(all, v)
		}
		if wrong := s.Unknown(); wrong != nil {
			all = append(all, &runner.Violation{Text: wrong.Error()})
		}
	}
	return all, err
}

// first finds the first step after which a claim about every step is broken.
func (x *checker) first() (first *runner.Violation, err error) {
	all, err := x.each()
	for _, v := range all {
		if first == nil || v.Event < first.Event {
			first = v
		}
	}
	return first, err
}

// each finds the first step after which each of the claims is broken that are about every step.
func (x *checker) each() (all []*runner.Violation, err error) {
	for _, c := range x.claims {
		if c.kind > never {
			continue
		}
		found, _, err := x.ask(c, debugger.Check{States: debugger.Recorded, Contrary: c.kind == always})
		if err != nil {
			return nil, err
		}
		if found.Found {
			all = append(all,
				&runner.Violation{Event: uint64(found.Event), Text: broken[c.kind] + c.text, Why: within(found)})
		}
	}
	return all, nil
}

// within says where a claim is broken, if that is between two calls.
func within(found *debugger.Checked) []string {
	if found.Position.AtCalls() {
		return nil
	}
	return []string{"look at it in the debugger: goto " + found.Position.String()}
}

// atEnd finds a claim that is broken at the end of a run, or by a state that the run could have come to.
func (x *checker) atEnd() (*runner.Violation, error) {
	for _, c := range x.claims {
		q, asks := x.whole(c)
		if !asks {
			continue
		}
		found, unknown, err := x.ask(c, q)
		v := &runner.Violation{Text: broken[c.kind] + c.text}
		switch {
		case err != nil:
			return nil, err
		case c.kind == finally && unknown != nil:
			v.Text += " (" + unknown.What + ")"
			return v, nil
		case c.kind == finally && isOpen(found): // a person has ended the run: nothing is known of its end
		case c.kind == finally && !found.Found:
			return v, nil
		case c.kind != finally && found.Found:
			v.Why = append(found.Why, "look at it in the debugger: start, stop if "+c.condition()+", continue")
			if c.kind != noState {
				v.Text += ", in another order of the same events"
			}
			return v, nil
		}
	}
	return nil, nil
}

// isOpen says whether a run was cut before it has decided a claim.
func isOpen(found *debugger.Checked) bool {
	v := found.Verdict
	return v != nil && v.Truth == debugger.IsUnknown && !v.Complete
}

// whole is what is asked of a whole run about a claim, if anything is.
func (x *checker) whole(c claim) (q debugger.Check, asks bool) {
	switch c.kind {
	case sometimes:
		return q, false
	case finally:
		return debugger.Check{States: debugger.Last}, !x.cut
	case noState:
		return debugger.Check{States: debugger.Consistent}, true
	}
	form, _ := debugger.Asks(c.predicate())
	return debugger.Check{States: debugger.Consistent, Contrary: c.kind == always}, x.class && form != debugger.Temporal
}

// condition is what is true in a state that breaks the claim.
func (c claim) condition() string {
	if c.kind == always {
		return "not (" + c.predicate() + ")"
	}
	return c.predicate()
}

// ask evaluates a claim in the run. If the run does not know a name in it, nothing is found, and unknown
// is the mistake. What a run that was cut leaves open is no mistake: that is noted.
func (x *checker) ask(c claim, q debugger.Check) (found *debugger.Checked, unknown *debugger.Mistake, err error) {
	q.Predicate = c.predicate()
	found, err = x.d.Check(x.ctx, q)
	switch open := (*debugger.Undecided)(nil); {
	case err == nil:
	case errors.As(err, &open) && open.Open:
		found = &debugger.Checked{Verdict: &debugger.Verdict{Truth: debugger.IsUnknown}}
	case errors.As(err, &unknown) && unknown.Absent:
		found = &debugger.Checked{}
	default:
		return nil, nil, c.wrong(err)
	}
	x.note(c, x.seed, found, unknown)
	return found, unknown, nil
}
