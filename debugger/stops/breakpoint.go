package stops

import (
	"cmp"
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"machsim/debugger/event/text"
	"machsim/debugger/lang"
	"machsim/debugger/lang/eval"
	"machsim/debugger/lines/source"
	"machsim/debugger/present"
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
	// Past says what nobody knows of it, because it began before what is known of the run; "" for nothing.
	Past string
}

func (b Breakpoint) String() string { return fmt.Sprintf("breakpoint %d, %s", b.Number, b.Text) }

// Point is a breakpoint.
type Point struct {
	Number   int
	Text     string      // as it was set
	spec     *lang.Place // nil of a watchpoint, and of one at the rows of a query
	Query    string      // the name of that; "" for none
	lines    bool        // it was kept as one of statements; see target
	Once     bool
	Disabled bool

	// Of one that stops at statements: where, and if what is true; or what is watched.
	target     *source.Target
	condition  *eval.Expr
	watched    *source.Watched
	named      string      // what is watched by its name, wherever the run stands, if watched is nil
	watches    WatchKind   // "" of no watchpoint
	log        logText     // what is told where it is passed, of one that stops nobody
	Statements *Statements // in the run points.of; nil if it does not stop at statements there

	Hits *breakpoint.Hits // in the run points.of; nil if that does not know what it is about
	All  []breakpoint.Place
}

// Set are the breakpoints, stops and traces that are set.
type Set struct {
	Points  points
	Globals Globals
	Halting *Global // the stop at which the motion at work stops; nil for none
}

// points are the breakpoints, in the order of their numbers. Stops have their numbers in common
// with them. A number is not given twice.
type points struct {
	List []*Point
	Last int          // the number that was given last
	Of   *present.Run // in which the hits are
}

// Points are the breakpoints, looked for in the present run.
func (d In) Points() *points {
	ps := &d.Set.Points
	if ps.Of != d.Run {
		ps.Of = d.Run
		_ = d.matchAll(ps.List) // where the run does not know what one is about, that has no hits
	}
	return ps
}

