package campaign

import (
	"context"
	"slices"
	"time"

	"machsim/debugger/choose/explore"
	"machsim/debugger/choose/strategy"
	"machsim/debugger/run/report"
	"machsim/debugger/run/runner"
	"machsim/kernel"
)

// campaign is a search on its way.
type campaign struct {
	Options
	*fold
	seen     observers
	before   *store               // runs that were made before
	by       []*runner.NewOptions // by lane; nil as long as it has made no run
	sieve    *sieve               // of the exhaustive lane; nil as long as none is needed
	stop     <-chan struct{}      // closed when the search is to end
	late     func() bool          // that is because its time is over
	told     time.Time            // when the progress was told of last
	failed   *runner.NewOptions   // makes the first failing run once more
	descents *descents
	since    time.Time // when the first exhaustive run of this process began
	earlier  int       // how many classes there were then
}

// Run explores a program until a run fails, or one of the options ends the search, or ctx is done: then the report says
// what was found so far. The error is a mistake of whoever asked.
func Run(ctx context.Context, o Options) (*Report, error) {
	o, err := o.withDefaults()
	if err != nil {
		return nil, err
	}
	c := &campaign{Options: o, fold: newFold(&Report{Search: o.search()}), before: &store{}}
	c.judged = o.Run.Held()
	c.by = make([]*runner.NewOptions, len(c.report.Lanes))
	if o.Resume != nil {
		if c.before, err = resumed(o.Resume, &c.report.Search); err != nil {
			return nil, err
		}
	}
	if o.Resume != nil && o.Resume.finished() {
		return c.retell(o.Resume)
	}
	if o.For > 0 {
		timed, cancel := context.WithTimeout(ctx, o.For)
		defer cancel()
		c.stop, c.late = timed.Done(), func() bool { return ctx.Err() == nil }
	} else {
		c.stop, c.late = ctx.Done(), func() bool { return false }
	}
	if err := c.walk(c.make); err != nil {
		return nil, err
	}
	c.revisit()
	if c.report.again = c.failed; o.Resume != nil && !c.least() {
		return c.retell(c.report)
	}
	return c.report, nil
}

// search returns what the options say of what is explored.
func (o *Options) search() Search {
	r := o.Run
	return Search{
		Program: r.Program.Name, Package: r.Package.Path, Build: o.Build, Args: r.Args, Claims: r.Claims,
		Ordered: o.Ordered, Sought: o.Sought, Unheard: o.unheard(),
		Weak: r.Weak, FreeTimers: r.FreeTimers, Lenient: r.Lenient, Preempt: r.Preempt, PanicsPass: r.KeepGoing,
		Faults: r.Faults.String(), MaxEvents: r.MaxSteps, Bounds: r.Bounds, Equivalence: equivalence(r.ByReceipt),
		Strategy: r.Strategy, Seed: r.Seed,
		Runs: o.Runs, Stale: o.Stale, KeepGoing: o.KeepGoing, Guarded: o.Guarded, Shard: o.Shard,
	}
}

// unheard names what the threads of a preempted program do in one step, for want of hooks.
func (o *Options) unheard() string {
	var g explore.Gaps
	g.Hooked(o.Run.Program.Main, o.Run.Preempt, false)
	return g.Unheard
}

// make makes the runs of a span that the shard has, and that were not made before.
func (c *campaign) make(s span) error {
	first, step, ok := c.Shard.own(c.plan.whole(s.lane), s.first)
	if !ok {
		return nil
	}
	for ; first < s.end; first += step {
		x, ok := c.before.outcome(s.lane, first)
		if !ok {
			break
		}
		if !c.take(s, first, x) {
			return nil
		}
	}
	if c.sifted(s.lane) {
		return c.sift(s, first, step)
	}
	o, err := c.begun(s.lane)
	if err != nil || first >= s.end {
		return err
	}
	return c.series(o, s, first, step)
}

