package strategy

import (
	"slices"

	"machsim/kernel"
)

// walk takes threads with chances in proportion to the events that each has left, those of threads that it is still to
// make included: uniform random walk. All orders of the events of threads that never wait get the same chance then. If
// it is selective, it does so with the uses of one object only, another one in each run, which all others must not
// disturb: selectively uniform random walk, of Zhao, Cui and others.
type walk struct {
	forgetful
	selective bool
	counts    *Counts
}

func newURW() Strategy  { return &walk{} }
func newSURW() Strategy { return &walk{selective: true} }

// Count takes the events of each thread.
func (s *walk) Count(c *Counts) { s.counts = c }

func (s *walk) Begin(r Run) kernel.Door {
	d := &walker{chance: newChance(r), counts: s.counts}
	if d.counts == nil {
		d.counts = &NewCounter().counts
	}
	if s.selective && len(d.counts.objects) > 0 {
		d.object = d.counts.objects[d.below(len(d.counts.objects))]
	}
	return d
}

// walker is the Door of walk.
type walker struct {
	chance
	counts *Counts
	object string // whose uses are counted; "" for all events
	names  names

	left     []int64         // by thread: what it and those that it will make were to have; -1 when not seen yet
	done     []int64         // what of that it has had, if one object counts
	intended kernel.ThreadID // is to use the object next; 0 for nobody
	weights  []int64
	options  []int
	using    []kernel.Use
}

func (d *walker) Choose(p kernel.Point) int {
	if p.Kind != kernel.PointNext {
		return d.chance.Choose(p)
	}
	d.options = d.options[:0]
	if d.object == "" {
		for i := range p.N {
			d.options = append(d.options, i)
		}
		return d.draw(p)
	}
	return d.selected(p)
}

// draw draws one of d.options by what each has left.
func (d *walker) draw(p kernel.Point) int {
	d.weights = d.weights[:0]
	for _, i := range d.options {
		w := int64(1)
		if id := p.Option(i).Thread; id != 0 {
			w = max(d.rest(p.State(), id), 1)
		}
		d.weights = append(d.weights, w)
	}
	return d.options[d.weighed(d.weights)]
}

// take notes that an option is taken that uses the object, and draws who is the next.
func (d *walker) take(p kernel.Point, i int) int {
	if id := p.Option(i).Thread; id != 0 {
		d.rest(p.State(), id)
		d.done[id]++
	}
	d.intend(p)
	return i
}

// selected chooses at random among those that do not use the object and the one that is to use it next.
func (d *walker) selected(p kernel.Point) int {
	var using []int
	for i := range p.N {
		switch {
		case !d.uses(p, i) || p.Option(i).Thread == d.intended && d.intended != 0:
			d.options = append(d.options, i)
		default:
			using = append(using, i)
		}
	}
	if len(d.options) == 0 {
		d.options = using
		return d.take(p, d.draw(p))
	}
	i := d.options[d.below(len(d.options))]
	if d.uses(p, i) {
		return d.take(p, i)
	}
	return i
}

// intend draws who is to use the object next.
func (d *walker) intend(p kernel.Point) {
	d.options, d.intended = d.options[:0], 0
	for i := range p.N {
		if id := p.Option(i).Thread; id != 0 && d.rest(p.State(), id) > 0 {
			d.options = append(d.options, i)
		}
	}
	if len(d.options) > 0 {
		d.intended = p.Option(d.draw(p)).Thread
	}
}

// uses says whether an option would use the object.
func (d *walker) uses(p kernel.Point, i int) bool {
	d.using = p.State().Uses(p.Option(i), d.using[:0])
	return slices.ContainsFunc(d.using, func(u kernel.Use) bool { return d.names.object(p.State(), u) == d.object })
}

// rest returns what a thread, and those that it will make, have left.
func (d *walker) rest(s *kernel.State, id kernel.ThreadID) int64 {
	n := *d.of(s, id)
	if d.object != "" {
		return n - d.done[id]
	}
	t := s.Threads.At(uint32(id))
	return n - t.CPU/max(t.Cost, 1)
}

// of returns what a thread was to have. When it comes up for the first time, that is taken from the one that made it.
func (d *walker) of(s *kernel.State, id kernel.ThreadID) *int64 {
	for int(id) >= len(d.left) {
		d.left, d.done = append(d.left, -1), append(d.done, 0)
	}
	if d.left[id] < 0 {
		d.left[id] = 0
		n := d.expected(d.names.thread(s, id))
		if by := kernel.ThreadID(s.Threads.At(uint32(id)).Label.Creator); by != 0 {
			made := d.of(s, by)
			*made = max(*made-n, 0)
		}
		d.left[id] = n
	}
	return &d.left[id]
}

// expected is what counts of a thread, and of those that it makes, in a run.
func (d *walker) expected(thread string) int64 {
	if d.object != "" {
		return d.counts.uses[d.object][thread]
	}
	return max(d.counts.all[thread], 1)
}
