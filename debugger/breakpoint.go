package debugger

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"machsim/debugger/event/text"
	"machsim/debugger/lang"
	"machsim/debugger/lang/eval"
	"machsim/debugger/lines/source"
	"machsim/debugger/query/breakpoint"
	"machsim/debugger/replay/graph"
	"machsim/kernel"
)

// Breakpoint is a breakpoint that was set: it stops threads that are about to do something.
type Breakpoint struct {
	Number   int
	Text     string // what a thread has to be about to do
	Once     bool   // it goes when it has stopped somebody
	Disabled bool
	Hits     int  // places of the present run where it stops a thread
	SoFar    int  // those that the present position has come to
	Open     bool // the run goes on, and may come to more
	// Within is what the hits are counted in: "so far", "in this recording", "in this window",
	// "since the horizon" of a bounded one.
	Within string
	// Unknown says what of it the present run does not know, though another one may; "" for nothing.
	Unknown string
}

func (b Breakpoint) String() string { return fmt.Sprintf("breakpoint %d, %s", b.Number, b.Text) }

// point is a breakpoint.
type point struct {
	number   int
	text     string      // as it was set
	spec     *lang.Place // nil of a watchpoint, and of one at the rows of a query
	query    string      // the name of that; "" for none
	lines    bool        // it was kept as one of statements; see target
	once     bool
	disabled bool

	// Of one that stops at statements: where, and if what is true; or what is watched.
	target     *source.Target
	condition  *eval.Expr
	watched    *source.Watched
	named      string      // what is watched by its name, wherever the run stands, if watched is nil
	watches    WatchKind   // "" of no watchpoint
	log        logText     // what is told where it is passed, of one that stops nobody
	statements *statements // in the run points.of; nil if it does not stop at statements there

	hits *breakpoint.Hits // in the run points.of; nil if that does not know what it is about
	all  []breakpoint.Place
}

// points are the breakpoints, in the order of their numbers. Stops have their numbers in common
// with them. A number is not given twice.
type points struct {
	list []*point
	last int  // the number that was given last
	of   *run // in which the hits are
}

// points are the breakpoints, looked for in the present run.
func (d *Debugger) points() *points {
	ps := &d.breakpoints
	if ps.of != d.on {
		ps.of = d.on
		_ = d.matchAll(ps.list) // where the run does not know what one is about, that has no hits
	}
	return ps
}

// matchAll finds the hits of breakpoints, of all at lines in one pass over the run. The errors are by breakpoints.
func (d *Debugger) matchAll(list []*point) []error {
	errs := make([]error, len(list))
	var lines []*point
	var at []int
	for i, b := range list {
		if b.hits, b.all, b.statements = nil, nil, nil; b.query == "" && b.target != nil && d.s().HasStatements() {
			lines, at = append(lines, b), append(at, i)
			continue
		}
		errs[i] = d.matchOther(b)
	}
	for i, err := range d.matchLines(lines) {
		errs[at[i]] = err
	}
	return errs
}

// match finds the hits of a breakpoint.
func (d *Debugger) match(b *point) error { return d.matchAll([]*point{b})[0] }

// matchOther finds the hits of a breakpoint that is not at lines.
func (d *Debugger) matchOther(b *point) (err error) {
	switch {
	case b.query != "":
		return d.matchQuery(b)
	case b.races():
		return d.matchRaces(b)
	case b.watches != "" && d.s().HasStatements():
		return d.matchWatch(b)
	}
	if b.spec == nil {
		return ErrNoStatements
	}
	if b.hits, err = d.s().Hits(b.spec); err == nil {
		b.all = b.hits.All()
	}
	return err
}

// row is the breakpoint as faces see it.
func (d *Debugger) pointRow(b *point) Breakpoint {
	row := Breakpoint{Number: b.number, Text: b.text, Once: b.once, Disabled: b.disabled, Open: d.s().GoesOn(),
		Within: d.extent()}
	row.Unknown = d.unread(b)
	if b.ofLines() && !d.s().HasStatements() && len(b.all) == 0 {
		row.Unknown = ErrNoStatements.Error()
	}
	if b.statements != nil {
		row.Hits, row.SoFar = len(b.statements.hits), d.sofarLines(b.statements)
	} else {
		row.Hits, row.SoFar = len(b.all), b.sofar(d.s().Position().Cut)
	}
	return row
}

// rows are breakpoints as faces see them.
func (d *Debugger) breakpointRows(list []*point) (all []Breakpoint) {
	for _, b := range list {
		all = append(all, d.pointRow(b))
	}
	return all
}

