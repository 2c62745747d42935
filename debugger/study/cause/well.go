package cause

import (
	"cmp"
	"slices"

	"machsim/debugger/choose/strategy"
	"machsim/debugger/record"
	"machsim/debugger/run/runner"
	"machsim/kernel"
)

// How many events of the two runs are shown: before they differ, and from there on.
const (
	shownBefore = 3
	shownAfter  = 8
)

// conclude says what is left to be said of the samples.
func (f *finder) conclude() {
	c := &f.x.Certain
	c.Proven, c.Low = f.proven, 0
	if p := f.points[c.Event]; p != nil {
		c.Samples = p.Samples
		c.Low, _ = wilson(p.Samples-p.Well, p.Samples)
	}
	if c.Exact {
		c.Low = 1
	}
	c.Same = max(c.Event, f.lastOf(other)+1, f.lastOf(open)+1)
	f.x.Runs = f.runs
	for x, n := range f.others {
		f.x.Others = append(f.x.Others, Other{x, n})
	}
	slices.SortFunc(f.x.Others, func(a, b Other) int {
		return cmp.Or(b.Runs-a.Runs, cmp.Compare(a.Failure.String(), b.Failure.String()))
	})
	switch {
	case f.stopped():
		f.x.Stopped = "interrupted"
	case f.left() == 0:
		f.x.Stopped = "the runs are used up"
	}
	f.explain()
}

// besides makes the run that ends well once more, and records it as a fork of the recorded one.
func (f *finder) besides() error {
	e, ok := f.last[well]
	if !ok {
		return nil
	}
	n := e.parted.event
	o := runner.Follow(f.o.Program, f.o.Recording, record.NewFollow(f.o.Recording, uint64(n)), f.o.File,
		f.o.Recording.Seed)
	o.Within(f.o.LoopLimit)
	own := f.rest(&e)
	own.read = f.rec.read[n]
	o.Edits, o.By = f.o.Recording.Edits, strategy.By(own)
	run, data := runner.InMemory(o)
	defer run.Close()
	if run.Failed() || int(run.State.Steps) != e.events {
		return &Unfit{"the program is not deterministic: a run that ended well does not so once more", true}
	}
	from, to := max(n+1-shownBefore, 1), n+shownAfter
	f.x.Well = &Well{After: n, Events: e.events, First: from, data: data}
	f.x.Well.Failed, f.x.Well.Ended = f.steps(f.again(), from, to), f.steps(f.rest(&e), from, to)
	return nil
}

// rest makes the choices of a continuation from the event on in which it leaves the recorded run.
func (f *finder) rest(e *ended) *door {
	n := e.parted.event
	d := &door{rec: f.rec, until: place{n, 0}, force: slices.Clone(e.own[e.shared:]), then: kernel.First{}}
	if e.until.event == n {
		d.until = e.until
	}
	return d
}
