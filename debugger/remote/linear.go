package remote

import (
	"fmt"

	"machsim/debugger/study/linear"
)

// Linear says whether the remote calls of a run are linearizable.
type Linear struct {
	Model     string // what they are held against
	Calls     int    // that count
	Undecided bool   // the search for an order gave up, or Since says why
	Since     int    // the calls before this event are not known; 0 if all are
	Event     uint64 // with this event there is no order any more; 0 if the calls are linearizable
	Text      string // what does not fit, in a sentence; "" if nothing
	State     string // of the model at first, or before the call that does not fit
	Steps     []LinearStep
	lines     []string
}

// Lines tell of the order that explains all answers before, and of the call that does not fit.
func (x *Linear) Lines() []string { return x.lines }

// LinearStep is a remote call in an order that explains the answers, or one that fits none.
type LinearStep struct {
	Number   int
	Caller   string
	Request  string
	Answer   string // "" if the caller has none
	Sent     uint64
	Received uint64 // 0 if the caller has no answer
	Fits     string // LinearFits, LinearUnfit or LinearBeside
	State    string // of the model after it
}

// What a LinearStep is in the order.
const (
	LinearFits   = "fits"
	LinearUnfit  = "does not fit"
	LinearBeside = "on its way"
)

// Linearizable says whether the remote calls of the present run, whole, are linearizable as a predefined
// model, such as "map:port=bank".
func (d In) Linearizable(model string) (*Linear, error) {
	m, err := linear.Parse(model)
	if err != nil {
		return nil, err
	}
	if n := d.S.First(); n > 0 {
		return &Linear{Model: m.Name, Undecided: true, Since: n + 1}, nil
	}
	calls := linear.NewRecorder()
	if err := d.S.Events(0, d.S.Len(), calls.Tracer().Event); err != nil {
		return nil, err
	}
	v, err := linear.Check(m, calls.Calls())
	if err != nil {
		return nil, err
	}
	return newLinear(m, v), nil
}

func newLinear(m *linear.Model, v *linear.Verdict) *Linear {
	x := &Linear{Model: m.Name, Calls: v.Calls, Undecided: v.Undecided, Event: uint64(v.Event),
		Text: v.What(m), State: v.State, lines: v.Lines()}
	if v.OK() {
		return x
	}
	for i := range v.Before {
		x.add(&v.Before[i].Call, LinearFits, v.Before[i].State)
	}
	x.add(v.Call, LinearUnfit, "")
	for i := range v.Beside {
		x.add(&v.Beside[i], LinearBeside, "")
	}
	return x
}

func (x *Linear) add(c *linear.Call, fits, state string) {
	s := LinearStep{Number: int(c.Number), Caller: c.Caller, Request: linear.Words(&c.Asked), Sent: uint64(c.Sent),
		Received: uint64(c.Received), Fits: fits, State: state}
	if c.Answer != nil {
		s.Answer = linear.Words(c.Answer)
	}
	x.Steps = append(x.Steps, s)
}

// Events are the events of the steps, from 0: their answers, or else their requests.
func (x *Linear) Events() (all [][]int) {
	for i := range x.Steps {
		n := x.Steps[i].Received
		if n == 0 {
			n = x.Steps[i].Sent
		}
		all = append(all, []int{int(n) - 1})
	}
	return all
}

// String says in a sentence whether the calls are linearizable.
func (x *Linear) String() string {
	switch {
	case x.Text != "":
		return x.Text
	case x.Since > 0:
		return fmt.Sprintf("not decided: that depends on the calls before event %d", x.Since)
	case x.Undecided:
		return fmt.Sprintf("not known: the search gave up after %d steps of the model", linear.Limit)
	case x.Calls == 0:
		return "no remote call counts: the names of a port or of types may be misspelt"
	}
	return fmt.Sprintf("linearizable as a %s: %d remote calls", x.Model, x.Calls)
}

// LinearModels are the names of the predefined models of Linearizable.
func LinearModels() []string { return linear.Names() }

// LinearHelp lists the predefined models, with their settings.
func LinearHelp() string { return linear.Help() }

// LinearMistake says what is wrong with the name of a model, or its settings; nil if nothing is.
func LinearMistake(model string) error {
	_, err := linear.Parse(model)
	return err
}
