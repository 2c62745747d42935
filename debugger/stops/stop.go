package stops

import (
	"context"
	"errors"
	"fmt"
	"slices"

	"machsim/debugger/event/text"
	"machsim/debugger/lang/eval"
	"machsim/debugger/present"
	"machsim/debugger/query/check"
	"machsim/debugger/query/detect"
	"machsim/debugger/replay/graph"
)

// Stop is a global predicate that was set: Continue stops where it is satisfied. A trace is one
// that stops nobody, and shows the value of an expression where it is satisfied.
type Stop struct {
	Number   int
	Text     string // the predicate
	Shows    string // the expression of a trace, "" for a stop
	Disabled bool
	Primary  bool   // Continue stops at the first state that satisfies it
	Part     int    // of the primary stop: which of the parts joined by or is meant, from 1; 0 for all
	PartText string // that part
	Form     string // what sort of predicate it is; "" if the present run does not know what it is about
	Holds    bool   // at the present position; only Stops says it
	Never    bool   // no state of the run satisfies it
	Ahead    bool   // it looks ahead: what is said of states that satisfy it is meant of those that refute it

	// Of one that has just been set:
	First   present.Position // the first that satisfies it, zero if none is known
	Remarks []string         // on what limits the answer, as those of a Checked
	Hits    int              // of a trace without a predicate: how many local events it tells of
}

func (s Stop) String() string {
	if s.Shows != "" && s.Text == "" {
		return fmt.Sprintf("trace %d, %s", s.Number, s.Shows)
	}
	if s.Shows != "" {
		return fmt.Sprintf("trace %d, %s if %s", s.Number, s.Shows, s.Text)
	}
	return fmt.Sprintf("stop %d, %s", s.Number, s.Text)
}

// Satisfied says in a word what a stop is where it stops.
func (s Stop) Satisfied() string {
	if s.Ahead {
		return "refuted"
	}
	return "satisfied"
}

// Passed is a stop or a trace that was satisfied on the way of a motion.
type Passed struct {
	Stop  Stop
	Event int    // with which it came to be satisfied, or the value of a trace changed
	Value string // of a trace
	More  bool   // of a trace: there are more, which are not told
	Err   error  // why it could not be found out; nil if it could

	// Of a trace without a predicate: who did it, and where that thread stands then, or just before it.
	Thread string
	At     present.Position
	Says   string // of a log point: what it tells
}

// String says in a line what was passed.
func (x Passed) String() string {
	switch {
	case x.Err != nil:
		return fmt.Sprintf("%s: %v", x.Stop, x.Err)
	case x.More:
		return fmt.Sprintf("trace %d: and more times", x.Stop.Number)
	case x.Stop.Text == "":
		return fmt.Sprintf("trace %d: %s", x.Stop.Number, x.Happened())
	case x.Stop.Shows != "":
		return fmt.Sprintf("trace %d: %s = %s, with event %d", x.Stop.Number, x.Stop.Shows, x.Value, x.Event)
	}
	return fmt.Sprintf("%s: %s on the way, first with event %d", x.Stop, x.Stop.Satisfied(), x.Event)
}

// Global is a stop or a trace.
type Global struct {
	Number   int
	Text     string // of the predicate
	Show     string // the expression of a trace, "" for a stop
	Disabled bool

	Disjunct int  // of the primary stop: which of the parts joined by or is meant, from 1; 0 for all
	Never    bool // no state of the run satisfies it

	// In the run globals.of; nil if it does not know what they are about.
	Pred  *detect.Predicate
	expr  *detect.Expression
	Local []localEvent        // of a trace without a predicate
	parts []*detect.Predicate // where one of them is meant: those joined by or
}

// Globals are the stops and traces.
type Globals struct {
	List    []*Global
	Primary int          // the number of the stop at whose first state Continue stops, 0 for none
	Of      *present.Run // in which they were looked for
}

// Stops are the stops and traces, looked for in the present run.
func (d In) Stops() *Globals {
	gs := &d.Set.Globals
	if gs.Of != d.Run {
		gs.Of = d.Run
		for _, g := range gs.List {
			_ = d.Bind(g) // the run does not know what it is about
		}
	}
	return gs
}

// Bind looks for a predicate in the present run.
func (d In) Bind(g *Global) (err error) {
	g.Forget()
	if g.Text == "" {
		return d.BindLocal(g)
	}
	if g.Pred, err = d.S.Predicate(g.Text); err != nil {
		return present.Shown(err)
	}
	if g.Show != "" {
		g.expr, err = d.S.Expression(g.Show)
	}
	if err == nil && g.Disjunct > 0 {
		err = d.bindParts(g)
	}
	if err != nil {
		g.Forget()
	}
	return present.Shown(err)
}

// Forget lets go of what is known of one run.
func (g *Global) Forget() { g.Pred, g.expr, g.Local, g.parts, g.Never = nil, nil, nil, nil, false }

