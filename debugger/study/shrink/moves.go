package shrink

import (
	"hash/maphash"
	"slices"

	"machsim/debugger/choose/schedule"
	"machsim/debugger/replay/graph"
	"machsim/debugger/run/report"
	"machsim/kernel"
)

// shrink makes the best run smaller until nothing helps any more: first by what is promising, and when nothing of that
// is left, by all that is not hopeless; and then again from runs that are found anew.
func (s *shrinker) shrink() {
	for s.lessen(s.moves()); s.redraw(); {
		s.lessen(s.moves())
	}
}

// moves are the ways to make a run smaller, in their order.
func (s *shrinker) moves() []func() bool {
	return []func() bool{s.straighten, s.least, s.parameters, s.unprobe, s.sample, s.straighten, s.untype, s.unedit,
		s.silence, s.leaveOut, s.zero, s.reverse, s.putOffAll, s.single}
}

// lessen makes the best run smaller in some ways, one after the other, until none helps any more.
func (s *shrinker) lessen(moves []func() bool) {
	for i, failed := 0, 0; !s.over(); i++ {
		if failed == len(moves) {
			if s.thorough {
				return
			}
			s.thorough, failed = true, 0
		}
		if failed++; moves[i%len(moves)]() {
			failed = 0
		}
	}
}

// unprobe leaves out each probe, as far as the failure can be found without it.
func (s *shrinker) unprobe() (any bool) {
	for _, p := range s.best.may.Probes() {
		c := s.best.candidate
		if c.may = c.may.WithoutProbe(p); !s.over() && !s.known(c) {
			any = s.found(c, p.String()) || any
		}
	}
	return any
}

// samples is how many runs are made at random, to begin with the smallest that fails.
const samples = 50

// sample makes runs at random, in most of which threads go on for long.
func (s *shrinker) sample() (any bool) {
	if s.best.edits != nil || s.want.Verdict == report.NoEnd {
		return false
	}
	for s.attempts["sample"] < samples {
		if s.over() {
			return any
		}
		any = s.take(s.attempt(s.best.candidate, "sample"), s.smaller) || any
	}
	return any
}

// silence leaves out all steps of an actor from one on: it goes when nobody else has anything to do.
func (s *shrinker) silence() (any bool) {
	for a := range len(s.best.to.Actors) {
		for part := 0; part < 4 && a < len(s.best.to.Actors); part++ {
			any = s.silenced(a, part) || any
		}
	}
	return any
}

// silenced leaves out the last three, two, or one fourth of a thread's steps; with part 0, all.
func (s *shrinker) silenced(actor, part int) bool {
	own := 0
	for _, x := range s.best.to.Steps {
		if x.Actor == actor && !x.Packet {
			own++
		}
	}
	if own < 4 && part > 0 || own == 0 {
		return false
	}
	seen, fixed := 0, s.fixed()
	var steps []schedule.Step
	for i, x := range s.best.to.Steps {
		if x.Actor == actor {
			if seen++; i >= fixed && seen > own*part/4 {
				continue
			}
		}
		steps = append(steps, x)
	}
	return s.rearrange(steps)
}

// straighten keeps what comes before the failure, and orders it with few switches.
func (s *shrinker) straighten() (any bool) {
	for s.straightened() {
		any = true
	}
	return any
}

func (s *shrinker) straightened() bool {
	if s.over() || len(s.best.to.Steps) == 0 {
		return false
	}
	o := s.order()
	if o == nil {
		return false
	}
	if local(s.want) && s.try(s.with(o.straight(o.needed(len(o.steps)-1))), s.smaller) {
		return true
	}
	return s.try(s.with(o.straight(nil)), s.smaller)
}

// zero takes the first option of choices: of all, of each eighth, and of each.
func (s *shrinker) zero() (any bool) {
	all := len(s.best.to.Choices)
	for _, n := range []int{all, all/8 + 1, 1} {
		for i := 0; n > 0 && i < len(s.best.to.Choices); i += n {
			any = s.zeroed(i, min(n, len(s.best.to.Choices)-i)) || any
		}
	}
	return any
}

