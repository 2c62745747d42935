package campaign

import (
	"cmp"
	"hash/fnv"
	"maps"
	"slices"

	"machsim/debugger/choose/explore"
	"machsim/debugger/run/report"
	"machsim/debugger/run/runner"
)

// How many classes and states are counted one by one; what is beyond is estimated.
const (
	manyClasses = 1 << 16
	manyStates  = 1 << 12
)

// outcome is what came of a run.
type outcome struct {
	events   uint64
	failures []Failure // in the order of events; none if it was fine
	givenUp  bool      // it was given up at a limit
	seen     Seen
	reached  []runner.Reached
	races    []explore.Race // that an exhaustive run has shown
	descent  *Descent       // that was made beside an exhaustive run; nil for none
	every    *Every         // what an exhaustive run adds to the count of classes, if that is not one more class
}

// another says whether an exhaustive run is of a class that none was of before, or ended where one had been: then the
// search has not come to its next class yet.
func (x *outcome) another() bool { return x.every == nil || x.every.Classes+x.every.Known > 0 }

// left says whether the run was left to itself.
func (x *outcome) left() bool {
	return slices.ContainsFunc(x.failures, func(y Failure) bool { return y.Verdict.Left() })
}

// counted takes in what an exhaustive run adds to the count of classes. How it failed is left out if that was counted
// with an earlier one.
func (x *outcome) counted(e *Every) {
	if e != nil && e.Known > 0 {
		x.failures = nil
	}
	if x.every = e; x.givenUp {
		if e == nil {
			x.every = &Every{Classes: 1}
		}
		x.every.Given = 1
	}
}

// fresh notes which of the failures of threads came about in a way in which none had before.
func (x *outcome) fresh(all []bool) {
	for i := range x.failures {
		if n := x.failures[i].thread; n >= 0 && n < len(all) && all[n] {
			x.failures[i].Ways = 1
		}
	}
}

// fold takes runs in, in the order of their numbers.
type fold struct {
	report  *Report
	plan    *plan
	classes *sketch
	states  *sketch
	pairs   map[[2]Sum]bool
	tasks   map[string]bool
	met     map[[2]string]bool
	last    int      // the run that has shown something new last
	left    int      // how many runs were left to themselves
	visits  []*Visit // of the last run, that are to be remembered
	judged  bool     // more is claimed of runs than that they do what they should: each is judged for long

	logs  []float64      // of descents
	drawn map[string]int // pairs of steps that may come either way: how many runs at random have drawn one

	base int   // the number of the next block's first run
	next []int // by lane: the index of its next run
}

// span is runs of a lane, one after the other: from an index on, up to another.
type span struct {
	lane, first, end int
	base             int // the number of the first
}

// number returns the number of the run of an index.
func (s span) number(index int) int { return s.base + index - s.first }

// newFold returns a fold that has taken in nothing, for a report that has only the search.
func newFold(r *Report) *fold {
	f := &fold{report: r, plan: newPlan(r.Strategy), classes: newSketch(manyClasses), states: newSketch(manyStates),
		pairs: map[[2]Sum]bool{}, tasks: map[string]bool{}, met: map[[2]string]bool{}}
	for _, name := range f.plan.lanes {
		r.Lanes = append(r.Lanes, Lane{Strategy: name, Events: []uint64{}, Rows: []Row{}})
	}
	f.next = make([]int, len(r.Lanes))
	r.Goals = NewGoals(r.Sought)
	return f
}

// walk has the runs of the search made, block after block, until it is over.
func (f *fold) walk(do func(span) error) error {
	for r := f.report; r.Stop == ""; {
		b := f.plan.block(r.Runs - f.base)
		if b.n <= 0 {
			r.Stop = StopRuns
			break
		}
		s := span{lane: b.lane, first: f.next[b.lane], end: f.next[b.lane] + b.n, base: f.base}
		f.next[b.lane], f.base = s.end, f.base+b.n
		if f.hopeless(b.lane) {
			continue
		}
		if err := do(s); err != nil {
			return err
		}
		f.over(f.base - 1)
	}
	f.end()
	return nil
}

// hopeless says whether exhaustive runs hardly ever go the way they are to go, or to their end, or whether there are no
// more: then none are made, and their numbers are left out.
func (f *fold) hopeless(lane int) bool {
	e := f.report.Every
	return len(f.plan.lanes) > 1 && f.plan.lanes[lane] == exhaustive && e != nil &&
		(e.All || e.Redundant+e.Lost > e.Classes || 2*e.Cut > e.Classes)
}

