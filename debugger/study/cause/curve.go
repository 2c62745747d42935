package cause

import (
	"cmp"
	"maps"
	"slices"

	"machsim/debugger/event/text"
)

const (
	short    = 100 // a run in which every event is sampled has at most so many, up to where it is certain
	refined  = 40  // or else so many are sampled, more or less
	atOnce   = 4   // stretches that are halved at a time
	maxJumps = 3
)

// curve samples the events before the one from which on the failure is certain: all, or those where the chance changes
// most.
func (f *finder) curve() {
	end := f.x.Certain.Event
	if end <= short {
		var all []int
		for n := range end {
			all = append(all, n)
		}
		f.sample(all, f.o.Samples)
	}
	for f.sampled(end) < refined && f.left() > 0 && !f.stopped() {
		halves := f.halves(end)
		if len(halves) == 0 {
			break
		}
		f.sample(halves, f.o.Samples)
	}
	for _, n := range slices.Sorted(maps.Keys(f.points)) {
		if p := f.points[n]; n < end && p.Samples > 0 {
			f.x.Curve = append(f.x.Curve, *p)
		}
	}
	f.x.Curve = append(f.x.Curve, f.atEnd(end))
	f.jumps()
}

// atEnd is the chance after the event from which on nothing ends well.
func (f *finder) atEnd(end int) Point {
	if p := f.points[end]; p != nil && p.Samples > 0 && !f.x.Certain.Exact {
		return *p
	}
	return Point{end, Count{Low: 1, High: 1}}
}

func (f *finder) sampled(end int) (n int) {
	for at, p := range f.points {
		if at < end && p.Samples > 0 {
			n++
		}
	}
	return n
}

// halves are the middles of the stretches over which the chance changes most, and by more than samples do by
// themselves.
func (f *finder) halves(end int) (all []int) {
	var known []Point
	for _, n := range slices.Sorted(maps.Keys(f.points)) {
		if p := f.points[n]; n < end && p.Samples > 0 {
			known = append(known, *p)
		}
	}
	known = append(known, f.atEnd(end))
	var wide []Jump
	for i := 1; i < len(known); i++ {
		if j := between(&known[i-1], &known[i]); j.Event-j.From > 1 && known[i-1].High < known[i].Low {
			wide = append(wide, j)
		}
	}
	slices.SortStableFunc(wide, greatest)
	all = text.Each(wide[:min(len(wide), atOnce)], func(j Jump) int { return j.From + (j.Event-j.From)/2 })
	slices.Sort(all)
	return all
}

func between(a, b *Point) Jump {
	return Jump{From: a.Event, Event: b.Event, Before: a.chance(), After: b.chance()}
}

// greatest orders jumps by how high they are.
func greatest(a, b Jump) int {
	return cmp.Or(cmp.Compare(b.After-b.Before, a.After-a.Before), a.Event-b.Event)
}

// jumps finds where the chance rose most, by more than samples do by themselves.
func (f *finder) jumps() {
	c := f.x.Curve
	for i := 1; i < len(c); i++ {
		if c[i-1].High < c[i].Low {
			f.x.Jumps = append(f.x.Jumps, between(&c[i-1], &c[i]))
		}
	}
	slices.SortStableFunc(f.x.Jumps, greatest)
	f.x.Jumps = f.x.Jumps[:min(len(f.x.Jumps), maxJumps)]
}
