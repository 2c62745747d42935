package debugger

import (
	"errors"

	"machsim/debugger/lang"
)

// Mistake is the error of a breakpoint or a predicate with a mistake in it. Its text shows where that
// is; the fields say it to faces that mark it in another way.
type Mistake struct {
	*lang.Mistake
}

func (m *Mistake) Error() string { return m.Show() }

func (m *Mistake) Unwrap() error { return m.Mistake }

// SyntaxError is the error of a breakpoint that cannot be read, whatever the run.
type SyntaxError struct{ error }

func (e *SyntaxError) Unwrap() error { return e.error }

// shown is an error with the mistake in it shown, if it is one.
func shown(err error) error {
	if m := (*lang.Mistake)(nil); errors.As(err, &m) {
		return &Mistake{m}
	}
	return err
}