// take takes the next run in, that of an index. It returns whether there are to be more.
func (f *fold) take(s span, index int, x outcome) bool {
	n, r, l := s.number(index), f.report, &f.report.Lanes[s.lane]
	r.Made++
	r.Events += x.events
	l.Events = append(l.Events, x.events)
	row := Row{Index: index, Seen: f.fresh(x.seen), Failures: x.failures, Reached: x.reached, Races: x.races,
		Every: x.every, Descent: x.descent}
	if l.Strategy == exhaustive {
		r.every(x.every)
	}
	if !row.Seen.empty() || l.Strategy == exhaustive && x.another() {
		f.last = n
	}
	f.descended(x.descent)
	f.fails(n, l.Strategy, &x)
	f.visits = r.Goals.Take(x.reached, Visit{Run: n, Strategy: l.Strategy, Seed: r.Seed + uint64(index), index: index})
	for _, race := range x.races {
		if !slices.ContainsFunc(r.Races, race.Same) {
			r.Races = append(r.Races, race)
		}
	}
	if !row.Seen.empty() || len(x.failures)+len(x.reached) > 0 || x.every != nil || len(x.races) > 0 || x.descent != nil {
		l.Rows = append(l.Rows, row)
	}
	return !f.over(n)
}

// over says whether the search ends after the run n.
func (f *fold) over(n int) bool {
	r := f.report
	switch {
	case r.Stop != "":
	case len(r.Failures) > 0 && !r.KeepGoing && (n+1 >= f.plan.least() || len(r.Claims) > 0 || f.judged):
		r.Stop = StopFailure
	case f.left >= f.patience():
		r.Stop = StopLeft
	case r.Shard.All() && r.Stale > 0 && n-f.last >= r.Stale:
		r.Stop = StopStale
	}
	return r.Stop != ""
}

// patience is after how many runs that were left to themselves the search ends.
func (f *fold) patience() int {
	if f.report.KeepGoing {
		return report.ManyLeft
	}
	return 1
}

// every counts an exhaustive run.
func (r *Report) every(x *Every) {
	if r.Every == nil {
		r.Every = &Every{}
	}
	if x == nil {
		x = &Every{Classes: 1}
	}
	if x.Anew {
		r.anew()
	}
	r.Every.Classes += x.Classes
	r.Every.Redundant += x.Redundant
	r.Every.Lost += x.Lost
	r.Every.Timed = r.Every.Timed || x.Timed
	r.Every.Cut += x.Cut
	r.Every.Known += x.Known
	r.Every.Passed = r.Every.Passed || x.Passed
	r.Every.Wide = max(r.Every.Wide, x.Wide)
	if !x.Anew {
		r.Every.Given += x.Given
	}
	r.Every.After += x.After
	r.Every.Spins = cmp.Or(x.Spins, r.Every.Spins)
	r.Every.Shared, r.Every.Barred = r.Every.Shared || x.Shared, cmp.Or(r.Every.Barred, x.Barred)
	r.Every.Unheard, r.Every.Coarse = cmp.Or(x.Unheard, r.Every.Unheard), cmp.Or(x.Coarse, r.Every.Coarse)
}

// anew forgets which classes fail: the search begins anew, and will come to all of them. The runs have failed all the
// same.
func (r *Report) anew() {
	r.Verdicts, r.Every.Given = nil, 0
	for i := range r.Failures {
		r.Failures[i].Classes, r.Failures[i].Ways = 0, 0
	}
}

// exhaust notes that a lane has no more runs: then the search is over, unless there are others, and this one has left
// something out.
func (f *fold) exhaust(lane int) {
	r := f.report
	r.Lanes[lane].All = true
	if r.Lanes[lane].Strategy == exhaustive {
		if r.Every == nil {
			r.Every = &Every{}
		}
		r.Every.All = true
		if len(r.Lanes) > 1 && !r.Through() {
			return
		}
	}
	r.Stop = cmp.Or(r.Stop, StopAll)
}