// sofar is how many of the hits a cut has come to.
func (b *point) sofar(cut graph.Cut) (n int) {
	for _, h := range b.all {
		if h.Done <= int(cut[h.Lane]) {
			n++
		}
	}
	return n
}

// stops says whether the breakpoint stops a lane that has done so many events.
func (b *point) stops(lane, done int) bool {
	if b.hits == nil || done == 0 {
		return false
	}
	h, ok := b.hits.After(lane, uint32(done-1))
	return ok && h.Done == done
}

// Break sets a breakpoint, written as "lock fork1 by kant" or "bank.go:41". Once says that it
// goes when it has stopped somebody. A name that the run does not know is an error that shows
// where it stands in the text; but of a run that is made meanwhile it may come yet.
func (d *Debugger) Break(ctx context.Context, text string, once bool) (Breakpoint, error) {
	return ask(ctx, d, "break", func(context.Context) (Breakpoint, error) {
		if err := d.fill(&text); err != nil {
			return Breakpoint{}, err
		}
		b, unknown, err := d.newPoint(text)
		if err != nil {
			return Breakpoint{}, err
		}
		b.once = once
		row := d.addPoint(b)
		row.Unknown = unknown
		return row, nil
	})
}

// newPoint reads a breakpoint, and looks for it in the present run: at statements, if they can be seen and the text
// says so, else at calls. unknown says what of it the run does not know, "" for nothing.
func (d *Debugger) newPoint(text string) (b *point, unknown string, err error) {
	d.points()
	if b, ok := derivedPoint(text); ok {
		return b, "", d.match(b)
	}
	if b, ok, err := d.writtenWatch(text); ok {
		if err == nil {
			err = d.match(b)
		}
		return b, "", err
	}
	var wrong error
	if d.s().HasStatements() {
		b, ok, err := d.linePoint(text)
		if err == nil && ok {
			err = d.match(b)
		}
		switch {
		case ok && err == nil:
			return b, "", nil
		case ok && !unseen(err):
			return nil, "", err
		}
		wrong = err
	}
	spec, err := lang.ParsePlace(text)
	if err != nil {
		if wrong != nil {
			return nil, "", wrong
		}
		return nil, "", &SyntaxError{shown(err)}
	}
	b = &point{text: spec.String(), spec: spec}
	if err := d.match(b); err != nil {
		if !b.mayBe(err) && !d.mayCome(err) || unseen(wrong) {
			return nil, "", shown(cmp.Or(wrong, err))
		}
		unknown = shown(err).Error()
	}
	return b, unknown, nil
}

// races says whether it stops at races.
func (b *point) races() bool { return b.text == raceWord && b.spec == nil }

// ofLines says whether it stops at lines, or where a variable changes.
func (b *point) ofLines() bool { return b.lines || b.target != nil || b.watches != "" }

// readPoint reads a breakpoint that was written down, without looking for it. One of lines is kept as it is where the
// program has no hooks.
func (d *Debugger) readPoint(text string, lines bool) (*point, error) {
	if b, ok := derivedPoint(text); ok {
		return b, nil
	}
	if b, ok, err := d.writtenWatch(text); ok && err == nil {
		return b, nil
	}
	if d.s().HasStatements() {
		if b, ok, err := d.linePoint(text); ok && err == nil {
			return b, nil
		}
	}
	spec, err := lang.ParsePlace(text)
	if err != nil && (!lines || d.s().HasStatements()) {
		return nil, err
	}
	return &point{text: text, spec: spec, lines: lines}, nil
}

// addPoint gives a breakpoint a number.
func (d *Debugger) addPoint(b *point) Breakpoint {
	ps := d.points()
	ps.last++
	b.number = ps.last
	ps.list = append(ps.list, b)
	d.changed = true
	return d.pointRow(b)
}

// BreakpointKinds are the kinds of breakpoints, for helps.
var BreakpointKinds = lang.Kinds

// BreakpointKind is a kind of breakpoints: how it is written, and what it stops.
type BreakpointKind = lang.Description

// BreakpointWords are the words that a breakpoint may have.
func BreakpointWords() []string {
	all := []string{"after", "by", "count", "every", "if", "item", "id"}
	for _, k := range lang.Kinds[lang.Label:] {
		all = append(all, k.Word)
		all = append(append(all, k.Before...), k.Objects...)
	}
	return all
}

// mayBe says whether a breakpoint of which the run knows nothing may be right all the same: a
// label or a line to which no thread came, though one may in a fork. Else a name is wrong.
func (b *point) mayBe(err error) bool {
	m := (*lang.Mistake)(nil)
	switch b.spec.Kind {
	case lang.Label:
		return true
	case lang.Line: // the file is right, and the line is not
		return errors.As(err, &m) && strings.HasSuffix(m.Text[:m.At], ":")
	}
	return false
}

