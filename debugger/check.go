package debugger

import (
	"context"
	"errors"

	"machsim/debugger/present"
	"machsim/debugger/query/check"
	"machsim/debugger/query/detect"
	"machsim/debugger/session"
	"machsim/debugger/study/halting"
	"machsim/kernel"
)

// What is asked about a predicate, what the run says, and the error of a search that was given up at its limit.
type (
	Check     = check.Check
	States    = check.States
	Checked   = check.Checked
	Form      = detect.Form
	Undecided = detect.Undecided
	Avoided   = check.Avoided
	Control   = check.Control
	Effort    = check.Effort
	Asked     = check.Asked
	Together  = check.Together
	Knows     = check.Knows
	Verdict   = check.Verdict
	Orders    = check.Orders
	Truth     = check.Truth
	Refuted   = check.Refuted
)

// Of which states something is asked, and what can be known of an assertion.
const (
	Consistent = check.Consistent
	Recorded   = check.Recorded
	Last       = check.Last
	IsTrue     = check.IsTrue
	IsFalse    = check.IsFalse
	IsUnknown  = check.IsUnknown
)

// MostDelay is the greatest Control.Delay that a face offers.
const MostDelay = 1_000_000

// DefaultLimit is after how many states a search gives up when nothing else is said.
const DefaultLimit = detect.DefaultLimit

// The forms that ask for more than the first state that satisfies a condition, or for events.
const (
	Linked       = detect.Linked
	Concurrent   = detect.Concurrent
	Simultaneous = detect.Simultaneous
	Possibly     = detect.Possibly
	Definitely   = detect.Definitely
	Temporal     = detect.Temporal
)

// Asks says what sort of predicate a text is, as far as the text alone tells: Linked, Concurrent, Simultaneous,
// Possibly, Definitely, or a condition on one state, whatever that is made of. A *Mistake error says
// that it cannot be read.
func Asks(predicate string) (Form, error) {
	f, err := detect.Asks(predicate)
	return f, present.Shown(err)
}

// OfStatements says whether a predicate speaks of variables or lines, which are looked at at statements where the
// program has hooks: without, its answer may be another one.
func OfStatements(predicate string) bool { return detect.OfStatements(predicate) }

// Check looks for the first state of the present run that satisfies a predicate. A *Mistake error
// says what is wrong with its text; an *Undecided, that the search gave up.
func (d *Debugger) Check(ctx context.Context, c Check) (*Checked, error) {
	return ask(ctx, d, "check", func(context.Context) (*Checked, error) {
		if err := d.values().Fill(&c.Predicate); err != nil {
			return nil, err
		}
		return d.checked().Check(c)
	})
}

// checked is the present run, to be held against predicates.
func (d *Debugger) checked() check.In { return check.In{In: d.in()} }

// A run that was halted by messages, and what was halted: a part of the predicate that was met, a task, and a port with
// messages.
type (
	Halted        = halting.Result
	HaltedPart    = halting.Detected
	HaltedProcess = halting.Process
	HaltedChannel = halting.Channel
)

// IsSimultaneous says whether a predicate is one of what a process knows of others.
func IsSimultaneous(predicate string) bool {
	f, err := detect.Asks(predicate)
	return err == nil && f == detect.Simultaneous
}

// How a run is halted by messages: by which a process comes to know a simultaneous predicate at points of the program's
// text.
type (
	HaltOptions = halting.Options
	HaltPoint   = halting.Point
	HaltTold    = halting.Told
)

// Halt makes the present run again, halted by messages when a predicate is met (Miller and Choi).
// The answer's Run is to be closed.
func (d *Debugger) Halt(ctx context.Context, predicate string, o HaltOptions) (*Halted, error) {
	return makes(ctx, d, "halt", func(ctx context.Context) (*Halted, error) {
		o.Stop = ctx.Done()
		r, err := halting.Run(d.s(), predicate, o)
		return r, present.Shown(err)
	})
}

// Snapshot is a run of which a snapshot was taken by messages, while it went on.
type Snapshot = halting.Snapshot

// Snapshot makes the present run again, and takes a snapshot of it by messages when a predicate is met (Chandy and
// Lamport). The answer's Run is to be closed.
func (d *Debugger) Snapshot(ctx context.Context, predicate string, o HaltOptions) (*Snapshot, error) {
	return makes(ctx, d, "snapshot", func(ctx context.Context) (*Snapshot, error) {
		o.Stop = ctx.Done()
		x, err := halting.Snap(d.s(), predicate, o)
		return x, present.Shown(err)
	})
}

// Halts lists the halts of hosts up to the present position.
func (d *Debugger) Halts(ctx context.Context) ([]Halt, error) {
	return rowsOf(ctx, d, "halts", (*session.Session).Halts)
}

// catchUp goes to the end of what is seen of a live run before a halt or its end: agents act where the run has come to,
// not where one looks at it.
func (d *Debugger) catchUp(c Change) error {
	switch c.(type) {
	case HaltHost, ResumeHalt:
		if d.s().GoesOn() && !d.acts() {
			return d.s().MoveTo(d.s().End())
		}
	}
	return nil
}

// A run that was halted by agents and went on, what came of many, how one is halted and goes on, and how hosts are.
type (
	WentOn      = halting.WentOn
	Surveyed    = halting.Surveyed
	GoOnOptions = halting.GoOnOptions
	Agents      = kernel.Agents
)

// HaltFor makes the present run again, halted by agents where a predicate is met first, for a time, and says whether
// the program can tell (Cooper, chapters 4 and 5). The answer's Run is to be closed.
func (d *Debugger) HaltFor(ctx context.Context, predicate string, o GoOnOptions) (*WentOn, error) {
	return makes(ctx, d, "halt", func(ctx context.Context) (*WentOn, error) {
		p, err := d.s().Predicate(predicate)
		if err != nil {
			return nil, present.Shown(err)
		}
		_, event, ok, err := p.Recorded()
		switch {
		case err != nil:
			return nil, present.Shown(err)
		case !ok:
			return nil, errors.New("the run never satisfies it: there is nothing to halt")
		}
		o.Stop = ctx.Done()
		return halting.GoOn(d.s(), []halting.Stop{{After: event, Host: d.beginsAt(event - 1)}}, o)
	})
}

// beginsAt is the host at which an event takes place; the first one for what is of none.
func (d *Debugger) beginsAt(event int) kernel.HostID {
	end := d.s().Final()
	if id := d.s().ThreadIn(d.s().LaneAt(event)); id != 0 {
		return end.Tasks.At(uint32(end.Threads.At(uint32(id)).Task)).Host
	}
	for id := range end.Hosts.All {
		return kernel.HostID(id)
	}
	return 0
}

// SurveyHalts halts runs of a program, with seeds from one on, at random places, and says in how many of them it could
// tell.
func SurveyHalts(p *kernel.Program, seed uint64, runs int, o GoOnOptions) (*Surveyed, error) {
	return halting.Survey(p, seed, runs, o)
}
