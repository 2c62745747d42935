package stops

import (
	"cmp"
	"errors"
	"slices"
	"sort"
	"strconv"
	"strings"

	"machsim/debugger/event/text"
	"machsim/debugger/lang"
	"machsim/debugger/lang/eval"
	"machsim/debugger/lines/source"
	"machsim/debugger/present"
	"machsim/debugger/replay/graph"
	"machsim/debugger/session"
	"machsim/kernel"
)

// Statements are the statements of the present run at which a breakpoint stops a thread, in recorded order; those of
// a history are in the order of its rows.
type Statements struct {
	Hits    []source.Hit
	changes []source.Local // of a watchpoint, hit by hit

	accesses []source.Access // of one at reads, or at reads and writes
	shown    [][]string      // of a log point, the values of its expressions
	races    []Race          // of a breakpoint at races
}

// Arrival is when the recorded run comes to a place: after an event, and at the n-th statement of its thread, or after
// all of them, at the thread's next call.
type Arrival struct {
	Event int
	N     uint64
}

// AtCall is the n of an arrival at a call.
const AtCall = source.AtCall

func (a Arrival) Compare(b Arrival) int {
	return cmp.Or(cmp.Compare(a.Event, b.Event), cmp.Compare(a.N, b.N))
}

// arrivedAt says when the recorded run comes to a position.
func (d In) arrivedAt(p graph.Position) Arrival {
	a := Arrival{d.S.LastOf(p), AtCall}
	if a.Event < d.S.First() {
		return a
	}
	if n := p.Statement(d.S.ThreadIn(d.S.LaneAt(a.Event))); n > 0 {
		a.N = n
	}
	return a
}

// named reads a place that begins with the name of a function or a label of Go, or with both.
func named(text string) (*lang.Place, error) {
	spec, err := lang.ParsePlace("enter " + text)
	if err != nil {
		name, rest, _ := strings.Cut(text, " ")
		spec, err = lang.ParsePlace(strings.TrimSpace("enter " + strconv.Quote(name) + " " + rest))
	}
	return spec, err
}

// linePoint reads a breakpoint at statements: [FILE:]LINE or a function, by whom, how often, and if which Go expression
// is true. ok is false if the text is none.
func (d In) linePoint(typed string) (b *Point, ok bool, err error) {
	typed = d.withFile(typed)
	head, condition, _ := strings.Cut(typed, " if ")
	spec, err := lang.ParsePlace(typed)
	if err != nil || spec.If != nil {
		if spec, err = lang.ParsePlace(head); err != nil {
			spec, err = named(head)
		}
		condition = strings.TrimSpace(condition)
	} else {
		condition = ""
	}
	if err != nil {
		return nil, false, nil
	}
	target, ok, err := d.S.Target(spec)
	if !ok || err != nil {
		return nil, ok, err
	}
	b = &Point{Text: typed, spec: spec, target: target}
	if condition != "" {
		if b.condition, err = eval.Parse(condition); err != nil {
			return nil, true, present.Shown(err)
		}
	}
	return b, true, nil
}

// withFile puts the file that the thread in focus is in before the number of a line with which a breakpoint begins.
func (d In) withFile(typed string) string {
	number, _, _ := strings.Cut(typed, " ")
	if _, err := strconv.Atoi(number); err != nil {
		return typed
	}
	if path, err := d.SourceFile(""); err == nil {
		return text.FileName(path) + ":" + typed
	}
	return typed
}

// matchLines finds the statements of the present run at which breakpoints stop. The errors are by breakpoints.
func (d In) matchLines(list []*Point) []error {
	errs := make([]error, len(list))
	var searches []source.Search
	var at []int
	for i, b := range list {
		x := source.Search{Target: b.target, Condition: b.condition, Shows: b.log.shows}
		if b.spec.By.Text != "" {
			if x.Threads, errs[i] = d.S.Predicates().Doers(b.spec); errs[i] != nil {
				continue
			}
		}
		searches, at = append(searches, x), append(at, i)
	}
	if searches == nil {
		return errs
	}
	all, err := d.S.StatementHits(searches...)
	for k, i := range at {
		if errs[i] = present.Shown(err); err == nil {
			errs[i] = list[i].reaches(all[k])
		}
	}
	return errs
}