// fails takes in how a run failed.
func (f *fold) fails(n int, strategy string, x *outcome) {
	if len(x.failures) == 0 {
		return
	}
	f.report.Fails++
	if x.left() {
		f.left++
	}
	var some []Failure // once for each way to fail, and
	var verdicts []report.Verdict
	for _, y := range x.failures {
		if i := slices.IndexFunc(some, func(z Failure) bool { return z.Failure == y.Failure }); i >= 0 {
			some[i].Ways += y.Ways
			continue
		}
		some = append(some, y)
		if !slices.Contains(verdicts, y.Verdict) {
			verdicts = append(verdicts, y.Verdict)
		}
	}
	for _, y := range some {
		f.fail(n, strategy, x.another(), y)
	}
	if strategy == exhaustive && x.another() {
		f.report.classed(verdicts)
	}
}

// classed counts a class in which runs fail so.
func (r *Report) classed(verdicts []report.Verdict) {
	for _, v := range verdicts {
		i := slices.IndexFunc(r.Verdicts, func(x Verdicts) bool { return x.Verdict == v })
		if i < 0 {
			i, r.Verdicts = len(r.Verdicts), append(r.Verdicts, Verdicts{Verdict: v})
		}
		r.Verdicts[i].Classes++
	}
}

// fail counts a failing run among those that fail in the same way.
func (f *fold) fail(n int, strategy string, another bool, x Failure) {
	ways := x.Ways
	for i := range f.report.Failures {
		if known := &f.report.Failures[i]; known.Failure == x.Failure {
			known.add(strategy, another, ways)
			return
		}
	}
	x.Run, x.Strategy, x.Ways = n, strategy, 0
	x.add(strategy, another, ways)
	f.report.Failures = append(f.report.Failures, x)
}

// fresh returns what nobody has seen before.
func (f *fold) fresh(s Seen) (fresh Seen) {
	if s.Class != 0 && f.classes.add(uint64(s.Class)) {
		fresh.Class = s.Class
	}
	fresh.Pairs = unknown(f.pairs, s.Pairs)
	for _, n := range s.States {
		if f.states.add(uint64(n)) {
			fresh.States = append(fresh.States, n)
		}
	}
	fresh.Tasks = unknown(f.tasks, s.Tasks)
	fresh.Together = unknown(f.met, s.Together)
	return fresh
}

// unknown returns those of some that are not among the known ones, and adds them.
func unknown[T comparable](known map[T]bool, some []T) (fresh []T) {
	for _, x := range some {
		if !known[x] {
			known[x] = true
			fresh = append(fresh, x)
		}
	}
	return fresh
}

// coverage says how much was seen.
func (f *fold) coverage() (c Coverage) {
	var exact bool
	c.Classes, exact = f.classes.count()
	c.AboutClasses = !exact
	if e := f.report.Every; f.report.Proven() { // a run that ends with a failure is a part of several
		c.Classes, c.AboutClasses = e.Classes, false
	} else if e != nil { // which tells some apart by who began to wait first; nothing else does
		c.Classes = max(c.Classes, e.Classes)
	}
	c.States, exact = f.states.count()
	c.AboutStates = !exact
	for p := range f.pairs {
		switch back := f.pairs[[2]Sum{p[1], p[0]}]; {
		case back && p[0] < p[1]:
			c.Pairs++
			c.Both++
		case !back:
			c.Pairs++
		}
	}
	return c
}

// end completes the report.
func (f *fold) end() {
	r := f.report
	r.Coverage, r.Estimate = f.coverage(), f.estimate()
	r.Pairs = f.mostly()
	r.Coverage.Sum = f.sum()
	r.Tasks = len(f.tasks)
	names := slices.Sorted(maps.Keys(f.tasks))
	for i, a := range names {
		for _, b := range names[i+1:] {
			if !f.met[[2]string{a, b}] {
				r.Apart = append(r.Apart, [2]string{a, b})
			}
		}
	}
}

// sum stands for all that was seen.
func (f *fold) sum() Sum {
	h := fnv.New64a()
	write := func(all []uint64) {
		slices.Sort(all)
		for _, n := range all {
			var b [8]byte
			for i := range b {
				b[i] = byte(n >> (8 * i))
			}
			_, _ = h.Write(b[:])
		}
	}
	write(slices.Clone(f.classes.kept))
	write(slices.Clone(f.states.kept))
	pairs := slices.SortedFunc(maps.Keys(f.pairs), func(a, b [2]Sum) int {
		return cmp.Or(cmp.Compare(a[0], b[0]), cmp.Compare(a[1], b[1]))
	})
	for _, p := range pairs {
		write([]uint64{uint64(p[0])})
		write([]uint64{uint64(p[1])})
	}
	return Sum(h.Sum64())
}
