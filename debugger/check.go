package debugger

import (
	"context"
	"fmt"
	"slices"

	"machsim/debugger/query/detect"
	"machsim/debugger/study/halting"
)

// Check says what is asked about a predicate.
type Check struct {
	Predicate string
	Contrary  bool           // it is to be false; where values are missing that it needs, it is neither
	States    States         // in which of the states
	Limit     int            // a search gives up after so many states; 0 for the usual number
	Progress  func(cuts int) // is told now and then how many states were looked at; nil for nobody
	Orders    bool           // of an assertion about time: what it is in other orders of the events is wanted, too
	Control   *Control       // what debuggers without the causal order need to halt there is wanted, too; nil if not
	// Together, of a conjunction: so many of the spans in which it holds are wanted, too, at most. Of a simultaneous
	// predicate some of those in which it is known always are: 0 stands for the usual number.
	Together int
}

// States say which states of a run are meant.
type States uint8

// The states that can be meant. Of predicates about events, the events are meant.
const (
	Consistent States = iota // every consistent one
	Recorded                 // those between the steps of the recorded run
	Last                     // the one at the end
)

// Checked is what the run says to a predicate.
type Checked struct {
	Found     bool      // a state satisfies it
	Position  Position  // the first one
	Event     int       // of Recorded: the event after which it is satisfied first; 1 also if it is so from the start on
	Form      Form      // what sort of predicate it is
	Why       []string  // of Consistent: since when its parts hold, and in which order they came about
	Remarks   []string  // on places in it that the run never comes to
	OnlyCalls string    // which variables were looked at at kernel calls only, as there are no hooks; "" if none were
	Effort    *Effort   // if it was wanted, and the program halts
	Together  *Together // if it was wanted, and a state was found
	Verdict   *Verdict  // of Temporal
	Avoided   *Avoided  // of a Definitely that is false although some state satisfies its condition, or may do so
}

// Limits are sentences on what limits the answer.
func (c *Checked) Limits() []string { return limits(c.Remarks, c.OnlyCalls) }

func limits(remarks []string, onlyCalls string) []string {
	if onlyCalls == "" {
		return remarks
	}
	return append(slices.Clone(remarks), onlyCalls)
}

// The forms of predicates, and the error of a search that was given up at its limit.
type (
	Form      = detect.Form
	Undecided = detect.Undecided
)

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
	return f, shown(err)
}

// OfStatements says whether a predicate speaks of variables or lines, which are looked at at statements where the
// program has hooks: without, its answer may be another one.
func OfStatements(predicate string) bool { return detect.OfStatements(predicate) }

// Check looks for the first state of the present run that satisfies a predicate. A *Mistake error
// says what is wrong with its text; an *Undecided, that the search gave up.
func (d *Debugger) Check(ctx context.Context, c Check) (*Checked, error) {
	return ask(ctx, d, "check", func(context.Context) (*Checked, error) {
		if err := d.fill(&c.Predicate); err != nil {
			return nil, err
		}
		run, read := d.s().Predicates(), d.s().Predicate
		defer func(limit int) { run.Limit, run.Progress = limit, nil }(run.Limit)
		run.Progress = c.Progress
		if c.Limit > 0 {
			run.Limit = c.Limit
		}
		if c.Contrary {
			read = d.s().Contrary
		}
		p, err := read(c.Predicate)
		if err != nil {
			return nil, shown(err)
		}
		if p.Form == Simultaneous && c.Together == 0 {
			c.Together = usuallyKnown
		}
		if c.Control != nil || c.Together > 0 && p.Form != Simultaneous {
			if err := p.Conjunction(); err != nil {
				return nil, err
			}
		}
		x := &Checked{Form: p.Form, Remarks: p.Remarks, OnlyCalls: p.OnlyCalls}
		if d.s().GoesOn() {
			x.Remarks = append(slices.Clone(x.Remarks),
				fmt.Sprintf("that is of the run so far: what comes after event %d is not known", d.s().Len()))
		}
		if d.s().First() > 0 && p.Form != Temporal {
			x.Remarks = append(slices.Clone(x.Remarks), d.ofWindow())
		}
		return x, d.decide(x, p, c)
	})
}

// ofWindow says what an answer about the states of a window is about.
func (d *Debugger) ofWindow() string {
	return fmt.Sprintf("that is of event %d and later: what was before is not known", d.s().First()+1)
}

// decide looks for the first state.
func (d *Debugger) decide(x *Checked, p *detect.Predicate, c Check) (err error) {
	switch {
	case p.Form == Temporal && c.States != Recorded:
		return d.judge(x, p, c)
	case c.States == Recorded:
		return d.recorded(x, p)
	case c.States == Last && p.Form < detect.Linked:
		x.Position = d.at(d.s().End())
		x.Found = p.Holds(x.Position.at) != nil
		return nil
	}
	found, err := p.First()
	if err == nil && found == nil && p.Form == Definitely {
		x.Avoided, err = d.avoided(p)
	}
	if err == nil && found == nil && p.Form != Definitely {
		err = p.Unseen()
	}
	if err != nil || found == nil {
		return err
	}
	x.Found, x.Position, x.Why = true, d.at(found.Position), found.Lines()
	order, err := d.inOrder(p, found)
	if err != nil {
		return err
	}
	x.Why = append(x.Why, order...)
	return d.beside(x, p, c)
}

// usuallyKnown is how many stretches in which a simultaneous predicate is known are told unasked.
const usuallyKnown = 20

// beside adds what else is wanted about a state that was found.
func (d *Debugger) beside(x *Checked, p *detect.Predicate, c Check) (err error) {
	if c.Control != nil {
		x.Effort, err = effort(p, *c.Control)
	}
	if c.Together > 0 && err == nil {
		x.Together, err = d.together(p, c.Together)
	}
	return err
}

// recorded looks for the first state of the recorded order.
func (d *Debugger) recorded(x *Checked, p *detect.Predicate) (err error) {
	at, event, ok, err := p.Recorded()
	if err != nil || !ok {
		return err
	}
	x.Found, x.Position, x.Event = true, d.at(at), event
	return nil
}

// Halted is a run that was halted by messages.
type Halted = halting.Result

// What was halted: a part of the predicate that was met, a task, and a port with messages.
type (
	HaltedPart    = halting.Detected
	HaltedProcess = halting.Process
	HaltedChannel = halting.Channel
)

// IsSimultaneous says whether a predicate is one of what a process knows of others.
func IsSimultaneous(predicate string) bool {
	f, err := detect.Asks(predicate)
	return err == nil && f == detect.Simultaneous
}

// How a process comes to know a simultaneous predicate: at points of the program's text, by what messages carry.
type (
	HaltPoint   = halting.Point
	HaltTold    = halting.Told
	HaltCarried = halting.Carried
)

// HaltOptions say how a run is halted by messages.
type HaltOptions = halting.Options

// Halt makes the present run again, halted by messages when a predicate is met (Miller and Choi).
// The answer's Run is to be closed.
func (d *Debugger) Halt(ctx context.Context, predicate string, o HaltOptions) (*Halted, error) {
	return makes(ctx, d, "halt", func(ctx context.Context) (*Halted, error) {
		o.Stop = ctx.Done()
		r, err := halting.Run(d.s(), predicate, o)
		return r, shown(err)
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
		return x, shown(err)
	})
}