// bindParts looks for the parts of a predicate that are joined by or.
func (d In) bindParts(g *Global) error {
	for _, text := range detect.Disjuncts(g.Text) {
		part, err := d.S.Predicate(text)
		if err != nil {
			return err
		}
		g.parts = append(g.parts, part)
	}
	return nil
}

// SetGlobal sets a stop or a trace.
func (d In) SetGlobal(ctx context.Context, g *Global) (Stop, error) {
	d.Stops()
	if err := d.Fill(&g.Text, &g.Show); err != nil {
		return Stop{}, err
	}
	switch err := d.Bind(g); {
	case d.mayCome(err):
		row := d.addStop(g)
		row.Remarks = []string{"it is looked for as the run goes on: " + err.(*present.Mistake).What}
		return row, nil
	case err != nil:
		return Stop{}, err
	}
	found, decided, err := d.first(g)
	switch {
	case ctx.Err() != nil:
		return Stop{}, ctx.Err()
	case err != nil:
		return Stop{}, err
	}
	g.Never = decided && found == nil && !d.S.GoesOn()
	row := d.addStop(g)
	row.Remarks = slices.Clone(g.Pred.Remarks)
	if found != nil {
		row.First = d.At(found.Position)
		order, err := d.checked().InOrder(g.Pred, found)
		if err != nil {
			return Stop{}, err
		}
		row.Remarks = append(row.Remarks, order...)
	}
	if row.Remarks = check.Limits(row.Remarks, g.Pred.OnlyCalls); d.S.First() > 0 {
		row.Remarks = append(row.Remarks, present.OfWindow(d.S.First()+1))
	}
	return row, nil
}

// addStop gives a stop or a trace a number.
func (d In) addStop(g *Global) Stop {
	gs, ps := d.Stops(), d.Points()
	ps.Last++
	g.Number, *d.Changed = ps.Last, true
	gs.List = append(gs.List, g)
	if g.Show == "" && gs.Primary == 0 && !g.Never {
		gs.Primary = g.Number
	}
	return d.StopRow(g)
}

// first is the first position that satisfies a predicate. That a search was given up is no mistake
// of the user's: it is not decided then.
func (d In) first(g *Global) (found *detect.Found, decided bool, err error) {
	if found, err = g.Pred.First(); found == nil && err == nil {
		err = g.Pred.Unseen()
	}
	if u := (*detect.Undecided)(nil); errors.As(err, &u) {
		d.Notice("%v", err)
		return nil, false, nil
	}
	return found, true, err
}

// StopRow is a stop as faces see it.
func (d In) StopRow(g *Global) Stop {
	row := Stop{Number: g.Number, Text: g.Text, Shows: g.Show, Disabled: g.Disabled, Never: g.Never}
	row.Primary = g.Number == d.Set.Globals.Primary
	if row.Primary && g.Disjunct > 0 {
		row.Part, row.PartText = g.Disjunct, detect.Disjuncts(g.Text)[g.Disjunct-1]
	}
	if g.Pred != nil {
		row.Form, row.Ahead = g.Pred.Form.String(), g.Pred.LooksAhead()
	}
	return row
}

func NoStop(number string) error {
	return text.WithHint(fmt.Errorf("there is no stop %s", number), text.HintStops)
}

// Satisfied is where Continue stops for a stop.
type Satisfied struct {
	G     *Global
	Found *detect.Found
}

// Stopping says whether there is a stop at which Continue may stop.
func (d In) Stopping() bool { return slices.ContainsFunc(d.Stops().List, d.MayStop) }

// MayStop says whether Continue may stop at a stop, or may once the run knows what it is about.
func (d In) MayStop(g *Global) bool {
	return g.stops() || d.S.Live() && g.Pred == nil && g.Show == "" && !g.Disabled
}

// stops says whether Continue may stop at it.
func (g *Global) stops() bool { return g.Show == "" && !g.Disabled && g.Pred != nil }

// NearestStop is where Continue stops for a stop; nil if it does for none. It is on the way to the
// next state that satisfies the primary stop, on which no process does more than that state
// holds: at that state or, before it, at one that satisfies another stop. If none satisfies the
// primary stop any more it is the nearest of the others.
func (d In) NearestStop(back bool) (near *Satisfied, err error) {
	gs := d.Stops()
	var primary *Satisfied
	var others []*Satisfied
	for _, g := range gs.List {
		for i, pred := range g.wanted(g.Number == gs.Primary) {
			f, err := d.nearestOf(pred, back)
			first := g.Number == gs.Primary && (g.Disjunct == 0 || i == g.Disjunct-1)
			switch {
			case err != nil && first:
				return nil, err
			case err != nil:
				d.Notice("%s: %v", d.StopRow(g), err)
			case f != nil && first:
				primary = &Satisfied{g, f}
			case f != nil:
				others = append(others, &Satisfied{g, f})
			}
		}
	}
	return d.onTheWay(primary, others, back), nil
}

