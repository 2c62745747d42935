package tape

import (
	"maps"
	"math"
	"slices"

	"machsim/kernel"
)

// Collector returns a Builder that Collects, of the run that goes on where the log ends: as if it had done so from the
// start of the run. Served is to tell it of the programs. The log is Until some event: all its lists are Cuts.
func (t *Tape) Collector() *Builder {
	k := NewBuilder(t.Program, t.Config)
	k.from, k.collects, k.asks = math.MaxInt, true, maps.Clone(t.asks)
	u := k.t
	u.places, u.glanced, u.ends = t.places.Cut(t.places.Len()), t.glanced.Cut(t.glanced.Len()), t.ends.Cut(t.ends.Len())
	u.threads, u.makers = t.threads.clone(), t.makers.clone()
	u.askers, u.packets = maps.Clone(t.askers), maps.Clone(t.packets)
	u.edits, u.failing, u.edited = t.edits, t.failing, slices.Clone(t.edited)
	u.asked, u.passed.own, u.events.first = maps.Clone(t.asked), t.passed.all(), t.First()
	for i := range t.glanced.Len() {
		k.glanced[t.glanced.At(i)] = uint32(i)
	}
	for i := range t.Lanes {
		u.Lanes = append(u.Lanes, t.Lanes[i].past())
		k.collected += u.Lanes[i].gathers()
	}
	for i := range t.fires.Len() {
		u.Lanes[t.fires.At(i).lane].earlier.fired = true
	}
	for i := range u.passed.own { // of threads that complete no call any more, too
		p := &u.passed.own[i]
		k.last = p.lane
		*k.stretchOf(t.End, &u.Lanes[p.lane]) = stretch{number: i + 1, over: true}
	}
	k.precede(t)
	return k
}

// past returns the lane with no events: they are before the log.
func (l *Lane) past() Lane {
	u := Lane{Thread: l.Thread, Packet: l.Packet, Edits: l.Edits, Faults: l.Faults, earlier: l.earlier,
		results: l.results.Cut(l.results.Len()), infos: l.infos.Cut(l.infos.Len()), glances: l.glances.Cut(l.glances.Len())}
	if l.earlier.serves != nil {
		x := *l.earlier.serves
		u.earlier.serves = &x
	}
	for k := range l.results.Len() {
		if k < l.earlier.ops {
			u.sums.Add(l.sums.At(k))
		} else {
			u.sums.Add(uint32(l.OpOf(k)))
		}
	}
	return u
}

// precede counts the events of a log as past.
func (k *Builder) precede(t *Tape) {
	born, gone := map[int][]kernel.ThreadID{}, map[int][]kernel.ThreadID{}
	t.makers.each(func(id uint32, maker uint64) {
		by := int(maker) - 1
		born[by] = append(born[by], kernel.ThreadID(id))
	})
	t.Ends(func(e End) {
		gone[e.Event] = append(gone[e.Event], e.Thread)
		k.interrupted([]kernel.ThreadID{e.Thread})
	})
	for e := t.First(); e < t.Len(); e++ {
		lane, nth := t.At(e)
		l, op, call := &t.Lanes[lane], kernel.Op(0), 0
		if l.Thread != 0 {
			call = l.CallOf(nth)
			op = l.OpOf(call)
		}
		k.last = uint32(lane)
		k.counts(op, call)
		for _, id := range gone[e] {
			k.disturbed(t.TaskOf(id))
		}
		for _, id := range born[e] {
			k.bears(id)
		}
		if l.Thread != 0 && t.Done(e) {
			k.passed(t.End, &k.t.Lanes[lane], e)
		}
	}
}

// Served tells a Collector of the program of a thread: what it has read beside its calls, and that it serves. If the
// log does not know where that began, it stays with all its results.
func (k *Builder) Served(id kernel.ThreadID, c *Cursor) {
	k.Glanced(id, c)
	if lane := k.t.LaneOf(id); lane >= 0 && c.serves && k.t.Lanes[lane].earlier.serves == nil {
		k.t.Lanes[lane].earlier.serves = &serving{refused: true}
	}
}

// Largest returns the thread of whose calls there are most results for a Picture, and about how many bytes these take.
func (k *Builder) Largest() (id kernel.ThreadID, bytes int) {
	for i := range k.t.Lanes {
		if l := &k.t.Lanes[i]; l.gathers() > bytes {
			id, bytes = l.Thread, l.gathers()
		}
	}
	return id, bytes
}