// begun returns the options of the runs of a lane, with the strategy that lives across them. One whose runs follow from
// each other makes those once more that were made before.
func (c *campaign) begun(lane int) (*runner.NewOptions, error) {
	if c.by[lane] != nil {
		return c.by[lane], nil
	}
	o := *c.Run
	o.Strategy, o.Stop = c.report.Lanes[lane].Strategy, c.stop
	c.exhausts(&o)
	by, err := o.Strategist()
	if err != nil {
		return nil, err
	}
	o.By = by
	c.by[lane] = &o
	if n := len(c.report.Lanes[lane].Events); n > 0 && o.Strategy == exhaustive {
		again := runner.Series{N: n, Workers: c.Workers, Judge: c.itself,
			Each: func(int, runner.Tried) bool { return true }}
		again.Make(&o)
	}
	c.by[lane] = c.watched(&o)
	return c.by[lane], nil
}

// watched returns options of runs whose schedules are looked at.
func (c *campaign) watched(o *runner.NewOptions) *runner.NewOptions {
	watched := *o
	watched.Listen = func(r *runner.Run) kernel.Tracer {
		t := c.seen.listen(r)
		if o.Listen != nil {
			t = t.And(o.Listen(r))
		}
		return t
	}
	return &watched
}

// series makes runs from an index on.
func (c *campaign) series(o *runner.NewOptions, s span, first, step int) error {
	x := runner.Series{N: (s.end - first + step - 1) / step, First: first, Step: step, Workers: c.Workers,
		Judge: c.judge}
	every, _ := o.By.(*strategy.Every)
	var known Every
	told := 0
	if every != nil {
		known, told = c.figures(every.Search), len(every.Search.Races)
	}
	x.Each = func(k int, t runner.Tried) bool {
		index, came := first+k*step, *t.Seen.(*outcome)
		if every != nil {
			now := c.figures(every.Search)
			came.counted(now.since(known))
			came.descent = c.descend(index)
			known = now
			came.fresh(every.Search.Fresh)
			came.races, told = slices.Clone(every.Search.Races[told:]), len(every.Search.Races)
		}
		for i := range came.failures { // a run that was made ahead did not know its number
			came.failures[i].Seed = o.Seed + uint64(index)
		}
		more := c.takes(s, index, came, func(i int) *runner.NewOptions {
			again := failing(o, index)
			if every != nil {
				again.By = strategy.Later(came.failures[i].kept(every))
			}
			return again
		})
		c.visited(c.visits, func(event uint64) *runner.NewOptions {
			again := failing(o, index)
			if every != nil {
				again.By = strategy.Later(every.KeepUpTo(event))
			}
			return again
		})
		return more
	}
	return c.ended(s.lane, x.Make(o))
}

// takes takes a run in, and returns whether there are to be more. again returns what makes it once more up to one of
// its failures.
func (c *campaign) takes(s span, index int, x outcome, again func(failure int) *runner.NewOptions) bool {
	for i := range x.failures {
		if f := &x.failures[i]; c.Prove != nil && f.Verdict == report.NoEnd && !c.settle(f, *again(i)) {
			return false
		}
	}
	if len(x.failures) > 0 && c.failed == nil {
		c.failed = again(0)
		if v := x.failures[0].breaks; v != nil {
			c.failed.Check = v.Check(c.failed.Check)
		}
	}
	more := c.take(s, index, x)
	c.begins(s.lane)
	c.tell()
	return more
}

// settle finds out whether a run that did not end is in a livelock: it is made once more for that, and nothing is asked
// of all other runs. It returns false if the search is to end before that is known: the run is then left to a search
// that goes on from there.
func (c *campaign) settle(x *Failure, again runner.NewOptions) bool {
	again.Stop, again.Footprints, again.Repeats, again.Prove = c.stop, nil, true, c.Prove
	r := runner.Do(&again)
	defer r.Close()
	if f := report.FailureOf(r); f.Verdict == report.Livelock {
		x.Failure = f
		return true
	}
	select {
	case <-c.stop: // what was asked may have been interrupted, too
		c.stopped()
		return false
	default:
		return true
	}
}

