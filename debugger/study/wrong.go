package study

import (
	"fmt"

	"machsim/ipc/quote"
)

// Unfit is the error of a recording that is damaged, or that the program does not make again. It says nothing if that
// was told.
type Unfit struct{ Text string }

func (u *Unfit) Error() string { return u.Text }

// Failed is the error of runs that have failed, or of which it is not known whether they are well. It says nothing if
// that was told.
type Failed struct{ Text string }

func (f *Failed) Error() string { return f.Text }

// unfit returns an Unfit of one line, whatever characters are in args.
func unfit(format string, args ...any) error { return &Unfit{quote.Line(fmt.Sprintf(format, args...))} }

// mistaken returns an error of one line.
func mistaken(format string, args ...any) error {
	return fmt.Errorf("%s", quote.Line(fmt.Sprintf(format, args...)))
}
