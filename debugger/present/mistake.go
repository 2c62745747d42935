package present

import (
	"errors"

	"machsim/debugger/event/text"
)

// Mistake is the error of a breakpoint or a predicate with a mistake in it. Its text shows where that
// is; the fields say it to faces that mark it in another way.
type Mistake struct {
	*text.Mistake
}

func (m *Mistake) Error() string { return m.Show() }

func (m *Mistake) Unwrap() error { return m.Mistake }

// SyntaxError is the error of a breakpoint that cannot be read, whatever the run.
type SyntaxError struct{ Err error }

func (e *SyntaxError) Error() string { return e.Err.Error() }

func (e *SyntaxError) Unwrap() error { return e.Err }

// Shown is an error with the mistake in it shown, if it is one.
func Shown(err error) error {
	if m := (*text.Mistake)(nil); errors.As(err, &m) {
		return &Mistake{m}
	}
	return err
}

// ErrNoStatements is the error of a method that needs the statements of a program that was built without hooks.
var ErrNoStatements = errors.New("the lines between kernel calls are not known here")