// reaches takes note of what was found of a breakpoint.
func (b *Point) reaches(found *source.Found) error {
	switch {
	case found.Err != nil:
		return present.Shown(found.Err)
	case found.Unknown != nil && len(found.Hits) == 0:
		return &present.Mistake{Mistake: found.Unknown}
	}
	b.Statements = &Statements{}
	for _, i := range counted(found.Hits, b.spec.Count) {
		b.Statements.Hits = append(b.Statements.Hits, found.Hits[i])
		if found.Shown != nil {
			b.Statements.shown = append(b.Statements.shown, found.Shown[i])
		}
	}
	return nil
}

// matchWatch finds the statements at which a watchpoint stops.
func (d In) matchWatch(b *Point) error {
	of, err := d.watchedBy(b)
	switch {
	case err != nil:
		return present.Shown(err)
	case b.watches == ReadWatch, b.watches == AccessWatch:
		return d.matchAccesses(b, of)
	}
	changes, err := of.Changes()
	if err != nil {
		return err
	}
	changes = slices.DeleteFunc(changes, func(c source.Local) bool { return c.Born })
	if b.watches == WriteWatch {
		b.Statements = changing(changes)
	} else {
		b.Statements = changed(changes)
	}
	sort.Stable(b.Statements)
	return nil
}

func (x *Statements) Len() int { return len(x.Hits) }

func (x *Statements) Less(i, j int) bool { return x.Hits[i].Compare(x.Hits[j]) < 0 }

func (x *Statements) Swap(i, j int) {
	x.Hits[i], x.Hits[j] = x.Hits[j], x.Hits[i]
	if x.changes != nil {
		x.changes[i], x.changes[j] = x.changes[j], x.changes[i]
	}
	if x.races != nil {
		x.races[i], x.races[j] = x.races[j], x.races[i]
	}
}

// changed are the statements that have made changes.
func changed(changes []source.Local) *Statements {
	x := &Statements{changes: changes}
	for _, c := range changes {
		x.Hits = append(x.Hits, c.After)
	}
	return x
}

// changing are the statements that are about to make changes. Where no statement has made one it is where it is done.
func changing(changes []source.Local) *Statements {
	x := changed(changes)
	for i := range changes {
		if c := &changes[i]; c.By != "" && !c.Edited {
			x.Hits[i] = c.At()
		}
	}
	return x
}

// watchedBy is what a watchpoint is about, in the present run.
func (d In) watchedBy(b *Point) (*session.Local, error) {
	if b.watched != nil {
		return d.S.Watched(b.watched), nil
	}
	return d.S.Local(b.named)
}

func (d In) matchAccesses(b *Point, of *session.Local) error {
	all, err := of.Accesses(b.watches == AccessWatch)
	if err != nil {
		return err
	}
	b.Statements = &Statements{accesses: all}
	for _, a := range all {
		b.Statements.Hits = append(b.Statements.Hits, a.Hit)
	}
	return nil
}

// counted are the hits, by their numbers, that a count lets stop a thread.
func counted(hits []source.Hit, c lang.Count) (some []int) {
	n := map[kernel.ThreadID]int{}
	for i, h := range hits {
		if n[h.Thread]++; c.Stops(n[h.Thread]) {
			some = append(some, i)
		}
	}
	return some
}

// Arrived says when the recorded run comes to the k-th place of a breakpoint of statements.
func (x *Statements) Arrived(k int) Arrival { return Arrival{x.Hits[k].Event, x.Hits[k].N} }

// Past says whether the present position is at a place, or beyond it.
func (d In) Past(x *Statements, k int) bool {
	return d.PastAt(d.S.Position(), x.Hits[k])
}

