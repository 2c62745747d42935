package repl

import (
	"errors"

	"machsim/debugger/breakpoint"
	"machsim/debugger/predicate"
)

// onVariables reads the condition of a breakpoint on what its thread shows.
func (p *Prompt) onVariables(text string) (func(lane, done int) bool, error) {
	c, grown, err := p.s.Condition(text)
	if grown {
		p.grown()
	}
	var wrong *predicate.Mistake
	switch {
	case errors.As(err, &wrong):
		return nil, &breakpoint.Misread{At: wrong.At, What: wrong.What}
	case err != nil:
		return nil, err
	}
	return c.Standing, nil
}
