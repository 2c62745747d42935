package breakpoint

import (
	"errors"
	"slices"
)

// Variables is a condition on what the thread shows that is stopped (kernel.Thread.Watch).
type Variables struct {
	Text string
	At   int // index of its first byte in the breakpoint's text

	holds func(lane, done int) bool // of a run; nil until Run.Match has had it read
}

// Holds says whether it holds where the thread would be stopped. It needs a Spec that Run.Match
// has bound to a run.
func (v *Variables) Holds(o *Occurrence) (bool, error) {
	if v.holds == nil {
		return false, errors.New("nobody here can tell what the variables are")
	}
	return v.holds(o.Lane, int(o.Done)), nil
}

func (v *Variables) String() string { return v.Text }

// bound is a breakpoint whose conditions on variables are those of the run.
func (r *Run) bound(s *Spec) (*Spec, error) {
	b := *s
	b.If = slices.Clone(s.If)
	for i, c := range b.If {
		v, ok := c.(*Variables)
		if !ok {
			continue
		}
		holds, err := r.read(v.Text)
		var wrong *Mistake
		switch {
		case errors.As(err, &wrong):
			m := s.mistake(v.At+wrong.At, "%s", wrong.What)
			m.Absent = wrong.Absent
			return nil, m
		case err != nil:
			return nil, err
		}
		b.If[i] = &Variables{v.Text, v.At, holds}
	}
	return &b, nil
}
