package trial

import (
	"fmt"

	"machsim/debugger/linear"
	"machsim/debugger/record"
	"machsim/debugger/runner"
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
func (t *Trial) listen(r *runner.Run) kernel.Tracer {
	calls := linear.NewRecorder()
	t.mu.Lock()
	t.calls[r] = calls
	t.mu.Unlock()
	return calls.Tracer()
}

// unlinear says with which event the remote calls of a run were not linearizable any more; nil if they are.
func (t *Trial) unlinear(r *runner.Run) (first *Failure, err error) {
	t.mu.Lock()
	calls := t.calls[r]
	delete(t.calls, r)
	t.mu.Unlock()
	if calls == nil {
		return nil, nil
	}
	for _, x := range t.models {
		v, err := linear.Check(x.model, calls.Calls())
		if err != nil {
			return nil, &Wrong{linearizableFlag, err}
		}
		t.noteModel(x, v)
		if !v.OK() && (first == nil || uint64(v.Event) < first.Event) {
			first = &Failure{Event: uint64(v.Event), Text: v.What(x.model), Lines: v.Lines()}
		}
	}
	return first, nil
}

func (t *Trial) noteModel(x *linearizing, v *linear.Verdict) {
	t.mu.Lock()
	defer t.mu.Unlock()
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
		flag += " " + x.text
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