// stopped notes why the search was stopped from outside.
func (c *campaign) stopped() {
	c.report.Stop = StopInterrupted
	if c.late() {
		c.report.Stop = StopTime
	}
}

// ended takes in how a series of runs has ended.
func (c *campaign) ended(lane int, found runner.Found) error {
	switch {
	case found.Err != nil:
		return found.Err
	case found.Halted:
		c.stopped()
	case found.All:
		c.exhaust(lane)
	}
	return nil
}

// figures are those of an exhaustive search.
func (c *campaign) figures(s *explore.Search) Every {
	var g explore.Gaps
	g.Hooked(c.Run.Program.Main, s.Several, c.Run.Preempt)
	return Every{Classes: s.Classes, Redundant: s.Redundant, Lost: s.Lost, Timed: s.Timed, Cut: s.Cut, Known: s.Known,
		Unheard: g.Unheard, Coarse: g.Coarse,
		Passed: s.Passed, Wide: s.Wide, After: s.After, Spins: s.Spins, Shared: s.Shared, Barred: s.Barred,
		restarts: s.Restarts}
}

// since returns what has come to the count of classes, nil if that is one more class.
func (e Every) since(before Every) *Every {
	e.Classes -= before.Classes
	e.Redundant -= before.Redundant
	e.Lost -= before.Lost
	e.Timed = e.Timed && !before.Timed
	e.Cut -= before.Cut
	e.Known -= before.Known
	e.Passed = e.Passed && !before.Passed
	e.After -= before.After
	e.Shared = e.Shared && !before.Shared
	if e.Barred == before.Barred {
		e.Barred = ""
	}
	if e.Unheard == before.Unheard {
		e.Unheard = ""
	}
	if e.Coarse == before.Coarse {
		e.Coarse = ""
	}
	e.Anew, e.restarts = e.restarts != before.restarts, 0
	if e.Wide == before.Wide {
		e.Wide = 0
	}
	if e == (Every{Classes: 1}) {
		return nil
	}
	return &e
}

// failing returns the options that make the run of an index once more, which has just failed: an ordinary run.
func failing(o *runner.NewOptions, index int) *runner.NewOptions {
	again := *o
	again.Seed += uint64(index)
	again.Hold(nil)
	again.By, again.Stop, again.Listen, again.Survive, again.Hears = nil, nil, nil, false, false
	return &again
}

// often is how often the progress is told of, at most.
const often = 50 * time.Millisecond

// tell tells of the progress.
func (c *campaign) tell() {
	if now := time.Now(); c.Progress != nil && now.Sub(c.told) > often {
		c.told = now
		c.Progress(Progress{c.report.Made, c.report.Runs, c.report.Failed(), c.coverage(), c.estimate(), c.report.classes(),
			c.pace()})
	}
}

// judge says what came of a run. One that came to what was run before is as that was.
func (c *campaign) judge(o *runner.NewOptions, r *runner.Run, file []byte) runner.Tried {
	if r.Cut == strategy.Known {
		return c.itself(o, r, nil)
	}
	t := o.Judge(r, file)
	if c.Tried != nil {
		c.Tried(t)
	}
	return c.outcome(o, r, t)
}

// outcome is what came of a run, as it was judged.
func (c *campaign) outcome(o *runner.NewOptions, r *runner.Run, t runner.Tried) runner.Tried {
	x := &outcome{events: t.Events, seen: c.seen.seen(r), reached: t.Reached, givenUp: r.Survive && r.GivenUp()}
	for _, f := range report.FailuresOf(r) {
		x.failures = append(x.failures, Failure{Failure: f.Failure, Seed: o.Seed, Events: t.Events, event: f.Event,
			thread: f.Thread})
	}
	if v := t.Violation; v != nil {
		claim := report.Failure{Verdict: report.CheckFailed, What: v.Text}
		x.failures = slices.Insert(x.failures, 0, Failure{Failure: claim, Seed: o.Seed, Events: t.Events, thread: -1,
			breaks: v})
	}
	t.Seen = x
	return t
}
