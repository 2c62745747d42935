package cause

import (
	"machsim/debugger/choose/explore"
	"machsim/debugger/choose/strategy"
	"machsim/debugger/run/report"
	"machsim/debugger/run/runner"
	"machsim/kernel"
	"machsim/kernel/hook"
)

// grid is the number of stretches of the run of which the ends are sampled first.
const grid = 16

// scan samples events all along the run.
func (f *finder) scan() {
	var events []int
	for i := range grid {
		if n := i * f.rec.events() / grid; len(events) == 0 || n > events[len(events)-1] {
			events = append(events, n)
		}
	}
	f.sample(events, f.o.Samples)
}

// certainty finds the first event after which nothing ends well.
func (f *finder) certainty() {
	c := &f.x.Certain
	for tried := -1; ; {
		c.Event = f.likely()
		if c.Event == tried || f.left() == 0 || f.stopped() {
			break
		}
		tried = c.Event
		if c.Event < f.proven && f.prove(c.Event) {
			f.proven = c.Event
		}
		if c.Event < f.proven { // not proven, and perhaps disproven
			f.point(c.Event, 4*f.o.Samples)
		}
	}
	c.After = f.lastOf(well)
	if c.Exact = c.Event == f.proven && c.After == c.Event-1; !c.Exact {
		f.provable()
	}
}

// likely finds the first event after which no sample ends well, between one of which that is known not to be so and
// one that is likely.
func (f *finder) likely() int {
	for {
		low, high := f.lastOf(well), f.suspect()
		if high-low <= 1 || f.left() == 0 || f.stopped() {
			return high
		}
		f.point(low+(high-low)/2, f.o.Samples)
	}
}

// suspect is the first event of those looked at after which nothing is known to end well.
func (f *finder) suspect() int {
	first, low := f.proven, f.lastOf(well)
	for n, p := range f.points {
		if n > low && n < first && p.Samples > 0 {
			first = n
		}
	}
	return first
}

// provable finds the first event from which on a proof succeeds.
func (f *finder) provable() {
	low := f.x.Certain.Event
	for f.proven-low > 1 && f.left() > 0 && !f.stopped() {
		middle := low + (f.proven-low)/2
		if f.prove(middle) {
			f.proven = middle
		} else {
			low = middle
		}
	}
}

// prove says whether no class of continuations from an event ends well. Threads that fail stop, and others go on: so it
// sees all that these can do.
func (f *finder) prove(event int) bool {
	if f.o.Claims.Judges() || f.o.Claims.Looks() {
		f.x.Certain.Why = "what was claimed is held against one order of the events of each class, and another may say " +
			"otherwise"
		return false
	}
	s := &searching{rec: f.rec, event: event, search: explore.From(event)}
	s.search.Weak, s.search.KeepGoing = f.o.Recording.Weak, f.o.Recording.KeepGoing
	o := f.options()
	o.By, o.Alone, o.Survive = s, true, true
	o.Hears = !o.Preempt && len(hook.Packages()) > 0
	given, well := 0, false
	found := runner.SeedsBy(o, min(f.o.Exact, f.left()), f.step,
		func(_ *runner.NewOptions, r *runner.Run, _ []byte) runner.Tried {
			e := f.judge(r, nil, s.door)
			f.noteAll(&e, event, r)
			if e.open || r.GivenUp() || r.Err == nil && !e.made {
				given++
			}
			well = well || e.made && e.well()
			return runner.Tried{Err: r.Err, Failed: well || given > 0 || s.search.Timed || s.search.Lost > 0}
		})
	g := s.search.Gaps()
	g.Given = given
	g.Shared = g.Shared && !f.o.Guarded
	if !f.o.Guarded {
		g.Hooked(f.o.Program.Main, s.search.Several, o.Preempt)
	}
	switch {
	case s.search.Timed:
		f.x.Certain.Why = "the program waits with time limits, or looks at the clock: not every time was tried"
	case g.Ended && len(g.Why()) > 0:
		f.x.Certain.Why = g.Why()[0]
	}
	if !found.All || found.Failed || found.Err != nil || s.search.Timed || !g.Whole() {
		return false
	}
	f.x.Certain.Classes = s.search.Classes
	return true
}

// noteAll takes in how a continuation from an event has ended, in all ways in which threads have failed there. The
// others came about in continuations from that event as well.
func (f *finder) noteAll(e *ended, event int, r *runner.Run) {
	if !e.made {
		return
	}
	e.sample = sample{until: place{event, 0}}
	all := []ended{*e}
	for _, x := range report.FailuresOf(r)[min(1, len(report.FailuresOf(r))):] {
		all = append(all, ended{sample: e.sample, made: true, failure: x.Failure, parted: e.until, events: e.events})
	}
	f.note(all)
}

// searching makes one run of each class of continuations.
type searching struct {
	rec    *recorded
	event  int
	search *explore.Search
	door   *door
}

// Begin returns a Door that is the Log of the run, too.
func (s *searching) Begin(strategy.Run) kernel.Door {
	l := s.search.Begin()
	if l == nil {
		return nil
	}
	s.door = &door{rec: s.rec, until: place{s.event, 0}, then: l}
	return logged{s.door, l}
}

// End takes the run in.
func (s *searching) End(int, strategy.Ended) { s.search.End() }

// logged is a door with the Log of what it asks, which may end the run.
type logged struct {
	*door
	explore.Listener
}

// Choose is the door's.
func (l logged) Choose(p kernel.Point) int { return l.door.Choose(p) }

// Input is the door's.
func (l logged) Input() (string, bool) { return l.door.Input() }