func (s *shrinker) zeroed(from, n int) bool {
	c := s.best.candidate
	all, changed := slices.Clone(c.to.Choices), false
	for i := from; i < from+n; i++ {
		changed = changed || all[i].C != 0
		all[i].C = 0
	}
	to := *c.to
	to.Choices = all
	c.to = &to
	return changed && s.try(c, s.smaller)
}

// untype takes out lines of input.
func (s *shrinker) untype() (any bool) {
	for i := len(s.best.to.Lines) - 1; i >= 0; i-- {
		if i >= len(s.best.to.Lines) {
			continue
		}
		c := s.best.candidate
		to := *c.to
		to.Lines = slices.Delete(slices.Clone(to.Lines), i, i+1)
		c.to = &to
		any = s.try(c, s.smaller) || any
	}
	return any
}

// unedit takes out edits.
func (s *shrinker) unedit() (any bool) {
	for i := len(s.best.edits) - 1; i >= 0; i-- {
		c := s.best.candidate
		c.edits = slices.Delete(slices.Clone(c.edits), i, i+1)
		any = s.try(c, s.smaller) || any
	}
	return any
}

// leaveOut lets actors go on where others took their turns: it puts segments off to where the actor goes next, or has
// what it does next done at once. It passes over what the causal order does not allow. Groups of segments come first,
// and again only when the run has become smaller by a quarter.
func (s *shrinker) leaveOut() (any bool) {
	s.settled = true
	most := 1
	if was := s.grouped; was == 0 || 4*s.best.size.Switches < 3*was {
		most, s.grouped = len(s.best.to.Segments())/2, s.best.size.Switches
	}
	for n := max(most, 1); n > 0; n /= 2 {
		for i := 0; i < len(s.best.to.Segments()); {
			if (n > 1 || !s.best.forced(i)) && s.putOff(i, n) || n == 1 && s.goOn(i) {
				any = true
			} else {
				i += n
			}
		}
	}
	return any
}

// putOffAll puts off each segment.
func (s *shrinker) putOffAll() (any bool) {
	for i := 0; i < len(s.best.to.Segments()); i++ {
		if s.putOff(i, 1) {
			any = true
			i--
		}
	}
	return any
}

// forced says whether a switch cannot be put off: the thread has to wait, and the next one has waited for it.
func (m *run) forced(i int) bool {
	steps, starts := m.to.Steps, m.to.Segments()
	if i+1 >= len(starts) || i == 0 {
		return false
	}
	last, next := steps[starts[i+1]-1], steps[starts[i+1]]
	return (!last.Done || last.Packet) && (next.Part > 0 || next.Packet)
}

// putOff leaves n segments out.
func (s *shrinker) putOff(i, n int) bool {
	steps, starts := s.best.to.Steps, s.best.to.Segments()
	from, to := starts[i], len(steps)
	if i+n < len(starts) {
		to = starts[i+n]
	}
	return from >= s.fixed() && s.rearrange(slices.Delete(slices.Clone(steps), from, to))
}

// goOn has an actor go on with its next segment after the i-th.
func (s *shrinker) goOn(i int) bool {
	steps, starts := s.best.to.Steps, s.best.to.Segments()
	if i+1 >= len(starts) || starts[i+1] < s.fixed() {
		return false
	}
	end, actor := starts[i+1], steps[starts[i]].Actor
	if !steps[end-1].Done {
		return false // it waits
	}
	from := end
	for from < len(steps) && steps[from].Actor != actor {
		from++
	}
	to := from
	for to < len(steps) && steps[to].Actor == actor {
		to++
	}
	if from == to {
		return false
	}
	return s.rearrange(slices.Concat(steps[:end], steps[from:to], steps[end:from], steps[to:]))
}

