// Package strategy holds those who choose: who takes the next step of a run, which of the waiters is
// woken, and everything else that may differ between two runs.
//
// A Strategy lives across the runs of a search, so it may learn from each for the next. To every run
// it gives a Door, which makes the choices of that one. All lists the strategies; a recording, a report
// and the command line know them by their names.
package strategy

import (
	"slices"
	"strings"

	"machsim/debugger/choose/explore"
	"machsim/debugger/event/text"
	"machsim/kernel"
)

// Strategy makes the choices of the runs of a search.
type Strategy interface {
	// Begin begins a run, and returns the Door that makes its choices; nil if there are no more runs. A Door that
	// is a kernel.Log, too, is told of the steps, unless the run has another one.
	// The run begun last may be begun once more, to be looked at: it gets the same choices.
	Begin(r Run) kernel.Door
	// End is told how the n-th run of the search has ended.
	End(n int, e Ended)
}

// Run is a run to be begun.
type Run struct {
	N     int                   // its number in the search, from 0
	Seed  uint64                // what it is called by; with many runs each has another
	Input func() (string, bool) // console input for the Door to pass on, nil for none

	FreeTimers bool // timers fire at any moment, as kernel.Config says
	Weak       bool // any waiter is woken, likewise
	KeepGoing  bool // an exception that nobody handles ends its task alone, likewise

	Bounds    Bounds // of an exhaustive search
	ByReceipt bool   // its classes are those by receipt
}

// Cut says why a strategy has ended a run before the program did.
type Cut = explore.Cut

// Why runs end.
const (
	Whole = explore.Whole // the program has ended it
	Bound = explore.Bound // a bound does not let it go on
	Known = explore.Known // it has come to what another run has shown
	After = explore.After // a thread has failed long before
	Spins = explore.Spins // a thread goes round in a loop that changes nothing
)

// Cutter is a Door that may end its run early, which is no failure.
type Cutter interface {
	// Attach gives it what ends the run before the next step.
	Attach(stop func())
	// Cut says whether it has done so, and why.
	Cut() Cut
}

// CutOf says why a Door has ended its run early.
func CutOf(d kernel.Door) Cut {
	if c, ok := d.(Cutter); ok {
		return c.Cut()
	}
	return Whole
}

// Ended is how a run has ended.
type Ended struct {
	Failed bool
	Events uint64

	// Left is not nil if the run was given up: its program may still run code of its own, and come back later. It says
	// whether that has not come back since.
	Left func() bool
}

// Attempt is a run that was begun, perhaps before its turn: its Door and its Log.
type Attempt = explore.Attempt

// Ahead is a Strategy that learns, and can nevertheless have several runs made at once, some of them before their turn:
// it is one that knows of some runs beforehand that they will be made. Instead of Begin and End, whoever makes them
// calls these methods, one at a time.
type Ahead interface {
	Strategy
	// Take begins a run; nil if none can be begun for now or, when all that were begun have had their turn, if there
	// are no more.
	Take(r Run) *Attempt
	// Ended is told how a run has ended that Take has begun, and Cancel that others have ended it.
	Ended(a *Attempt, still func() bool)
	Cancel(a *Attempt)
	// Turn returns the next run of the search, which Begin can begin once more then; nil if it has not ended.
	Turn() *Attempt
	// Drop forgets all runs that have not had their turn.
	Drop()
}

// Row describes a strategy.
type Row struct {
	Name   string
	Also   []string // other names by which it is found
	Doc    string   // what it chooses, for help
	Learns bool     // its runs are made one after the other, and told by End; of others several are made at once
	New    func() Strategy

	Timeless   bool // steps take no time in its runs (kernel.Timeless)
	Exhaustive bool // it has bounds, within which it makes all runs
}

// All lists the strategies; the first is the usual one.
var All = []Row{
	{Name: "random", Doc: "any option with the same chance", New: newRandom},
	{Name: "portfolio", Doc: "surw and urw, and now and then random, group3 or pos, by the seed", New: newPortfolio},
	{Name: "pct2", Doc: "by random priorities, of which one changes on the way",
		New: func() Strategy { return newPCT(2) }},
	{Name: "pct3", Also: []string{"pct"}, Doc: "by random priorities, of which two change",
		New: func() Strategy { return newPCT(3) }},
	{Name: "pos", Doc: "by random priorities of events, drawn again for those that an event affects", New: newPOS},
	{Name: "urw", Doc: "in proportion to what each thread has left to do", New: newURW},
	{Name: "surw", Doc: "the same for the uses of one object", New: newSURW},
	{Name: "group3", Doc: "as pct3, with one priority for all threads whose names differ by a number",
		New: func() Strategy { return newGroup(3) }},
	{Name: "delay3", Also: []string{"delay-bounded"},
		Doc: "each thread goes on till it waits, but three turns are passed over",
		New: func() Strategy { return newDelay(3) }},
	{Name: "every", Also: []string{"exhaustive"}, Learns: true,
		Doc: "each order of events that matter to each other once, until there are no more", New: newEvery, Timeless: true,
		Exhaustive: true},
	{Name: "first", Doc: "each thread goes on till it waits: one run", New: newFirst},
}

// Usual is the name of the usual strategy.
func Usual() string { return All[0].Name }

// Named returns the strategy of that name, nil if there is none; "" is the usual one.
func Named(name string) *Row {
	if name == "" {
		return &All[0]
	}
	for i := range All {
		if All[i].Name == name || slices.Contains(All[i].Also, name) {
			return &All[i]
		}
	}
	return nil
}

// Names lists the names of all strategies, separated by commas.
func Names() string {
	return strings.Join(text.Each(All, func(r Row) string { return r.Name }), ", ")
}

// Help lists all strategies with what they choose.
func Help() string {
	var all []string
	for i := range All {
		name := strings.Join(append([]string{All[i].Name}, All[i].Also...), " or ")
		all = append(all, name+" ("+All[i].Doc+")")
	}
	return strings.Join(all, ", ")
}

// By returns a Strategy of one run, whose choices a Door makes that has been made for it.
func By(d kernel.Door) Strategy { return given{Door: d} }

// Later is By for a Door that is made when the run begins.
func Later(d func() kernel.Door) Strategy { return later{make: d} }

type later struct {
	forgetful
	make func() kernel.Door
}

func (l later) Begin(r Run) kernel.Door {
	if r.N > 0 {
		return nil
	}
	return l.make()
}

type given struct {
	kernel.Door
	forgetful
}

func (g given) Begin(r Run) kernel.Door {
	if r.N > 0 {
		return nil
	}
	return g.Door
}

// forgetful is what strategies have in common that do not learn.
type forgetful struct{}

// End does nothing.
func (forgetful) End(int, Ended) {}
