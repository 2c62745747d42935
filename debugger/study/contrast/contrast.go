package contrast

import (
	"cmp"
	"errors"
	"maps"
	"math"
	"slices"
	"sync"

	"machsim/debugger/event/text"
	"machsim/debugger/run/report"
	"machsim/debugger/run/runner"
	"machsim/kernel"
)

// Result is what a comparison has found.
type Result struct {
	Runs    int
	Good    int
	Classes []Class // of failing runs, the largest first
}

// Class is failing runs that ended in the same way.
type Class struct {
	Verdict report.Verdict
	Text    string // of the failure, with a star for each number
	Runs    int
	First   int    // the first of them, from 0
	Tested  int    // how many features were tested: different ones of runs
	Tells   []Tell // those that tell them apart from the good ones, the best first; empty if nothing does
}

// Tell is a feature that more failing runs have than chance explains.
type Tell struct {
	Feature
	Failing, Good int      // runs that have it
	P             float64  // by Fisher's exact test, one-sided
	Corrected     float64  // for the number of those tested
	Run           int      // the first failing run that has it: the Events are there
	Without       int      // the first good run that has it not; -1 if all have it
	Alike         int      // how many other features exactly the same runs have
	Others        []string // a few of these
}

// ErrStopped is the error of a comparison that was stopped.
var ErrStopped = errors.New("interrupted")

// How much is told.
const (
	maxTells  = 5
	maxOthers = 3
)

// Compare makes the runs, and says what failing ones have that good ones have not.
func Compare(runs Runs) (*Result, error) {
	c := &comparison{Runs: runs, watchers: map[int]*watcher{}, ends: map[int]outcome{}}
	counted := newSketch()
	err := c.pass(true, func(i int, w *watcher, r *runner.Run, breaks *runner.Violation) {
		c.note(i, outcomeOf(r, breaks))
		counted.add(w.seen)
	})
	if err != nil {
		return nil, err
	}
	x := c.result()
	if x.Good == 0 || len(x.Classes) == 0 {
		return x, nil
	}
	c.counts = &counts{enough: counted, threshold: counted.threshold(x.fewest()), classOf: c.classOf,
		classes: len(x.Classes) + 1, rows: map[uint64]*row{}}
	err = c.pass(false, func(i int, w *watcher, _ *runner.Run, _ *runner.Violation) { c.counts.add(i, w.seen) })
	if err != nil {
		return nil, err
	}
	for i := range x.Classes {
		c.tell(x, i)
	}
	return x, nil
}

// comparison is a comparison at work.
type comparison struct {
	Runs
	mu       sync.Mutex
	watchers map[int]*watcher
	ends     map[int]outcome
	classOf  []int
	counts   *counts
}

// pass makes all runs. They are held against claims once.
func (c *comparison) pass(judged bool, end func(int, *watcher, *runner.Run, *runner.Violation)) error {
	begin := func(i int) kernel.Tracer {
		w := newWatcher(collector{seen: map[uint64]struct{}{}})
		c.mu.Lock()
		defer c.mu.Unlock()
		c.watchers[i] = w
		return w.tracer()
	}
	return c.each(judged, begin, func(i int, r *runner.Run, breaks *runner.Violation) {
		c.mu.Lock()
		w := c.watchers[i]
		delete(c.watchers, i)
		c.mu.Unlock()
		if w == nil {
			w = newWatcher(collector{seen: map[uint64]struct{}{}})
		}
		w.end(r)
		end(i, w, r, breaks)
	})
}

// end finds the last features, and ends the listening.
func (w *watcher) end(r *runner.Run) {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.over = true
	if r.State != nil && r.Loop == nil {
		w.finish(r.State)
	}
}

// note takes down how a run ended.
func (c *comparison) note(i int, o outcome) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.ends[i] = o
}

// result makes the classes of the runs.
func (c *comparison) result() *Result {
	x := &Result{Runs: len(c.ends)}
	by := map[outcome]*Class{}
	for i := range len(c.ends) {
		o := c.ends[i]
		if by[o] == nil {
			by[o] = &Class{Verdict: o.verdict, Text: o.text, First: i}
		}
		by[o].Runs++
	}
	if good := by[outcome{}]; good != nil {
		x.Good = good.Runs
		delete(by, outcome{})
	}
	for _, class := range by {
		x.Classes = append(x.Classes, *class)
	}
	slices.SortFunc(x.Classes, func(a, b Class) int { return cmp.Or(b.Runs-a.Runs, a.First-b.First) })
	for i := range len(c.ends) {
		o := c.ends[i]
		c.classOf = append(c.classOf, 1+slices.IndexFunc(x.Classes, func(k Class) bool {
			return k.Verdict == o.verdict && k.Text == o.text
		}))
	}
	return x
}

