package breakpoint

import (
	"errors"
	"slices"
)

// Variables is a condition on what the thread shows that is stopped (kernel.Thread.Watch).
// Run.Variables reads it.
type Variables struct {
	Text string
	At   int // index of its first byte in the breakpoint's text

	holds func(lane, done int) bool // of a run, nil for none
}

// Holds says whether it holds where the thread would be stopped.
func (v *Variables) Holds(o *Occurrence) (bool, error) {
	if v.holds == nil {
		return false, errors.New("nobody here can tell what the variables are")
	}
	return v.holds(o.Lane, int(o.Done)), nil
}

func (v *Variables) String() string { return v.Text }

// Misread is what is wrong with a condition on variables.
type Misread struct {
	At   int // index of the byte that is wrong
	What string
}

func (m *Misread) Error() string { return m.What }

// bound is a breakpoint whose conditions on variables are those of the run.
func (r *Run) bound(s *Spec) (*Spec, error) {
	b := *s
	b.If = slices.Clone(s.If)
	for i, c := range b.If {
		v, ok := c.(*Variables)
		if !ok {
			continue
		}
		if r.Variables == nil {
			return nil, s.mistake(v.At, "there are no variables here")
		}
		holds, err := r.Variables(v.Text)
		var wrong *Misread
		switch {
		case errors.As(err, &wrong):
			return nil, s.mistake(v.At+wrong.At, "%s", wrong.What)
		case err != nil:
			return nil, err
		}
		b.If[i] = &Variables{v.Text, v.At, holds}
	}
	return &b, nil
}
