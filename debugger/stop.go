package debugger

import (
	"context"
	"errors"
	"fmt"
	"slices"

	"machsim/debugger/event/text"
	"machsim/debugger/lang/eval"
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
	First   Position // the first that satisfies it, zero if none is known
	Remarks []string // on what limits the answer, as those of a Checked
	Hits    int      // of a trace without a predicate: how many local events it tells of
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
	At     Position
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

// global is a stop or a trace.
type global struct {
	number   int
	text     string // of the predicate
	show     string // the expression of a trace, "" for a stop
	disabled bool

	disjunct int  // of the primary stop: which of the parts joined by or is meant, from 1; 0 for all
	never    bool // no state of the run satisfies it

	// In the run globals.of; nil if it does not know what they are about.
	pred  *detect.Predicate
	expr  *detect.Expression
	local []localEvent        // of a trace without a predicate
	parts []*detect.Predicate // where one of them is meant: those joined by or
}

// globals are the stops and traces.
type globals struct {
	list    []*global
	primary int  // the number of the stop at whose first state Continue stops, 0 for none
	of      *run // in which they were looked for
}

// predicates are the stops and traces, looked for in the present run.
func (d *Debugger) predicates() *globals {
	gs := &d.globals
	if gs.of != d.on {
		gs.of = d.on
		for _, g := range gs.list {
			_ = d.bind(g) // the run does not know what it is about
		}
	}
	return gs
}

// bind looks for a predicate in the present run.
func (d *Debugger) bind(g *global) (err error) {
	g.forget()
	if g.text == "" {
		return d.bindLocal(g)
	}
	if g.pred, err = d.s().Predicate(g.text); err != nil {
		return shown(err)
	}
	if g.show != "" {
		g.expr, err = d.s().Expression(g.show)
	}
	if err == nil && g.disjunct > 0 {
		err = d.bindParts(g)
	}
	if err != nil {
		g.forget()
	}
	return shown(err)
}

// forget lets go of what is known of one run.
func (g *global) forget() { g.pred, g.expr, g.local, g.parts, g.never = nil, nil, nil, nil, false }

// bindParts looks for the parts of a predicate that are joined by or.
func (d *Debugger) bindParts(g *global) error {
	for _, text := range detect.Disjuncts(g.text) {
		part, err := d.s().Predicate(text)
		if err != nil {
			return err
		}
		g.parts = append(g.parts, part)
	}
	return nil
}

// StopIf sets a stop: Continue stops where the predicate is satisfied (docs/PREDICATES.md). Of a run that is made
// meanwhile names may come yet.
func (d *Debugger) StopIf(ctx context.Context, predicate string) (Stop, error) {
	return d.setGlobal(ctx, &global{text: predicate})
}

// TraceIf sets a trace: motions show the value of the expression, and each change of it, where
// the predicate is satisfied.
func (d *Debugger) TraceIf(ctx context.Context, expression, predicate string) (Stop, error) {
	return d.setGlobal(ctx, &global{show: expression, text: predicate})
}

func (d *Debugger) setGlobal(ctx context.Context, g *global) (Stop, error) {
	return ask(ctx, d, "stop", func(ctx context.Context) (Stop, error) {
		d.predicates()
		if err := d.fill(&g.text, &g.show); err != nil {
			return Stop{}, err
		}
		switch err := d.bind(g); {
		case d.mayCome(err):
			row := d.addStop(g)
			row.Remarks = []string{"it is looked for as the run goes on: " + err.(*Mistake).What}
			return row, nil
		case err != nil:
			return Stop{}, err
		}
		found, decided, err := d.first(g)
		switch {
		case ctx.Err() != nil:
			return Stop{}, unmoved
		case err != nil:
			return Stop{}, err
		}
		g.never = decided && found == nil && !d.s().GoesOn()
		row := d.addStop(g)
		row.Remarks = slices.Clone(g.pred.Remarks)
		if found != nil {
			row.First = d.at(found.Position)
			order, err := d.inOrder(g.pred, found)
			if err != nil {
				return Stop{}, err
			}
			row.Remarks = append(row.Remarks, order...)
		}
		if row.Remarks = limits(row.Remarks, g.pred.OnlyCalls); d.s().First() > 0 {
			row.Remarks = append(row.Remarks, d.ofWindow())
		}
		return row, nil
	})
}

// addStop gives a stop or a trace a number.
func (d *Debugger) addStop(g *global) Stop {
	gs, ps := d.predicates(), d.points()
	ps.last++
	g.number, d.changed = ps.last, true
	gs.list = append(gs.list, g)
	if g.show == "" && gs.primary == 0 && !g.never {
		gs.primary = g.number
	}
	return d.stopRow(g)
}

// first is the first position that satisfies a predicate. That a search was given up is no mistake
// of the user's: it is not decided then.
func (d *Debugger) first(g *global) (found *detect.Found, decided bool, err error) {
	if found, err = g.pred.First(); found == nil && err == nil {
		err = g.pred.Unseen()
	}
	if u := (*detect.Undecided)(nil); errors.As(err, &u) {
		d.notice("%v", err)
		return nil, false, nil
	}
	return found, true, err
}

// stopRow is a stop as faces see it.
func (d *Debugger) stopRow(g *global) Stop {
	row := Stop{Number: g.number, Text: g.text, Shows: g.show, Disabled: g.disabled, Never: g.never}
	row.Primary = g.number == d.globals.primary
	if row.Primary && g.disjunct > 0 {
		row.Part, row.PartText = g.disjunct, detect.Disjuncts(g.text)[g.disjunct-1]
	}
	if g.pred != nil {
		row.Form, row.Ahead = g.pred.Form.String(), g.pred.LooksAhead()
	}
	return row
}

// Stops lists the stops and traces.
func (d *Debugger) Stops(ctx context.Context) ([]Stop, error) {
	return list(ctx, d, "stops", func(context.Context) (all []Stop, err error) {
		for _, g := range d.predicates().list {
			row := d.stopRow(g)
			row.Holds = g.pred != nil && g.pred.Holds(d.s().Position()) != nil
			all = append(all, row)
		}
		return all, nil
	})
}

// Primary makes a stop the primary one, or of its parts that are joined by or one, from 1; 0
// stands for all. Continue goes to the first state that satisfies the primary stop; at the others
// it stops where they are satisfied on the way there, or else after that (Manabe and Aoyagi 5).
func (d *Debugger) Primary(ctx context.Context, number, part int) (Stop, error) {
	return ask(ctx, d, "switch", func(context.Context) (Stop, error) {
		gs := d.predicates()
		found, _ := gs.taken([]int{number})
		if len(found) == 0 {
			return Stop{}, noStop(fmt.Sprint(number))
		}
		g := found[0]
		if g.show != "" {
			return Stop{}, fmt.Errorf("%d is a trace, and nothing stops there", g.number)
		}
		if all := detect.Disjuncts(g.text); part != 0 {
			switch {
			case len(all) == 1:
				return Stop{}, text.WithHint(fmt.Errorf("%s has no parts joined by or", d.stopRow(g)), HintSwitch, g.number)
			case part < 1 || part > len(all):
				return Stop{}, text.WithHint(fmt.Errorf("%s has %d parts joined by or", d.stopRow(g), len(all)),
					HintSwitchPart, g.number, len(all))
			}
		}
		g.disjunct = part
		if err := d.bind(g); err != nil {
			return Stop{}, err
		}
		gs.primary, d.changed = g.number, true
		return d.stopRow(g), nil
	})
}

func noStop(number string) error {
	return text.WithHint(fmt.Errorf("there is no stop %s", number), HintStops)
}

// satisfied is where Continue stops for a stop.
type satisfied struct {
	g     *global
	found *detect.Found
}

// stopping says whether there is a stop at which Continue may stop.
func (d *Debugger) stopping() bool { return slices.ContainsFunc(d.predicates().list, d.mayStop) }

// mayStop says whether Continue may stop at a stop, or may once the run knows what it is about.
func (d *Debugger) mayStop(g *global) bool {
	return g.stops() || d.s().Live() && g.pred == nil && g.show == "" && !g.disabled
}

// stops says whether Continue may stop at it.
func (g *global) stops() bool { return g.show == "" && !g.disabled && g.pred != nil }

// nearestStop is where Continue stops for a stop; nil if it does for none. It is on the way to the
// next state that satisfies the primary stop, on which no process does more than that state
// holds: at that state or, before it, at one that satisfies another stop. If none satisfies the
// primary stop any more it is the nearest of the others.
func (d *Debugger) nearestStop(back bool) (near *satisfied, err error) {
	gs := d.predicates()
	var primary *satisfied
	var others []*satisfied
	for _, g := range gs.list {
		for i, pred := range g.wanted(g.number == gs.primary) {
			f, err := d.nearestOf(pred, back)
			first := g.number == gs.primary && (g.disjunct == 0 || i == g.disjunct-1)
			switch {
			case err != nil && first:
				return nil, err
			case err != nil:
				d.notice("%s: %v", d.stopRow(g), err)
			case f != nil && first:
				primary = &satisfied{g, f}
			case f != nil:
				others = append(others, &satisfied{g, f})
			}
		}
	}
	return d.onTheWay(primary, others, back), nil
}

// onTheWay is the nearest of some states on the way to that of the primary stop, or this one. Nil
// stands for no state.
func (d *Debugger) onTheWay(primary *satisfied, others []*satisfied, back bool) *satisfied {
	var near *satisfied
	for _, h := range others {
		switch {
		case primary != nil && !d.leads(h.found.Position, primary.found.Position, back):
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
func (d *Debugger) leads(p, to graph.Position, back bool) bool {
	if back {
		p, to = to, p
	}
	return d.s().Leads(p, to) && !p.Equal(to)
}

// nearer says whether the recorded run comes to a state before another, or on the way back after it.
func (d *Debugger) nearer(h, than *satisfied, back bool) bool {
	c := d.arrivedAt(h.found.Position).compare(d.arrivedAt(than.found.Position))
	return c != 0 && (c < 0) != back
}

// sooner says whether a state that satisfies a predicate comes before the place of a breakpoint,
// given by when the recorded run comes to it; its event is -1 for none.
func (d *Debugger) sooner(f *detect.Found, come arrival, back bool) bool {
	c := d.arrivedAt(f.Position).compare(come)
	return come.event < 0 || !back && c <= 0 || back && c >= 0
}

// wanted are the predicates of a stop at which Continue stops.
func (g *global) wanted(primary bool) []*detect.Predicate {
	switch {
	case !g.stops():
		return nil
	case primary && g.disjunct > 0:
		return g.parts
	}
	return []*detect.Predicate{g.pred}
}

func (d *Debugger) nearestOf(pred *detect.Predicate, back bool) (*detect.Found, error) {
	if back {
		return pred.Previous(d.s().Position())
	}
	if g := d.grows; g != nil && pred.Form == Simultaneous { // it may be certain of an earlier piece only now
		return pred.Next(d.s().Wide(g.from))
	}
	return pred.Next(d.s().Position())
}

// stopWhere goes to a position that satisfies a stop.
func (d *Debugger) stopWhere(ctx context.Context, h *satisfied) (*Motion, error) {
	for _, r := range h.found.Reasons {
		if r.Thread != 0 {
			d.on.focus = r.Thread
			break
		}
	}
	d.halting = h.g
	defer func() { d.halting = nil }()
	m, err := d.move(ctx, d.at(h.found.Position), -1, false)
	if err != nil {
		return nil, err
	}
	row := d.stopRow(h.g)
	m.Stopped = &Stopped{Stop: &row, Why: h.found.Lines()}
	return m, nil
}

// maxPassed is how many states one motion tells of, for each trace.
const maxPassed = 20

// maxLogged is how many times one motion tells of a log point.
const maxLogged = 1000

// passed are the states that satisfy stops and traces on the way from a position to one that
// holds it.
func (d *Debugger) passed(from, to graph.Position) (all []Passed) {
	gs := d.predicates()
	if len(gs.list) == 0 || !d.s().Leads(from, to) {
		return nil
	}
	for _, g := range gs.list {
		switch {
		case !g.disabled && g.local != nil:
			all = append(all, d.passedLocal(g, from, to)...)
		case g.disabled || g.pred == nil || g == d.halting || g.show == "" && g.number == gs.primary:
		case g.show != "":
			all = append(all, d.traced(g, from, to)...)
		default:
			all = append(all, d.passedOne(g, from, to)...)
		}
	}
	return all
}

// passedOne says whether a stop was satisfied on the way.
func (d *Debugger) passedOne(g *global, from, to graph.Position) []Passed {
	switch f, err := g.pred.Next(from); {
	case err != nil:
		return []Passed{{Stop: d.stopRow(g), Err: err}}
	case f != nil && d.s().Leads(f.Position, to):
		return []Passed{{Stop: d.stopRow(g), Event: d.s().LastOf(f.Position) + 1}}
	}
	return nil
}

// traced shows what the expression of a trace was on the way, and each change of it where its
// predicate stays true.
func (d *Debugger) traced(g *global, from, to graph.Position) (all []Passed) {
	row := d.stopRow(g)
	err := g.expr.Along(g.pred, from, to, func(at graph.Position, v eval.Value) bool {
		x := Passed{Stop: row, Event: d.s().LastOf(at) + 1, Value: v.Quoted(), More: len(all) == maxPassed}
		all = append(all, x)
		return !x.More
	})
	if err != nil {
		all = append(all, Passed{Stop: row, Err: err})
	}
	return all
}

// taken are the stops and traces of some numbers, and the numbers that are of none.
func (gs *globals) taken(numbers []int) (some []*global, rest []int) {
	for _, n := range numbers {
		i := slices.IndexFunc(gs.list, func(g *global) bool { return g.number == n })
		if i < 0 {
			rest = append(rest, n)
		} else {
			some = append(some, gs.list[i])
		}
	}
	return some, rest
}

// remove forgets stops and traces. If the primary stop is among them, the first of those that are
// left is.
func (gs *globals) remove(gone []*global) {
	gs.list = slices.DeleteFunc(slices.Clone(gs.list), func(g *global) bool { return slices.Contains(gone, g) })
	for _, g := range gone {
		if g.number == gs.primary {
			gs.primary = 0
		}
	}
	for _, g := range gs.list {
		if gs.primary == 0 && g.show == "" && !g.never {
			gs.primary = g.number
		}
	}
}
