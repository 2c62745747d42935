package simtest

import (
	"context"
	"slices"
	"strings"

	"machsim/debugger/study"
	"machsim/kernel"
)

// Cause says of a run that fails from which event on that was certain, and what decided it, as machsim cause does: it
// takes up to some thousand runs, each looked at by the conditions of the test. A run that is the same up to the choice
// that decided, and ends well, is recorded beside the failing one.
func Cause() Option { return func(p *plan) { p.causes = true } }

// cause says what the cause of a failure is that is recorded in a file.
func (p *plan) cause(s *study.Study, run *study.Ran, path string) (string, error) {
	rec, err := s.Recorded(run, path)
	if err != nil {
		return "", err
	}
	o := study.UsualCausing
	o.Runs = mostRuns
	x, err := rec.Cause(context.Background(), o)
	if err != nil {
		return "", err
	}
	text := strings.TrimSpace(x.Text(causeWidth))
	if err := x.Save(rec.Beside("well")); err != nil || x.Well == nil {
		return text, err
	}
	return text + "\nthe run that ends well: " + x.Well.File, nil
}

// causeWidth is how wide the lines of a cause are.
const causeWidth = 100

// Looking returns the conditions of Go functions that options have, if one of them says that text of a run it finds
// wrong; nil if none does. It is for who has a recording that such a condition has ended.
func Looking(p *kernel.Program, text string, options ...Option) func(*study.Running) study.Check {
	plan := newPlan("", p, options)
	if all := slices.Concat(plan.always, plan.finally); slices.ContainsFunc(all, func(c condition) bool {
		return c.text == text
	}) {
		return plan.check
	}
	return nil
}

// Modelled returns the models that options have, if calls are not linearizable as one of them, says that text of a run;
// nil otherwise. It is for who has a recording of that run.
func Modelled(p *kernel.Program, text string, options ...Option) []*Model {
	all := newPlan("", p, options).options.Claims.Models
	if slices.ContainsFunc(all, func(m *Model) bool { return m.Says(text) }) {
		return all
	}
	return nil
}
