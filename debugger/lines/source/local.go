package source

import (
	"cmp"
	"slices"

	"machsim/debugger/replay/engine"
	"machsim/kernel"
	"machsim/kernel/hook"
)

// LocalKind is what a local event is (Krawczuk 3.3.1).
type LocalKind uint8

// The kinds of local events.
const (
	Assigned LocalKind = iota // a variable was assigned to, by its own name
	Pointed                   // it was assigned to by a pointer, or by something else that leads to it
	Referred                  // it was read
	CameTo                    // a thread has come to a label or a line
)

var localKinds = [...]string{"assignment-to-variable", "assignment-to-pointer", "reference", "reaching-a-label"}

func (k LocalKind) String() string { return localKinds[k] }

// Writes says whether the event is an assignment.
func (k LocalKind) Writes() bool { return k <= Pointed }

// Local is a local event: something that a statement of a thread does between two kernel calls.
type Local struct {
	Kind   LocalKind
	Thread kernel.ThreadID // who did it
	N      uint64          // the statement
	Event  int             // the thread's last event before it
	Before int             // its last event before the statement: another one if that makes calls
	By     string          // what the statement calls it; "" if it has been changed by code that has no hooks
	// Owner and Serial are the activation of the function whose variable it is; Serial is 0 of variables of packages.
	Owner    kernel.ThreadID
	Serial   uint64
	Old, New string // what it was before and behind the statement; of what is read both are that
	Born     bool   // there was no value before: the variable began to be, or what it was is Unknown
	Edited   bool   // the debugger has set it, in a fork, and no statement
	// After is where the thread can be stopped first when it is done.
	After Hit

	pkg  *hook.Package
	stmt int32
}

// Unknown is what a variable was before the log of a window begins, with whose value there its changes begin.
const Unknown = "?"

// Changed says whether it has another value than before.
func (l *Local) Changed() bool { return l.Kind.Writes() && (l.Born || l.Old != l.New) }

// Place is where the statement stands.
func (l *Local) Place() Place {
	if l.pkg == nil {
		return Place{}
	}
	s := &l.pkg.Stmts[l.stmt]
	f, line := l.pkg.Place(s)
	return Place{Qualified(l.pkg, &l.pkg.Funcs[s.Func]), f.Path, line}
}

// At is where the thread stands before the statement.
func (l *Local) At() Hit { return Hit{Thread: l.Thread, N: l.N, Event: l.Before} }

// Locals makes the run again, and hands over the local events of a subject, with reads also those that read it: some at
// a time, in recorded order. It goes on as long as take returns true.
func (s *Source) Locals(of *Subject, reads bool, call Call, take func([]Local) bool) error {
	return newTracker(s, of, reads, call).find(take)
}

func (t *tracker) find(take func([]Local) bool) error {
	stopped := false
	give := func(int) bool {
		stopped = stopped || !take(t.taken())
		return !stopped
	}
	err := t.s.heard(ear{begun: t.begun, statement: t.statement, arrived: t.arrived, looked: t.looked,
		horizon: t.horizon, stage: give})
	switch {
	case stopped:
		return nil
	case err == nil:
		give(0)
	case err == engine.ErrStopped && stopped:
		err = nil
	}
	return err
}

// taken returns the events that were found since it was called last.
func (t *tracker) taken() []Local {
	for _, d := range t.doers {
		t.close(d, Hit{Thread: d.w.id, N: AtCall, Event: d.w.event})
	}
	all := t.out
	t.out = nil
	slices.SortStableFunc(all, func(a, b Local) int { return cmp.Compare(a.Event, b.Event) })
	t.s.tape.Edits(func(event int, e *kernel.Edit) { edited(all, t.s.tape.First(), event, e) })
	return all
}
