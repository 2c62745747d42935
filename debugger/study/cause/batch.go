package cause

import (
	"cmp"

	"machsim/debugger/choose/strategy"
	"machsim/debugger/event/text"
	"machsim/debugger/run/report"
	"machsim/debugger/run/runner"
	"machsim/kernel"
)

// sample is a continuation that is to be made.
type sample struct {
	until place
	force []int
	seed  uint64
}

// ended is what came of a continuation.
type ended struct {
	sample
	made    bool
	failure report.Failure // the zero Failure if it ended well
	open    bool           // it did not end within the bound of events
	parted  place          // where it left the recorded run
	events  int
	own     []int // its choices from sample.until on, if it ended well
	shared  int   // how many of them were made before the event in which it left the recorded run
}

func (e *ended) well() bool { return e.failure == report.Failure{} && !e.open }

// batch makes samples; it is the strategy of their runs.
type batch struct {
	rec     *recorded
	samples []sample
	doors   []*door
	ends    []ended
}

// Begin returns the Door of a sample.
func (b *batch) Begin(r strategy.Run) kernel.Door {
	if r.N >= len(b.samples) {
		return nil
	}
	s := &b.samples[r.N]
	b.doors[r.N] = &door{rec: b.rec, until: s.until, force: s.force, then: kernel.NewRandom(s.seed)}
	return b.doors[r.N]
}

// End does nothing.
func (b *batch) End(int, strategy.Ended) {}

// make makes samples. What comes back has those that were made, in their order.
func (f *finder) make(samples []sample) (all []ended) {
	samples = samples[:min(len(samples), f.left())]
	if len(samples) == 0 || f.stopped() {
		return nil
	}
	b := &batch{rec: f.rec, samples: samples, doors: make([]*door, len(samples)), ends: make([]ended, len(samples))}
	o := f.options()
	o.By = b
	runner.SeedsBy(o, len(samples), f.step, func(o *runner.NewOptions, r *runner.Run, file []byte) runner.Tried {
		t := o.Judge(r, file)
		b.ends[o.Try] = f.judge(r, t.Violation, b.doors[o.Try])
		b.ends[o.Try].sample = b.samples[o.Try]
		return runner.Tried{Err: cmp.Or(t.Err, f.lefts.Count(r.Ending()))}
	})
	all = text.Those(b.ends, func(e ended) bool { return e.made })
	f.note(all)
	return all
}

// judge says how a continuation has ended, which may break what is claimed. One that was interrupted was not made.
func (f *finder) judge(r *runner.Run, breaks *runner.Violation, d *door) (e ended) {
	if all := report.FailuresOf(r); breaks != nil {
		e.failure = report.Broken(breaks)
	} else if len(all) > 0 {
		e.failure = all[0].Failure
	}
	e.parted = d.parted()
	if e.made = r.Err == nil && e.failure.Verdict != report.Interrupted; !e.made {
		return e
	}
	if r.State != nil {
		e.events = int(r.State.Steps)
	}
	if e.failure.Verdict == report.NoEnd && e.failure != f.x.Failure {
		e.failure, e.open = report.Failure{}, true
	}
	if e.well() {
		e.own, e.shared = d.own, d.shared
	}
	if d.lost {
		f.lost.Store(true)
	}
	return e
}

// options are those of the recorded run, but for who chooses.
func (f *finder) options() *runner.NewOptions {
	o := runner.Likewise(f.o.Program, f.o.Recording)
	o.Hold(f.o.Claims)
	o.Within(f.o.LoopLimit)
	o.MaxSteps, o.Stop = f.bound, f.o.Stop
	return o
}

// random are samples that go on at random after an event.
func (f *finder) random(event, from, to int) (all []sample) {
	for i := from; i < to; i++ {
		all = append(all, sample{until: place{event, 0}, seed: uint64(event)<<32 | uint64(i)})
	}
	return all
}