// mayCome says whether what the run does not know may come yet, for it is made meanwhile.
func (d *Debugger) mayCome(err error) bool {
	m := (*lang.Mistake)(nil)
	return d.s().GoesOn() && errors.As(err, &m) && m.Absent
}

// Breakpoints lists the breakpoints.
func (d *Debugger) Breakpoints(ctx context.Context) ([]Breakpoint, error) {
	return list(ctx, d, "breakpoints", func(context.Context) ([]Breakpoint, error) {
		return d.breakpointRows(d.points().list), nil
	})
}

// Enable lets breakpoints, stops and traces of some numbers stop threads again, or without on
// lets them stop nobody; all, if no number is given.
func (d *Debugger) Enable(ctx context.Context, on bool, numbers ...int) error {
	return d.change(ctx, "enable", func(context.Context) error {
		globals, some, err := d.both(numbers)
		if err != nil {
			return err
		}
		for _, g := range globals {
			g.disabled = !on
		}
		for _, b := range some {
			b.disabled = !on
		}
		d.changed = true
		return nil
	})
}

// both are the stops and the breakpoints of some numbers; all, if there is no number.
func (d *Debugger) both(numbers []int) (globals []*global, some []*point, err error) {
	ps, gs := d.points(), d.predicates()
	if len(numbers) == 0 {
		if len(ps.list) == 0 && len(gs.list) == 0 {
			_, err = ps.numbered(nil)
		}
		return gs.list, ps.list, err
	}
	globals, rest := gs.taken(numbers)
	if len(rest) > 0 {
		some, err = ps.numbered(rest)
	}
	return globals, some, err
}

// Delete forgets breakpoints, stops and traces, and returns what they were.
func (d *Debugger) Delete(ctx context.Context, numbers ...int) (stops []Stop, some []Breakpoint, err error) {
	err = d.change(ctx, "delete", func(context.Context) error {
		globals, gone, err := d.both(numbers)
		if err != nil {
			return err
		}
		for _, g := range globals {
			stops = append(stops, d.stopRow(g))
		}
		some = d.breakpointRows(gone)
		d.predicates().remove(globals)
		d.points().remove(gone)
		d.changed = true
		return nil
	})
	if err != nil {
		return nil, nil, err
	}
	return stops, some, nil
}

// ErrNoBreakpoints is the error of a method that is about breakpoints when there are none.
var ErrNoBreakpoints = text.WithHint(errors.New("there are no breakpoints"), HintBreak)

// numbered are the breakpoints of some numbers, each once.
func (ps *points) numbered(numbers []int) (found []*point, err error) {
	if len(ps.list) == 0 {
		return nil, ErrNoBreakpoints
	}
	for _, n := range numbers {
		i := slices.IndexFunc(ps.list, func(b *point) bool { return b.number == n })
		if i < 0 {
			return nil, fmt.Errorf("there is no breakpoint %d; there are %s", n, numbersOf(ps.list))
		}
		if !slices.Contains(found, ps.list[i]) {
			found = append(found, ps.list[i])
		}
	}
	return found, nil
}

// numbersOf are the numbers of breakpoints, in words.
func numbersOf(list []*point) string {
	var all []string
	for _, b := range list {
		all = append(all, strconv.Itoa(b.number))
	}
	return strings.Join(all, ", ")
}

// those names breakpoints.
func those(list []*point) string {
	if len(list) == 1 {
		return "breakpoint " + numbersOf(list)
	}
	return "breakpoints " + numbersOf(list)
}

// enabled are the breakpoints that are not disabled.
func (ps *points) enabled() (all []*point) {
	for _, b := range ps.list {
		if !b.disabled {
			all = append(all, b)
		}
	}
	return all
}

// remove takes breakpoints away.
func (ps *points) remove(gone []*point) {
	ps.list = slices.DeleteFunc(slices.Clone(ps.list), func(b *point) bool { return slices.Contains(gone, b) })
}

// standsAt are the enabled breakpoints at which a thread stands.
func (d *Debugger) standsAt(id kernel.ThreadID) (some []*point) {
	if len(d.breakpoints.list) == 0 {
		return nil
	}
	lane := d.s().LaneOf(id)
	if lane < 0 {
		return nil
	}
	for _, b := range d.points().enabled() {
		if b.statements != nil {
			if d.standsAtLine(b.statements, id) {
				some = append(some, b)
			}
			continue
		}
		if b.stops(lane, int(d.s().Position().Cut[lane])) {
			some = append(some, b)
		}
	}
	return some
}