// fewest is how many runs have to have a feature that can be significant.
func (x *Result) fewest() int {
	fewest := x.Runs
	for _, class := range x.Classes {
		for n := 1; n < fewest; n++ {
			if p := least(n, class.Runs, x.Good); p <= logSignificant {
				fewest = n
			}
		}
	}
	return fewest
}

// tell finds what tells the runs of a class apart from the good ones.
func (c *comparison) tell(x *Result, i int) {
	class := &x.Classes[i]
	groups := c.groups(i+1, class.Runs, x.Good)
	leasts := text.Each(groups, func(g *group) float64 { return g.least })
	class.Tested = testable(leasts)
	limit := leastTested(leasts, class.Tested)
	groups = slices.DeleteFunc(groups, func(g *group) bool { return g.least > limit })
	slices.SortFunc(groups, compareGroups)
	logs := text.Each(groups, func(g *group) float64 { return g.log })
	for k, p := range holm(logs, class.Tested) {
		if p > significant || k == maxTells {
			break
		}
		class.Tells = append(class.Tells, c.describe(groups[k], p))
		if groups[k].failing == class.Runs && groups[k].good == 0 {
			break // nothing can do better
		}
	}
}

// leastTested is the greatest least p-value of those tested.
func leastTested(sorted []float64, tested int) float64 {
	if tested == 0 {
		return math.Inf(-1)
	}
	return sorted[tested-1] + rounding
}

// group is features that exactly the same runs have.
type group struct {
	hashes        []uint64
	failing, good int
	first         int // the first failing run
	log, least    float64
}

// groups returns the features that failing runs of a class have, in groups.
func (c *comparison) groups(class, failing, good int) []*group {
	by := map[uint64]*group{}
	for h, r := range c.counts.rows {
		if r.runs[class] == 0 {
			continue
		}
		g := by[r.set]
		if g == nil {
			a, b := int(r.runs[class]), int(r.runs[0])
			g = &group{failing: a, good: b, first: int(r.first[class]),
				log: fisher(a, failing, b, good), least: least(a+b, failing, good)}
			by[r.set] = g
		}
		g.hashes = append(g.hashes, h)
	}
	for _, g := range by {
		slices.Sort(g.hashes)
	}
	return slices.Collect(maps.Values(by))
}

// compareGroups orders by p-value, the least first, and then by runs and hashes.
func compareGroups(a, b *group) int {
	if d := a.log - b.log; d < -rounding || d > rounding {
		return cmp.Compare(a.log, b.log)
	}
	return cmp.Or(cmp.Compare(b.failing, a.failing), cmp.Compare(a.good, b.good), cmp.Compare(a.first, b.first),
		cmp.Compare(a.hashes[0], b.hashes[0]))
}

// describe says what a group is, by its simplest feature, and the earliest of several such.
func (c *comparison) describe(g *group, corrected float64) Tell {
	all := c.features(g.first, g.hashes)
	slices.SortFunc(all, compareFeatures)
	t := Tell{Feature: all[0], Failing: g.failing, Good: g.good, P: math.Exp(g.log), Corrected: corrected,
		Run: g.first, Without: c.without(g), Alike: len(all) - 1}
	for _, f := range all[1:min(len(all), maxOthers+1)] {
		t.Others = append(t.Others, f.Text)
	}
	return t
}

// compareFeatures orders by weight, and then by the event at which a feature is complete.
func compareFeatures(a, b Feature) int {
	return cmp.Or(cmp.Compare(a.Weight, b.Weight), cmp.Compare(a.last(), b.last()), cmp.Compare(a.Text, b.Text))
}

func (f *Feature) last() int {
	if len(f.Events) == 0 {
		return 0
	}
	return f.Events[len(f.Events)-1]
}

// features describes features of a run.
func (c *comparison) features(run int, hashes []uint64) (all []Feature) {
	wanted := map[uint64]struct{}{}
	for _, h := range hashes {
		wanted[h] = struct{}{}
	}
	w := newWatcher(collector{seen: map[uint64]struct{}{}, wanted: wanted,
		told: func(_ uint64, f Feature) { all = append(all, f) }})
	r := c.again(run, w.tracer())
	w.end(r)
	r.Close()
	return all
}

// without is the first good run that has not the features of a group.
func (c *comparison) without(g *group) int {
	for i, class := range c.classOf {
		if class != 0 {
			continue
		}
		if g.good == 0 || len(c.features(i, g.hashes[:1])) == 0 {
			return i
		}
	}
	return -1
}