// onTheWay is the nearest of some states on the way to that of the primary stop, or this one. Nil
// stands for no state.
func (d In) onTheWay(primary *Satisfied, others []*Satisfied, back bool) *Satisfied {
	var near *Satisfied
	for _, h := range others {
		switch {
		case primary != nil && !d.leads(h.Found.Position, primary.Found.Position, back):
		case near == nil || d.nearer(h, near, back):
			near = h
		}
	}
	if near == nil {
		return primary
	}
	return near
}

// leads says whether a position is on the way to another, which may lead back, and not the same.
func (d In) leads(p, to graph.Position, back bool) bool {
	if back {
		p, to = to, p
	}
	return d.S.Leads(p, to) && !p.Equal(to)
}

// nearer says whether the recorded run comes to a state before another, or on the way back after it.
func (d In) nearer(h, than *Satisfied, back bool) bool {
	c := d.arrivedAt(h.Found.Position).Compare(d.arrivedAt(than.Found.Position))
	return c != 0 && (c < 0) != back
}

// Sooner says whether a state that satisfies a predicate comes before the place of a breakpoint,
// given by when the recorded run comes to it; its event is -1 for none.
func (d In) Sooner(f *detect.Found, come Arrival, back bool) bool {
	c := d.arrivedAt(f.Position).Compare(come)
	return come.Event < 0 || !back && c <= 0 || back && c >= 0
}

// wanted are the predicates of a stop at which Continue stops.
func (g *Global) wanted(primary bool) []*detect.Predicate {
	switch {
	case !g.stops():
		return nil
	case primary && g.Disjunct > 0:
		return g.parts
	}
	return []*detect.Predicate{g.Pred}
}

func (d In) nearestOf(pred *detect.Predicate, back bool) (*detect.Found, error) {
	if back {
		return pred.Previous(d.S.Position())
	}
	if from := d.From; from != nil && pred.Form == detect.Simultaneous { // it may be certain of an earlier piece only now
		return pred.Next(d.S.Wide(*from))
	}
	return pred.Next(d.S.Position())
}

// maxPassed is how many states one motion tells of, for each trace.
const maxPassed = 20

// maxLogged is how many times one motion tells of a log point.
const maxLogged = 1000

// Passed are the states that satisfy stops and traces on the way from a position to one that
// holds it.
func (d In) Passed(from, to graph.Position) (all []Passed) {
	gs := d.Stops()
	if len(gs.List) == 0 || !d.S.Leads(from, to) {
		return nil
	}
	for _, g := range gs.List {
		switch {
		case !g.Disabled && g.Local != nil:
			all = append(all, d.passedLocal(g, from, to)...)
		case g.Disabled || g.Pred == nil || g == d.Set.Halting || g.Show == "" && g.Number == gs.Primary:
		case g.Show != "":
			all = append(all, d.traced(g, from, to)...)
		default:
			all = append(all, d.passedOne(g, from, to)...)
		}
	}
	return all
}

// passedOne says whether a stop was satisfied on the way.
func (d In) passedOne(g *Global, from, to graph.Position) []Passed {
	switch f, err := g.Pred.Next(from); {
	case err != nil:
		return []Passed{{Stop: d.StopRow(g), Err: err}}
	case f != nil && d.S.Leads(f.Position, to):
		return []Passed{{Stop: d.StopRow(g), Event: d.S.LastOf(f.Position) + 1}}
	}
	return nil
}

// traced shows what the expression of a trace was on the way, and each change of it where its
// predicate stays true.
func (d In) traced(g *Global, from, to graph.Position) (all []Passed) {
	row := d.StopRow(g)
	err := g.expr.Along(g.Pred, from, to, func(at graph.Position, v eval.Value) bool {
		x := Passed{Stop: row, Event: d.S.LastOf(at) + 1, Value: v.Quoted(), More: len(all) == maxPassed}
		all = append(all, x)
		return !x.More
	})
	if err != nil {
		all = append(all, Passed{Stop: row, Err: err})
	}
	return all
}

// Taken are the stops and traces of some numbers, and the numbers that are of none.
func (gs *Globals) Taken(numbers []int) (some []*Global, rest []int) {
	for _, n := range numbers {
		i := slices.IndexFunc(gs.List, func(g *Global) bool { return g.Number == n })
		if i < 0 {
			rest = append(rest, n)
		} else {
			some = append(some, gs.List[i])
		}
	}
	return some, rest
}

// Remove forgets stops and traces. If the primary stop is among them, the first of those that are
// left is.
func (gs *Globals) Remove(gone []*Global) {
	gs.List = slices.DeleteFunc(slices.Clone(gs.List), func(g *Global) bool { return slices.Contains(gone, g) })
	for _, g := range gone {
		if g.Number == gs.Primary {
			gs.Primary = 0
		}
	}
	for _, g := range gs.List {
		if gs.Primary == 0 && g.Show == "" && !g.Never {
			gs.Primary = g.Number
		}
	}
}