// matchAll finds the hits of breakpoints, of all at lines in one pass over the run. The errors are by breakpoints.
func (d In) matchAll(list []*Point) []error {
	errs := make([]error, len(list))
	var lines []*Point
	var at []int
	for i, b := range list {
		if b.Hits, b.All, b.Statements = nil, nil, nil; b.Query == "" && b.target != nil && d.S.HasStatements() {
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
func (d In) match(b *Point) error { return d.matchAll([]*Point{b})[0] }

// matchOther finds the hits of a breakpoint that is not at lines.
func (d In) matchOther(b *Point) (err error) {
	switch {
	case b.Query != "":
		return d.Queried(b)
	case b.races():
		return d.matchRaces(b)
	case b.watches != "" && d.S.HasStatements():
		return d.matchWatch(b)
	}
	if b.spec == nil {
		return present.ErrNoStatements
	}
	if b.Hits, err = d.S.Hits(b.spec); err == nil {
		b.All = b.Hits.All()
	}
	return err
}

// PointRow is the breakpoint as faces see it.
func (d In) PointRow(b *Point) Breakpoint {
	row := Breakpoint{Number: b.Number, Text: b.Text, Once: b.Once, Disabled: b.Disabled, Open: d.S.GoesOn(),
		Within: d.Extent()}
	row.Unknown = d.unread(b)
	if n := d.S.First(); b.races() && n > 0 {
		row.Past = UnknownRaces(n + 1)
	}
	if b.OfLines() && !d.S.HasStatements() && len(b.All) == 0 {
		row.Unknown = present.ErrNoStatements.Error()
	}
	if b.Statements != nil {
		row.Hits, row.SoFar = len(b.Statements.Hits), d.SofarLines(b.Statements)
	} else {
		row.Hits, row.SoFar = len(b.All), b.sofar(d.S.Position().Cut)
	}
	return row
}

// BreakpointRows are breakpoints as faces see them.
func (d In) BreakpointRows(list []*Point) (all []Breakpoint) {
	return text.Each(list, d.PointRow)
}

// sofar is how many of the hits a cut has come to.
func (b *Point) sofar(cut graph.Cut) (n int) {
	for _, h := range b.All {
		if h.Done <= int(cut[h.Lane]) {
			n++
		}
	}
	return n
}

// Stops says whether the breakpoint stops a lane that has done so many events.
func (b *Point) Stops(lane, done int) bool {
	if b.Hits == nil || done == 0 {
		return false
	}
	h, ok := b.Hits.After(lane, uint32(done-1))
	return ok && h.Done == done
}

// NewPoint reads a breakpoint, and looks for it in the present run: at statements, if they can be seen and the text
// says so, else at calls. unknown says what of it the run does not know, "" for nothing.
func (d In) NewPoint(text string) (b *Point, unknown string, err error) {
	d.Points()
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
	if d.S.HasStatements() {
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
		return nil, "", &present.SyntaxError{Err: present.Shown(err)}
	}
	b = &Point{Text: spec.String(), spec: spec}
	if err := d.match(b); err != nil {
		if !b.mayBe(err) && !d.mayCome(err) || unseen(wrong) {
			return nil, "", present.Shown(cmp.Or(wrong, err))
		}
		unknown = present.Shown(err).Error()
	}
	return b, unknown, nil
}

// races says whether it stops at races.
func (b *Point) races() bool { return b.Text == raceWord && b.spec == nil }

// OfLines says whether it stops at lines, or where a variable changes.
func (b *Point) OfLines() bool { return b.lines || b.target != nil || b.watches != "" }

// ReadPoint reads a breakpoint that was written down, without looking for it. One of lines is kept as it is where the
// program has no hooks.
func (d In) ReadPoint(text string, lines bool) (*Point, error) {
	if b, ok := derivedPoint(text); ok {
		return b, nil
	}
	if b, ok, err := d.writtenWatch(text); ok && err == nil {
		return b, nil
	}
	if d.S.HasStatements() {
		if b, ok, err := d.linePoint(text); ok && err == nil {
			return b, nil
		}
	}
	spec, err := lang.ParsePlace(text)
	if err != nil && (!lines || d.S.HasStatements()) {
		return nil, err
	}
	return &Point{Text: text, spec: spec, lines: lines}, nil
}

// AddPoint gives a breakpoint a number.
func (d In) AddPoint(b *Point) Breakpoint {
	ps := d.Points()
	ps.Last++
	b.Number = ps.Last
	ps.List = append(ps.List, b)
	*d.Changed = true
	return d.PointRow(b)
}

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
func (b *Point) mayBe(err error) bool {
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
func (d In) mayCome(err error) bool {
	m := (*lang.Mistake)(nil)
	return d.S.GoesOn() && errors.As(err, &m) && m.Absent
}

// Both are the stops and the breakpoints of some numbers; all, if there is no number.
func (d In) Both(numbers []int) (globals []*Global, some []*Point, err error) {
	ps, gs := d.Points(), d.Stops()
	if len(numbers) == 0 {
		if len(ps.List) == 0 && len(gs.List) == 0 {
			_, err = ps.Numbered(nil)
		}
		return gs.List, ps.List, err
	}
	globals, rest := gs.Taken(numbers)
	if len(rest) > 0 {
		some, err = ps.Numbered(rest)
	}
	return globals, some, err
}

// ErrNoBreakpoints is the error of a method that is about breakpoints when there are none.
var ErrNoBreakpoints = text.WithHint(errors.New("there are no breakpoints"), text.HintBreak)

// Numbered are the breakpoints of some numbers, each once.
func (ps *points) Numbered(numbers []int) (found []*Point, err error) {
	if len(ps.List) == 0 {
		return nil, ErrNoBreakpoints
	}
	for _, n := range numbers {
		i := slices.IndexFunc(ps.List, func(b *Point) bool { return b.Number == n })
		if i < 0 {
			return nil, fmt.Errorf("there is no breakpoint %d; there are %s", n, NumbersOf(ps.List))
		}
		if !slices.Contains(found, ps.List[i]) {
			found = append(found, ps.List[i])
		}
	}
	return found, nil
}

// NumbersOf are the numbers of breakpoints, in words.
func NumbersOf(list []*Point) string {
	all := text.Each(list, func(b *Point) string { return strconv.Itoa(b.Number) })
	return strings.Join(all, ", ")
}

// Those names breakpoints.
func Those(list []*Point) string {
	if len(list) == 1 {
		return "breakpoint " + NumbersOf(list)
	}
	return "breakpoints " + NumbersOf(list)
}

// Enabled are the breakpoints that are not disabled.
func (ps *points) Enabled() []*Point {
	return text.Those(ps.List, func(b *Point) bool { return !b.Disabled })
}

// Remove takes breakpoints away.
func (ps *points) Remove(gone []*Point) {
	ps.List = slices.DeleteFunc(slices.Clone(ps.List), func(b *Point) bool { return slices.Contains(gone, b) })
}

// StandsIn names the enabled breakpoints at which a thread stands; "" if there are none.
func (d In) StandsIn(id kernel.ThreadID) string {
	if at := d.StandsAt(id); at != nil {
		return Those(at)
	}
	return ""
}

// StandsAt are the enabled breakpoints at which a thread stands.
func (d In) StandsAt(id kernel.ThreadID) (some []*Point) {
	if len(d.Set.Points.List) == 0 {
		return nil
	}
	lane := d.S.LaneOf(id)
	if lane < 0 {
		return nil
	}
	for _, b := range d.Points().Enabled() {
		if b.Statements != nil {
			if d.StandsAtLine(b.Statements, id) {
				some = append(some, b)
			}
			continue
		}
		if b.Stops(lane, int(d.S.Position().Cut[lane])) {
			some = append(some, b)
		}
	}
	return some
}

// Place is where a thread is about to make a call, and Meeting where the processes of some breakpoints stop together.
type (
	Place   = breakpoint.Place
	Meeting = breakpoint.Stop
)

// Nearest is the place nearest to the present position at which a breakpoint, as Break takes it, would stop a thread:
// on the way to the end or, with back, to the start. Nothing is set, and nothing moves. The thread is "" if there is
// none.
type Nearest struct {
	Position present.Position
	Thread   string
}

// derivedPoint reads a breakpoint at races, or at the rows of a query; ok is false of any other.
func derivedPoint(text string) (b *Point, ok bool) {
	if text = strings.TrimSpace(text); text == raceWord {
		return &Point{Text: text}, true
	}
	name, ok := strings.CutPrefix(text, "query ")
	return &Point{Text: text, Query: strings.TrimSpace(name)}, ok
}

// unread says why a breakpoint at the rows of a query has no hits; "" if it has been looked for.
func (d In) unread(b *Point) string {
	if b.Query == "" || b.Hits != nil || b.Statements != nil {
		return ""
	}
	if err := d.Queried(b); err != nil {
		return err.Error()
	}
	return ""
}
