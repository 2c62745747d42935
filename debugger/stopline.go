package debugger

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
	"machsim/debugger/replay/graph"
	"machsim/debugger/session"
	"machsim/kernel"
)

// statements are the statements of the present run at which a breakpoint stops a thread, in recorded order; those of
// a history are in the order of its rows.
type statements struct {
	hits    []source.Hit
	changes []source.Local // of a watchpoint, hit by hit

	accesses []source.Access // of one at reads, or at reads and writes
	shown    [][]string      // of a log point, the values of its expressions
	races    []Race          // of a breakpoint at races
}

// arrival is when the recorded run comes to a place: after an event, and at the n-th statement of its thread, or after
// all of them, at the thread's next call.
type arrival struct {
	event int
	n     uint64
}

// atCall is the n of an arrival at a call.
const atCall = source.AtCall

func (a arrival) compare(b arrival) int {
	return cmp.Or(cmp.Compare(a.event, b.event), cmp.Compare(a.n, b.n))
}

// arrivedAt says when the recorded run comes to a position.
func (d *Debugger) arrivedAt(p graph.Position) arrival {
	a := arrival{d.s().LastOf(p), atCall}
	if a.event < 0 {
		return a
	}
	if n := p.Statement(d.s().ThreadIn(d.s().LaneAt(a.event))); n > 0 {
		a.n = n
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
func (d *Debugger) linePoint(typed string) (b *point, ok bool, err error) {
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
	target, ok, err := d.s().Target(spec)
	if !ok || err != nil {
		return nil, ok, err
	}
	b = &point{text: typed, spec: spec, target: target}
	if condition != "" {
		if b.condition, err = eval.Parse(condition); err != nil {
			return nil, true, shown(err)
		}
	}
	return b, true, nil
}

// withFile puts the file that the thread in focus is in before the number of a line with which a breakpoint begins.
func (d *Debugger) withFile(typed string) string {
	number, _, _ := strings.Cut(typed, " ")
	if _, err := strconv.Atoi(number); err != nil {
		return typed
	}
	if path, err := d.sourceFile(""); err == nil {
		return FileName(path) + ":" + typed
	}
	return typed
}

// matchLines finds the statements of the present run at which breakpoints stop. The errors are by breakpoints.
func (d *Debugger) matchLines(list []*point) []error {
	errs := make([]error, len(list))
	var searches []source.Search
	var at []int
	for i, b := range list {
		x := source.Search{Target: b.target, Condition: b.condition, Shows: b.log.shows}
		if b.spec.By.Text != "" {
			if x.Threads, errs[i] = d.s().Predicates().Doers(b.spec); errs[i] != nil {
				continue
			}
		}
		searches, at = append(searches, x), append(at, i)
	}
	if searches == nil {
		return errs
	}
	all, err := d.s().StatementHits(searches...)
	for k, i := range at {
		if errs[i] = shown(err); err == nil {
			errs[i] = list[i].reaches(all[k])
		}
	}
	return errs
}

// reaches takes note of what was found of a breakpoint.
func (b *point) reaches(found *source.Found) error {
	switch {
	case found.Err != nil:
		return shown(found.Err)
	case found.Unknown != nil && len(found.Hits) == 0:
		return &Mistake{found.Unknown}
	}
	b.statements = &statements{}
	for _, i := range counted(found.Hits, b.spec.Count) {
		b.statements.hits = append(b.statements.hits, found.Hits[i])
		if found.Shown != nil {
			b.statements.shown = append(b.statements.shown, found.Shown[i])
		}
	}
	return nil
}

// matchWatch finds the statements at which a watchpoint stops.
func (d *Debugger) matchWatch(b *point) error {
	of, err := d.watchedBy(b)
	switch {
	case err != nil:
		return shown(err)
	case b.watches == ReadWatch, b.watches == AccessWatch:
		return d.matchAccesses(b, of)
	}
	changes, err := of.Changes()
	if err != nil {
		return err
	}
	changes = slices.DeleteFunc(changes, func(c source.Local) bool { return c.Born })
	if b.watches == WriteWatch {
		b.statements = changing(changes)
	} else {
		b.statements = changed(changes)
	}
	sort.Stable(b.statements)
	return nil
}

// The changes of a watchpoint, and races, are sorted by when one comes there.

func (x *statements) Len() int           { return len(x.hits) }
func (x *statements) Less(i, j int) bool { return x.hits[i].Compare(x.hits[j]) < 0 }
func (x *statements) Swap(i, j int) {
	x.hits[i], x.hits[j] = x.hits[j], x.hits[i]
	if x.changes != nil {
		x.changes[i], x.changes[j] = x.changes[j], x.changes[i]
	}
	if x.races != nil {
		x.races[i], x.races[j] = x.races[j], x.races[i]
	}
}

// changed are the statements that have made changes.
func changed(changes []source.Local) *statements {
	x := &statements{changes: changes}
	for _, c := range changes {
		x.hits = append(x.hits, c.After)
	}
	return x
}

// changing are the statements that are about to make changes. Where no statement has made one it is where it is done.
func changing(changes []source.Local) *statements {
	x := changed(changes)
	for i := range changes {
		if c := &changes[i]; c.By != "" && !c.Edited {
			x.hits[i] = c.At()
		}
	}
	return x
}

// watchedBy is what a watchpoint is about, in the present run.
func (d *Debugger) watchedBy(b *point) (*session.Local, error) {
	if b.watched != nil {
		return d.s().Watched(b.watched), nil
	}
	return d.s().Local(b.named)
}

func (d *Debugger) matchAccesses(b *point, of *session.Local) error {
	all, err := of.Accesses(b.watches == AccessWatch)
	if err != nil {
		return err
	}
	b.statements = &statements{accesses: all}
	for _, a := range all {
		b.statements.hits = append(b.statements.hits, a.Hit)
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

// arrived says when the recorded run comes to the k-th place of a breakpoint of statements.
func (x *statements) arrived(k int) arrival { return arrival{x.hits[k].Event, x.hits[k].N} }

// past says whether the present position is at a place, or beyond it.
func (d *Debugger) past(x *statements, k int) bool { return d.pastAt(d.s().Position(), x.hits[k]) }

// pastAt says whether a position is at a statement, or beyond it.
func (d *Debugger) pastAt(p graph.Position, h source.Hit) bool {
	lane := d.s().LaneOf(h.Thread)
	if lane < 0 {
		return false
	}
	last := d.s().EventOf(h.Thread, int(p.Cut[lane])-1)
	if n := p.Statement(h.Thread); last == h.Event && n > 0 {
		return h.N <= n
	}
	return p.Cut[lane] > 0 && last >= h.Event
}

// stands says whether the present position is at a place.
func (d *Debugger) stands(x *statements, k int) bool {
	n, a := d.s().Statement(x.hits[k].Thread), x.arrived(k)
	if a.n == atCall {
		return n == 0 && d.s().Last(x.hits[k].Thread, 1) == a.event
	}
	return n == a.n
}

// nearestLine is the next place of the breakpoints of statements or, on the way back, the last one: which of b's;
// -1 for none.
func (d *Debugger) nearestLine(list []*point, back bool) (b *point, nth int, when arrival) {
	nth = -1
	for _, p := range list {
		if p.statements == nil {
			continue
		}
		k := d.nearestHit(p.statements, back)
		if k < 0 {
			continue
		}
		if at := p.statements.arrived(k); nth < 0 || !back && at.compare(when) < 0 || back && at.compare(when) > 0 {
			b, nth, when = p, k, at
		}
	}
	return b, nth, when
}

// nearestHit is which of the places of one breakpoint comes next or, on the way back, was the last; -1 for none.
func (d *Debugger) nearestHit(x *statements, back bool) int {
	k, to := d.doubtful(x)
	if back {
		for k = to - 1; k >= 0 && (!d.past(x, k) || d.stands(x, k)); {
			k--
		}
		return k
	}
	for k < to && d.past(x, k) {
		k++
	}
	if k == len(x.hits) {
		return -1
	}
	return k
}

// doubtful are the places, from one to before another, of which only a look says whether the present position has come
// to them: it has to those before, and not to those after.
func (d *Debugger) doubtful(x *statements) (from, to int) {
	p := d.s().Position()
	first, _ := d.s().Prefix(p)
	for _, g := range p.Stands() {
		first = min(first, d.s().EventOf(g.Thread, int(p.Cut[d.s().LaneOf(g.Thread)])-1))
	}
	last := d.s().LastOf(p)
	from = sort.Search(len(x.hits), func(i int) bool { return x.hits[i].Event >= first })
	return from, max(from, sort.Search(len(x.hits), func(i int) bool { return x.hits[i].Event > last }))
}

// lineStop is where a thread stands at a place of a breakpoint of statements.
func (d *Debugger) lineStop(b *point, nth int, back bool) graph.Position {
	h, a := b.statements.hits[nth], b.statements.arrived(nth)
	p := d.s().UpTo(h.Event, back)
	if a.n != atCall {
		p.Thread, p.N = h.Thread, a.n
	}
	return p
}

// sofarLines is how many of the places the present position has come to.
func (d *Debugger) sofarLines(x *statements) (n int) {
	n, to := d.doubtful(x)
	for k := n; k < to; k++ {
		if d.past(x, k) {
			n++
		}
	}
	return n
}

// hitsHere are the breakpoints of statements that stop a thread at the same place as one of them does.
func (d *Debugger) hitsHere(list []*point, thread kernel.ThreadID, at arrival) (some []*point) {
	for _, p := range list {
		if p.statements != nil && p.statements.hitOf(thread, at) >= 0 {
			some = append(some, p)
		}
	}
	return some
}

// unseen says whether an error is that of a run that does not know what a breakpoint is about.
func unseen(err error) bool {
	m := (*text.Mistake)(nil)
	return errors.As(err, &m) && m.Absent
}

// standsAtLine says whether a thread stands at one of the places now.
func (d *Debugger) standsAtLine(x *statements, id kernel.ThreadID) bool {
	at := arrival{event: d.s().Last(id, 1), n: d.s().Statement(id)}
	if at.n == 0 {
		at.n = atCall
	}
	return x.hitOf(id, at) >= 0
}

// hitOf is which of the places is that at which a thread arrives then; -1 for none.
func (x *statements) hitOf(id kernel.ThreadID, at arrival) int {
	k := sort.Search(len(x.hits), func(i int) bool { return x.arrived(i).compare(at) >= 0 })
	for ; k < len(x.hits) && x.arrived(k) == at; k++ {
		if x.hits[k].Thread == id {
			return k
		}
	}
	return -1
}
