package report

import (
	"slices"
	"strings"
	"unicode"

	"machsim/debugger/cycle"
	"machsim/debugger/runner"
	"machsim/debugger/waitfor"
	"machsim/kernel"
)

// Failure says by what a run failed, so that failures of several runs of a program can be told apart: equal ones are
// the same failure. That of a run that ended well is the zero Failure.
type Failure struct {
	Verdict Verdict `json:"verdict"`
	// What is the same in every schedule: the objects that threads wait at in vain, in order, or the text of a check, a
	// panic or the like with a star for each number; "" if the verdict says all.
	What string `json:"what,omitempty"`
}

// String returns the failure in a line.
func (f Failure) String() string {
	if f.What == "" {
		return string(f.Verdict)
	}
	return string(f.Verdict) + ": " + f.What
}

// FailureOf returns by what a run failed that has ended and is not closed.
func FailureOf(r *runner.Run) Failure {
	if !r.Failed() {
		return Failure{}
	}
	ending := endingOf(r)
	f := Failure{Verdict: ending.Verdict()}
	switch f.Verdict {
	case Deadlock, Stuck:
		f.What = objects(r.State)
	case Livelock:
		f.What = cycle.Who(ending.Text)
	case CheckFailed, Panic, Misuse, Unhandled, Goexit:
		f.What = Numberless(ending.Text)
	}
	return f
}

// objects names what the threads of a run that is stuck wait at: those of the cycle, if there is one, and else all but
// idle servers and those that wait for others to end.
func objects(s *kernel.State) string {
	rows := waitfor.Of(s)
	cycle := waitfor.Cycle(rows)
	var names []string
	for i := range rows {
		switch r := &rows[i]; {
		case len(cycle) > 0 && !slices.Contains(cycle, r.Thread), r.Idle, len(cycle) == 0 && r.Reason == waitfor.Join:
		default:
			names = append(names, s.ObjectName(r.At))
		}
	}
	slices.Sort(names)
	return strings.Join(slices.Compact(names), ", ")
}

// Numberless is a text with N in place of each number.
func Numberless(s string) string {
	var b strings.Builder
	in := false
	for _, c := range s {
		digit := unicode.IsDigit(c)
		if digit && !in {
			b.WriteByte('N')
		} else if !digit {
			b.WriteRune(c)
		}
		in = digit
	}
	return b.String()
}