// reverse has two steps come the other way round that affect each other.
func (s *shrinker) reverse() (any bool) {
	o := s.order()
	for f := 0; o != nil && f < len(o.before) && !s.over(); f++ {
		if s.reversed(o, f) {
			any = true
			o = s.order()
		}
	}
	return any
}

// reversed has a step come before one of those that come before it.
func (s *shrinker) reversed(o *order, f int) bool {
	var needs map[int]bool
	for k, e := range o.before[f] {
		if e < o.fixed || e > f || !o.reversible(f, k) {
			continue
		}
		if needs == nil {
			needs = o.past([]int{f}, o.enables)
		}
		for _, from := range o.begins(e) {
			steps := o.reversed(from, f)
			switch {
			case needs[from], o.stretch[from] < o.stretch[f], !s.promising(steps, true):
			case s.try(s.with(steps), s.smaller):
				return true
			}
		}
	}
	return false
}

// reversible says whether a step could have come before the k-th that comes immediately before it: it is not made
// possible by that.
func (o *order) reversible(f, k int) bool {
	if k >= len(o.kinds[f]) {
		return false // it is that of a later part of the call
	}
	switch o.kinds[f][k] {
	case graph.Message, graph.Fork, graph.Wake:
		return false
	}
	return true
}

// enables says whether the k-th step that comes immediately before one has made that possible.
func (o *order) enables(i, k int) bool { return k < len(o.kinds[i]) && !o.reversible(i, k) }

// begins returns from where on the actor of a step is to come later: from the step on, and, if that gave something
// back, from where it took that.
func (o *order) begins(e int) []int {
	all := []int{e}
	if o.steps[e].Op.Class() != kernel.OpMutexUnlock.Class() {
		return all
	}
	for i := o.previous(e); i >= o.fixed; i = o.previous(i) {
		if o.steps[i].Op == kernel.OpMutexLock {
			return append(all, i)
		}
	}
	return all
}

// reversed returns the steps, with those of an actor from one on put off until after another.
func (o *order) reversed(from, f int) []schedule.Step {
	var others, own []schedule.Step
	for i := from; i <= f; i++ {
		if o.steps[i].Actor == o.steps[from].Actor {
			own = append(own, o.steps[i])
		} else {
			others = append(others, o.steps[i])
		}
	}
	return slices.Concat(o.steps[:from], others, own, o.steps[f+1:])
}

// rearrange makes the best run's steps in another order, if that is promising.
func (s *shrinker) rearrange(steps []schedule.Step) bool {
	return s.promising(steps, false) && s.try(s.with(steps), s.smaller)
}

// single puts off the last step of each segment. To leave out another step changes nothing: its actor takes it before
// the next one.
func (s *shrinker) single() (any bool) {
	for i := s.fixed(); i < len(s.best.to.Steps)-1 && !s.over(); i++ {
		steps := s.best.to.Steps
		if steps[i].Actor != steps[i+1].Actor && s.rearrange(slices.Delete(slices.Clone(steps), i, i+1)) {
			any = true
			i--
		}
	}
	return any
}

var seed = maphash.MakeSeed()

// known says whether a run has been tried, and notes it.
func (s *shrinker) known(c candidate) bool {
	var h maphash.Hash
	h.SetSeed(seed)
	_, _ = h.WriteString(s.key(c.args) + c.may.String())
	for _, name := range c.to.Actors {
		_, _ = h.WriteString(name + "\x00")
	}
	for _, line := range c.to.Lines {
		_, _ = h.WriteString(line + "\x00")
	}
	for _, x := range c.to.Steps {
		x.Done = false
		maphash.WriteComparable(&h, x)
	}
	for _, x := range c.to.Choices {
		maphash.WriteComparable(&h, x)
	}
	for i := range c.edits {
		maphash.WriteComparable(&h, c.edits[i].After<<8|uint64(c.edits[i].Kind))
	}
	sum := h.Sum64()
	known := s.tried[sum]
	s.tried[sum] = true
	return known
}
