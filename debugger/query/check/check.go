package check

import (
	"fmt"
	"slices"

	"machsim/debugger/event/waitfor"
	"machsim/debugger/present"
	"machsim/debugger/query/detect"
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
	Found     bool             // a state satisfies it
	Position  present.Position // the first one
	Event     int              // of Recorded: the event after which it is satisfied first; 1 if it is from the start on
	Form      detect.Form      // what sort of predicate it is
	Why       []string         // of Consistent: since when its parts hold, and in which order they came about
	Remarks   []string         // on places in it that the run never comes to
	OnlyCalls string           // which variables were looked at at kernel calls only, as there are no hooks; "" for none
	Effort    *Effort          // if it was wanted, and the program halts
	Together  *Together        // if it was wanted, and a state was found
	Verdict   *Verdict         // of Temporal
	Avoided   *Avoided         // of a Definitely that is false although some state satisfies its condition, or may do so
	Since     int              // the run is known from this event on; 0 if all of it is
}

// Limits are sentences on what limits the answer.
func (c *Checked) Limits() []string { return Limits(c.Remarks, c.OnlyCalls) }

func Limits(remarks []string, onlyCalls string) []string {
	if onlyCalls == "" {
		return remarks
	}
	return append(slices.Clone(remarks), onlyCalls)
}

// Check looks for the first state that satisfies a predicate.
func (d In) Check(c Check) (*Checked, error) {
	run, read := d.S.Predicates(), d.S.Predicate
	defer func(limit int) { run.Limit, run.Progress = limit, nil }(run.Limit)
	run.Progress = c.Progress
	if c.Limit > 0 {
		run.Limit = c.Limit
	}
	if c.Contrary {
		read = d.S.Contrary
	}
	p, err := read(c.Predicate)
	if err != nil {
		return nil, present.Shown(err)
	}
	if p.Form == detect.Simultaneous && c.Together == 0 {
		c.Together = usuallyKnown
	}
	if c.Control != nil || c.Together > 0 && p.Form != detect.Simultaneous {
		if err := p.Conjunction(); err != nil {
			return nil, err
		}
	}
	x := &Checked{Form: p.Form, Remarks: slices.Clone(p.Remarks), OnlyCalls: p.OnlyCalls}
	if err := d.decide(x, p, c); err != nil {
		return nil, err
	}
	if d.S.GoesOn() || run.Open && !x.Found && p.Form != detect.Temporal {
		x.Remarks = append(x.Remarks, d.soFar())
	}
	if n := d.S.First(); n > 0 {
		x.Since = n + 1
	}
	if x.Since > 0 && p.Form != detect.Temporal {
		x.Remarks = append(x.Remarks, present.OfWindow(x.Since))
	}
	return x, nil
}

// soFar says what an answer is about that may be another when more of the run is known.
func (d In) soFar() string {
	of := map[bool]string{true: "so far", false: "up to its last known event"}[d.S.GoesOn()]
	return fmt.Sprintf("that is of the run %s: what comes after event %d is not known", of, d.S.Len())
}

// decide looks for the first state.
func (d In) decide(x *Checked, p *detect.Predicate, c Check) (err error) {
	switch {
	case p.Form == detect.Temporal && c.States != Recorded:
		return d.judge(x, p, c)
	case c.States == Recorded:
		return d.recorded(x, p)
	case c.States == Last && p.Form < detect.Linked:
		x.Position = d.At(d.S.End())
		x.Found = p.Holds(x.Position.Place()) != nil
		return nil
	}
	if p.Form == detect.Definitely && d.S.Predicates().Open {
		return &detect.Undecided{Open: true, Why: "it asks for all ways to the end of the run, which is not known"}
	}
	found, err := p.First()
	if err == nil && found == nil && p.Form == detect.Definitely {
		x.Avoided, err = d.avoided(p)
	}
	if err == nil && found == nil && p.Form != detect.Definitely {
		err = p.Unseen()
	}
	if err != nil || found == nil {
		return err
	}
	x.Found, x.Position, x.Why = true, d.At(found.Position), found.Lines()
	order, err := d.InOrder(p, found)
	if err != nil {
		return err
	}
	x.Why = append(x.Why, order...)
	return d.beside(x, p, c)
}

// usuallyKnown is how many stretches in which a simultaneous predicate is known are told unasked.
const usuallyKnown = 20

// beside adds what else is wanted about a state that was found.
func (d In) beside(x *Checked, p *detect.Predicate, c Check) (err error) {
	if c.Control != nil {
		x.Effort, err = effort(p, *c.Control)
	}
	if c.Together > 0 && err == nil {
		x.Together, err = d.together(p, c.Together)
	}
	return err
}

// recorded looks for the first state of the recorded order.
func (d In) recorded(x *Checked, p *detect.Predicate) (err error) {
	at, event, ok, err := p.Recorded()
	if err != nil || !ok {
		return err
	}
	x.Found, x.Position, x.Event = true, d.At(at), event
	return nil
}

// InOrder says how a state that was found stands to the recorded run, in sentences: none if the run went through it. It
// is one of many orders of the events, and these know no time.
func (d In) InOrder(p *detect.Predicate, found *detect.Found) (lines []string, err error) {
	if _, whole := d.At(found.Position).Prefix(); whole || p.LooksAhead() || p.Form == detect.Definitely {
		return nil, nil
	}
	at, _, ok, err := p.Recorded()
	switch {
	case err != nil:
		return nil, err
	case !ok:
		lines = append(lines, "in the recorded order no state satisfies it: the run could have come to this one")
	case p.Form == detect.Linked || p.Form == detect.Concurrent || p.Form == detect.Simultaneous:
	default:
		lines = append(lines, "in the recorded order it is satisfied first "+after(d.At(at)))
	}
	run := d.S.Predicates()
	if early, late := run.Untimely(found.Cut); early > 0 {
		t := run.Base().Tape
		lines = append(lines, fmt.Sprintf("orders know no time: event %d has been done here, which was at %s, and not "+
			"event %d, which was at %s", late, waitfor.Time(t.Time(late-1)), early, waitfor.Time(t.Time(early-1))))
	}
	return lines, nil
}
