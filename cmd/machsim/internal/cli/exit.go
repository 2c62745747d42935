package cli

import (
	"errors"
	"fmt"
	"time"

	"machsim/debugger"
	"machsim/debugger/study"
	"machsim/ipc/quote"
)

// Exit codes.
const (
	ExitOK     = 0 // the program did what it should
	ExitFailed = 1 // the program failed
	ExitWrong  = 2 // the command was wrong
	ExitUnfit  = 3 // a recording is damaged, or the run is not the recorded one
)

// Exit ends a command with a code other than 0. If err is nil, the cause has been printed.
type Exit struct {
	Code int
	Err  error
}

func (e Exit) Error() string {
	if e.Err == nil {
		return ""
	}
	return e.Err.Error()
}

// Wrong returns the exit for a wrong command; the sentence says what to do.
func Wrong(format string, args ...any) error {
	return WrongBy(sentence(format, args))
}

// TooSmall returns the error for a flag whose number is not above 0.
func TooSmall(flag string, n int) error { return Wrong("--%s must be above 0, not %d", flag, n) }

// TooShort returns the error for a flag whose time is not above 0.
func TooShort(flag string, d time.Duration) error {
	like := "10s or 2m"
	if flag == "loop-limit" {
		like = "500ms or 2s"
	}
	return Wrong("--%s must be a time above 0, such as %s, not %v", flag, like, d)
}

// sentence returns an error of one line, whatever characters are in args.
func sentence(format string, args []any) error {
	return errors.New(quote.Line(fmt.Sprintf(format, args...)))
}

// Unfit returns the exit for a recording that is damaged or does not fit.
func Unfit(format string, args ...any) error { return Exit{ExitUnfit, sentence(format, args)} }

// WrongBy is Wrong with an error that says so.
func WrongBy(err error) error { return Exit{ExitWrong, err} }

// FailedBy is the exit for a command that could not be done to its end.
func FailedBy(err error) error { return Exit{ExitFailed, err} }

// Failed is the exit for a run that has been reported as failed.
var Failed = Exit{Code: ExitFailed}

// ExitOf is how a command ends with an error, of its own or of runs.
func ExitOf(err error) Exit {
	var known Exit
	var unfit *study.Unfit
	var fails *study.Failed
	var given *debugger.Interrupted
	var undecided *debugger.Undecided
	switch {
	case errors.As(err, &known):
		return known
	case errors.As(err, &unfit):
		return Exit{ExitUnfit, err}
	case errors.As(err, &fails), errors.As(err, &given), errors.As(err, &undecided):
		return Exit{ExitFailed, err}
	}
	return Exit{ExitWrong, study.Pictured(err)}
}
