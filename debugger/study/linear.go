package study

import (
	"context"
	"fmt"

	"machsim/debugger"
	"machsim/debugger/record"
	"machsim/debugger/run/runner"
	"machsim/debugger/study/linear"
	"machsim/kernel"
)

// linearizableFlag is what the command line calls a claim that calls are linearizable.
var linearizableFlag = "--" + record.ClaimKinds[len(flags)]

// linearizing is a model that the remote calls of each run are held against.
type linearizing struct {
	text  string // of a predefined model; "" for another one
	model *linear.Model

	runs, none, undecided int // that were judged, of which none has a call that counts, and in which the search gave up
}

// held returns the models of claims that have passed their Check.
func (c *Claims) held() (all []*linearizing) {
	for _, text := range c.Linearizable {
		if m, err := linear.Parse(text); err == nil {
			all = append(all, &linearizing{text: text, model: m})
		}
	}
	for _, m := range c.Models {
		all = append(all, &linearizing{model: m})
	}
	return all
}

// String is the claim as the command line has it; that a model of a test's own is called by its name.
func (x *linearizing) String() string {
	if x.text == "" {
		return linearizableFlag + " " + x.model.Name
	}
	return linearizableFlag + " " + x.text
}

// checkModels returns a *Wrong if a claim about remote calls is wrong.
func (c *Claims) checkModels() error {
	for _, text := range c.Linearizable {
		if _, err := linear.Parse(text); err != nil {
			return &Wrong{linearizableFlag, err}
		}
	}
	for _, m := range c.Models {
		if err := m.Check(); err != nil {
			return &Wrong{linearizableFlag, err}
		}
	}
	return nil
}

// listen takes down the remote calls of a run.
func (s *Study) listen(r *runner.Run) kernel.Tracer {
	calls := linear.NewRecorder()
	s.mu.Lock()
	s.calls[r] = calls
	s.mu.Unlock()
	return calls.Tracer()
}

// unlinear says with which event the remote calls of a run were not linearizable any more; nil if they are.
func (s *Study) unlinear(r *runner.Run) (first *runner.Violation, err error) {
	s.mu.Lock()
	calls := s.calls[r]
	delete(s.calls, r)
	s.mu.Unlock()
	if calls == nil {
		return nil, nil
	}
	for _, x := range s.models {
		v, err := linear.Check(x.model, calls.Calls())
		if err != nil {
			return nil, &Wrong{linearizableFlag, err}
		}
		s.noteModel(x, v)
		if !v.OK() && (first == nil || uint64(v.Event) < first.Event) {
			first = &runner.Violation{Event: uint64(v.Event), Text: v.What(x.model), Why: v.Lines()}
		}
	}
	return first, nil
}

// live adds with which event the remote calls of a live run are not as the model any more; over, that this is not
// known, or that there are none. A model without a name is of a test, which makes no such run.
func (x *linearizing) live(
	ctx context.Context, d *debugger.Debugger, over bool, all []*runner.Violation,
) ([]*runner.Violation, error) {
	switch r, err := d.Linearizable(ctx, x.text); {
	case err != nil:
		return nil, &Wrong{linearizableFlag, err}
	case r.Text != "":
		return append(all, &runner.Violation{Event: r.Event, Text: r.Text, Why: r.Lines()}), nil
	case over && (r.Undecided || r.Calls == 0):
		return append(all, &runner.Violation{Text: x.String() + ": " + r.String()}), nil
	}
	return all, nil
}

func (s *Study) noteModel(x *linearizing, v *linear.Verdict) {
	s.mu.Lock()
	defer s.mu.Unlock()
	x.runs++
	if v.Calls == 0 {
		x.none++
	}
	if v.Undecided {
		x.undecided++
	}
}

// remarks returns sentences on what the model did not decide.
func (x *linearizing) remarks() (all []string) {
	flag := linearizableFlag
	if x.text != "" {
		flag = x.String()
	}
	if x.runs > 0 && x.none == x.runs {
		all = append(all, flag+": no run has a remote call that counts: the names of a port or of types may be misspelt")
	}
	if x.undecided > 0 {
		all = append(all, fmt.Sprintf("%s: of %d runs it is not known, for the search gave up after %d steps", flag,
			x.undecided, linear.Limit))
	}
	return all
}
