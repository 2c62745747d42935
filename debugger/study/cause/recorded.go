package cause

import (
	"machsim/debugger/record"
	"machsim/kernel"
)

// recorded is what decided the recorded run.
type recorded struct {
	actors  []kernel.Actor // by event, from 0
	choices [][]record.Choice
	lines   []string // of input
	read    []int    // how many of them were read before each event
}

func newRecorded(a *record.Answers) *recorded {
	r := &recorded{}
	for n := uint64(1); n <= a.Events(); n++ {
		r.actors = append(r.actors, a.Actor(n))
		r.choices = append(r.choices, a.Choices(n))
		r.read = append(r.read, len(r.lines))
		r.lines = append(r.lines, a.Lines(n)...)
	}
	return r
}

func (r *recorded) events() int { return len(r.actors) }

// place is a choice of a run: that with number Point, from 0, of those after so many events.
type place struct{ event, point int }

func (p place) before(q place) bool {
	return p.event < q.event || p.event == q.event && p.point < q.point
}

// door makes the choices of a continuation: the recorded ones up to an event, then forced ones, and then those of
// another Door. It is told of the rest of the recorded input, too.
type door struct {
	rec   *recorded
	until place // the first choice that is not repeated
	force []int // the choices from there on
	then  kernel.Door

	now     place                              // the choice that is asked for next
	within  int                                // how many recorded choices of the present event have been used
	read    int                                // lines of input
	differs bool                               // it has made another choice than the recorded run
	apart   place                              // where, if it has
	lost    bool                               // the run is not the recorded one where it has to be
	own     []int                              // its own choices
	before  int                                // how many of them were made before the present event
	shared  int                                // how many were, before the event in which it differs first
	look    func(p kernel.Point, recorded int) // is told of the points of its own; nil for nobody
}

// Choose answers as the recorded run did, and then for itself.
func (d *door) Choose(p kernel.Point) int {
	if n := int(p.State().Steps); n != d.now.event {
		d.now, d.within, d.before = place{n, 0}, 0, len(d.own)
	}
	at := d.now
	d.now.point++
	recorded, ok := d.answer(p)
	if at.before(d.until) {
		d.lost = d.lost || !ok
		return recorded
	}
	if d.look != nil {
		d.look(p, recorded)
	}
	c := d.choose(p)
	d.own = append(d.own, c)
	if !d.differs && (!ok || c != recorded) {
		d.differs, d.apart, d.shared = true, at, d.before
	}
	return c
}

func (d *door) choose(p kernel.Point) int {
	if len(d.force) > 0 {
		c := d.force[0]
		d.force = d.force[1:]
		return min(c, p.N-1)
	}
	return d.then.Choose(p)
}

// answer is the recorded choice at a point; false if the recorded run was not asked there.
func (d *door) answer(p kernel.Point) (c int, ok bool) {
	event := d.now.event
	switch {
	case p.Kind == kernel.PointPredicate:
		return 0, true
	case event >= d.rec.events():
		return 0, false
	case p.Kind == kernel.PointNext:
		who := d.rec.actors[event]
		i := p.State().OptionOf(who)
		return min(i, p.N-1), i < p.N && p.Option(i) == who
	}
	all := d.rec.choices[event]
	if d.within == len(all) || all[d.within].Kind != p.Kind {
		return 0, p.Kind == kernel.PointFault // that no fault came is not recorded
	}
	if all[d.within].N != p.N {
		return 0, false
	}
	d.within++
	return all[d.within-1].C, true
}

// Input returns the next line that the recorded run read.
func (d *door) Input() (string, bool) {
	if d.read == len(d.rec.lines) {
		return "", false
	}
	d.read++
	return d.rec.lines[d.read-1], true
}

// parted is where a run that has ended differs from the recorded one first.
func (d *door) parted() place {
	if d.differs {
		return d.apart
	}
	return place{d.rec.events(), 0}
}
