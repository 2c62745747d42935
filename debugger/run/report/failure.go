package report

import (
	"slices"
	"strings"
	"unicode"

	"machsim/debugger/event/waitfor"
	"machsim/debugger/record"
	"machsim/debugger/run/cycle"
	"machsim/debugger/run/runner"
)

// Failure says by what a run failed, so that failures of several runs of a program can be told apart: equal ones are
// the same failure. That of a run that ended well is the zero Failure.
type Failure struct {
	Verdict Verdict `json:"verdict"`
	// What is the same in every schedule: the objects that threads wait at in vain, in order, how much memory was too
	// much, or the text of a check, a panic or the like with a star for each number; "" if the verdict says all.
	What string `json:"what,omitempty"`
}

// String returns the failure in a line.
func (f Failure) String() string {
	if f.What == "" {
		return string(f.Verdict)
	}
	return string(f.Verdict) + ": " + f.What
}

// Fails says whether a run has failed that has ended, or the recorded one of which it is the replay: what a condition
// found wrong at the end of that, nobody looks for in the replay.
func Fails(r *runner.Run) bool {
	return r.Failed() || r.Replayed() != nil && endingOf(r).Kind == record.Condition
}

// FailureOf returns by what a run failed that has ended and is not closed.
func FailureOf(r *runner.Run) Failure {
	if !Fails(r) {
		return Failure{}
	}
	ending := endingOf(r)
	f := Failure{Verdict: ending.Verdict()}
	switch f.Verdict {
	case Deadlock, Stuck:
		f.What = objects(r)
	case Livelock:
		f.What = cycle.Who(ending.Text)
	case Memory:
		f.What = ending.Text
	case CheckFailed, Panic, Misuse, Unhandled, Goexit:
		f.What = Numberless(ending.Text)
	}
	return f
}

// Broken is by what a run fails that breaks what is claimed of it.
func Broken(v *runner.Violation) Failure {
	return Failure{Verdict: CheckFailed, What: Numberless(v.Text)}
}

// Failed is a failure of a run, and where.
type Failed struct {
	Failure
	Event  uint64 // 0 at the end
	Thread int    // its number among kernel.State.Failures, if a thread has stopped with it; else -1
}

// FailuresOf returns by what a run failed, in the order of events: there is more than one failure only if it has
// survived some. What threads come to that wait for one which has failed is none.
func FailuresOf(r *runner.Run) (all []Failed) {
	if !Fails(r) {
		return nil
	}
	f := Failed{Failure: FailureOf(r), Thread: -1}
	if r.Violation != nil {
		f.Event = r.Violation.Event
	}
	if r.State == nil || len(r.State.Failures) == 0 {
		return append(all, f)
	}
	for i, x := range r.State.Failures {
		e := record.Ending{Kind: x.Kind.String()}
		all = append(all, Failed{Failure{e.Verdict(), Numberless(x.Text)}, x.Step, i})
	}
	switch f.Verdict {
	case OK, Deadlock, Stuck, NoEnd, Livelock, Memory, Interrupted, Halted:
		return all
	}
	if r.Violation == nil {
		f.Event = r.State.Steps
	}
	at := slices.IndexFunc(all, func(x Failed) bool { return x.Event >= f.Event })
	if at < 0 {
		at = len(all)
	}
	return slices.Insert(all, at, f)
}

// objects names what the threads of a run that is stuck wait at: those of the cycle, if there is one, and else all but
// servers that are idle, name servers, and those that wait for others to end. It is by given names, which do not depend
// on what else is in a run.
func objects(r *runner.Run) string {
	s := r.State.AsGiven()
	rows, servers := waitfor.Of(s), Servers(r)
	cycle := waitfor.Cycle(rows)
	var names []string
	for i := range rows {
		switch row := &rows[i]; {
		case len(cycle) > 0 && !slices.Contains(cycle, row.Thread), row.Idle, servers[row.Task],
			len(cycle) == 0 && row.Reason == waitfor.Join:
		default:
			names = append(names, s.ObjectName(row.At))
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