// StandsOn says whether the present position is at a place.
func (d In) StandsOn(x *Statements, k int) bool {
	n, a := d.S.Statement(x.Hits[k].Thread), x.Arrived(k)
	if a.N == AtCall {
		return n == 0 && d.S.Last(x.Hits[k].Thread, 1) == a.Event
	}
	return n == a.N
}

// NearestLine is the next place of the breakpoints of statements or, on the way back, the last one: which of b's;
// -1 for none.
func (d In) NearestLine(list []*Point, back bool) (b *Point, nth int, when Arrival) {
	nth = -1
	for _, p := range list {
		if p.Statements == nil {
			continue
		}
		k := d.NearestHit(p.Statements, back)
		if k < 0 {
			continue
		}
		if at := p.Statements.Arrived(k); nth < 0 || !back && at.Compare(when) < 0 || back && at.Compare(when) > 0 {
			b, nth, when = p, k, at
		}
	}
	return b, nth, when
}

// NearestHit is which of the places of one breakpoint comes next or, on the way back, was the last; -1 for none.
func (d In) NearestHit(x *Statements, back bool) int {
	k, to := d.doubtful(x)
	if back {
		for k = to - 1; k >= 0 && (!d.Past(x, k) || d.StandsOn(x, k)); {
			k--
		}
		return k
	}
	for k < to && d.Past(x, k) {
		k++
	}
	if k == len(x.Hits) {
		return -1
	}
	return k
}

// doubtful are the places, from one to before another, of which only a look says whether the present position has come
// to them: it has to those before, and not to those after.
func (d In) doubtful(x *Statements) (from, to int) {
	p := d.S.Position()
	first, _ := d.S.Prefix(p)
	for _, g := range p.Stands() {
		first = min(first, d.S.EventOf(g.Thread, int(p.Cut[d.S.LaneOf(g.Thread)])-1))
	}
	last := d.S.LastOf(p)
	from = sort.Search(len(x.Hits), func(i int) bool { return x.Hits[i].Event >= first })
	return from, max(from, sort.Search(len(x.Hits), func(i int) bool { return x.Hits[i].Event > last }))
}

// LineStop is where a thread stands at a place of a breakpoint of statements.
func (d In) LineStop(b *Point, nth int, back bool) graph.Position {
	h, a := b.Statements.Hits[nth], b.Statements.Arrived(nth)
	p := d.S.UpTo(h.Event, back)
	if a.N != AtCall {
		p.Thread, p.N = h.Thread, a.N
	}
	return p
}

// SofarLines is how many of the places the present position has come to.
func (d In) SofarLines(x *Statements) (n int) {
	n, to := d.doubtful(x)
	for k := n; k < to; k++ {
		if d.Past(x, k) {
			n++
		}
	}
	return n
}

// HitsHere are the breakpoints of statements that stop a thread at the same place as one of them does.
func (d In) HitsHere(list []*Point, thread kernel.ThreadID, at Arrival) []*Point {
	return text.Those(list, func(p *Point) bool { return p.Statements != nil && p.Statements.HitOf(thread, at) >= 0 })
}

// unseen says whether an error is that of a run that does not know what a breakpoint is about.
func unseen(err error) bool {
	m := (*text.Mistake)(nil)
	return errors.As(err, &m) && m.Absent
}

// StandsAtLine says whether a thread stands at one of the places now.
func (d In) StandsAtLine(x *Statements, id kernel.ThreadID) bool {
	return x.HitOf(id, Arrival{Event: d.S.Last(id, 1), N: cmp.Or(d.S.Statement(id), AtCall)}) >= 0
}

// HitOf is which of the places is that at which a thread arrives then; -1 for none.
func (x *Statements) HitOf(id kernel.ThreadID, at Arrival) int {
	k := sort.Search(len(x.Hits), func(i int) bool { return x.Arrived(i).Compare(at) >= 0 })
	for ; k < len(x.Hits) && x.Arrived(k) == at; k++ {
		if x.Hits[k].Thread == id {
			return k
		}
	}
	return -1
}
