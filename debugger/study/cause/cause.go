package cause

import (
	"cmp"
	"errors"
	"fmt"
	"math"
	"sync"
	"sync/atomic"
	"time"

	"machsim/debugger/record"
	"machsim/debugger/run/report"
	"machsim/debugger/run/runner"
	"machsim/kernel"
)

// Options say of which run the cause is looked for, and how hard.
type Options struct {
	Program   *kernel.Program
	Recording *record.Recording
	File      string         // the recording's name, for that of the run that ends well
	Package   record.Package // that declares the program; the zero Package for machsim's own

	Samples int    // continuations at random from an event; 0 for DefaultSamples
	Runs    int    // that are made in all, at most; 0 for DefaultRuns
	Exact   int    // runs of a search for a proof, at most; 0 for DefaultExact
	Events  uint64 // with which a continuation is given up; 0 for ten times those of the run, and 10,000

	Claims *runner.Claims // that the recorded run was held against, and each continuation is; nil for none known

	Guarded bool // threads share variables behind locks alone, says whoever asks: no access need be heard

	LoopLimit time.Duration   // how long a thread may compute without a kernel call; 0 for that of the recording
	Stop      <-chan struct{} // closed when what is known is to be returned
	Progress  func(runs int)  // is told of the runs made so far, from one goroutine at a time; nil for nobody
	// Remaking is told how far it is made again what the recording has dropped, in events; nil for nobody.
	Remaking func(done, total uint64)
}

// The usual Options.
const (
	DefaultSamples = 100
	DefaultRuns    = 20_000
	DefaultExact   = 2_000
)

// Unfit is the error for a recording of which no cause can be found.
type Unfit struct {
	Text    string
	Changed bool // the program does not make the recorded run any more
}

func (e *Unfit) Error() string { return e.Text }

// Find looks for the cause of the failure of a recorded run.
func Find(o Options) (*Report, error) {
	o.Samples, o.Runs = cmp.Or(o.Samples, DefaultSamples), cmp.Or(o.Runs, DefaultRuns)
	o.Exact = cmp.Or(o.Exact, DefaultExact)
	f := &finder{o: o, last: map[kind]ended{}, points: map[int]*Point{}}
	if err := f.replay(); err != nil {
		return nil, err
	}
	f.scan()
	f.certainty()
	f.curve()
	f.decision()
	f.conclude()
	if err := f.lefts.Err(); err != nil {
		return nil, &Unfit{Text: err.Error()}
	}
	if f.lost.Load() {
		return nil, &Unfit{"the program is not deterministic: continuations do not begin as it was recorded", true}
	}
	return f.x, f.besides()
}

// kind is how a continuation can end.
type kind uint8

const (
	same  kind = iota // by the same failure
	well              // without one
	other             // by another failure
	open              // not within the bound of events
)

// finder looks for a cause.
type finder struct {
	o     Options
	rec   *recorded
	bound uint64
	x     *Report

	mu     sync.Mutex
	runs   int // made so far
	lost   atomic.Bool
	lefts  report.Lefts
	points map[int]*Point // by event, those that were sampled
	last   map[kind]ended // by how it ended, the continuation with most in common with the recorded run
	others map[report.Failure]int
	proven int // the first event from which on it is known that nothing ends well
}

// replay makes the recorded run once more, and takes down what decided it.
func (f *finder) replay() error {
	if err := Refusal(f.o.Recording, f.o.Claims); err != nil {
		return err
	}
	rec, d, err := runner.Whole(f.o.Program, f.o.Recording, f.o.Stop, f.o.Remaking)
	switch {
	case err != nil:
		return &Unfit{Text: err.Error()}
	case d != nil:
		return &Unfit{report.Divergence(f.o.Program, f.o.Recording, d), true}
	case rec == nil:
		return ErrStopped
	}
	remade := f.o.Recording.Dropped
	f.o.Recording = rec
	o := runner.Replay(f.o.Program, rec)
	o.Within(f.o.LoopLimit)
	o.Stop = f.o.Stop
	if f.o.Claims.Looks() {
		o.Check = f.o.Claims.Check
	}
	a := o.Replayed().Keep()
	run := runner.Do(o)
	defer run.Close()
	if run.Err != nil {
		return &Unfit{run.Err.Error(), true}
	}
	switch res := o.Replayed().Result(run.Ending()); {
	case res.Divergence != nil:
		return &Unfit{report.Divergence(f.o.Program, rec, res.Divergence), true}
	case res.Limited:
		return &Unfit{Text: report.Limited(run, res).Error()}
	case res.Stopped:
		return ErrStopped
	case rec.Kind == record.Condition && run.Violation == nil && !f.o.Claims.Judges():
		return &Unfit{Text: "the conditions that are known find nothing wrong with the run, and the recording says: " +
			rec.Text}
	}
	f.x = &Report{Program: rec.Program, Seed: rec.Seed, Events: int(rec.Events), Bounds: Bounds, Samples: f.o.Samples,
		Remade: int(remade)}
	f.x.Failure = report.FailureOf(run)
	if f.x.Failure.Verdict == report.Livelock { // a continuation is not asked whether it comes back to where it was
		f.x.Failure = report.Failure{Verdict: report.NoEnd}
	}
	f.rec, f.proven, f.others = newRecorded(a), int(rec.Events), map[report.Failure]int{}
	f.bound = f.o.Events
	if f.bound == 0 {
		f.bound = min(10*rec.Events+10_000, rec.MaxSteps)
	}
	if f.x.Failure.Verdict == report.NoEnd {
		f.bound = rec.MaxSteps
	}
	return nil
}

// ErrStopped is the error of a search that was stopped before anything was known.
var ErrStopped = errors.New("interrupted: nothing is known yet")

// Refusal says why there is no cause of a recorded run to be looked for, of which claims are known; nil if there is.
func Refusal(rec *record.Recording, claims *runner.Claims) error {
	switch verdict := rec.Verdict(); {
	case rec.Truncated:
		return &Unfit{Text: "the recording is truncated: it does not say how the run ended"}
	case verdict == report.OK || verdict == report.Halted:
		return &Unfit{Text: "the run ended well: there is no failure to find the cause of"}
	case verdict == report.Interrupted:
		return &Unfit{Text: "the run was interrupted: nobody knows how it would have ended"}
	case verdict == report.MachsimError:
		return &Unfit{Text: "the run ended by a fault of machsim's own"}
	case verdict.Left():
		return &Unfit{Text: fmt.Sprintf("the run was given up (%s): its recording says where, and a continuation that ends "+
			"so goes on beside all others", verdict)}
	case rec.Kind == record.Condition && !claims.Know(rec):
		return &Unfit{Text: fmt.Sprintf("the run was ended by a condition of %s (%s), which only that test knows: with "+
			"simtest.Cause it says what the cause is", cmp.Or(rec.Test, "a test"), rec.Text)}
	}
	if err := rec.Remade(); err != nil {
		return &Unfit{Text: "a cause is looked for from the start of a run, and " + err.Error()}
	}
	return nil
}

// left is how many runs may yet be made.
func (f *finder) left() int { return max(f.o.Runs-f.runs, 0) }

func (f *finder) stopped() bool {
	select {
	case <-f.o.Stop:
		return true
	default:
		return f.lost.Load() || f.lefts.Err() != nil
	}
}

// step counts a run.
func (f *finder) step() {
	f.mu.Lock()
	defer f.mu.Unlock()
	f.runs++
	if f.o.Progress != nil {
		f.o.Progress(f.runs)
	}
}

// note takes in how continuations ended.
func (f *finder) note(all []ended) {
	for i := range all {
		e := &all[i]
		k := f.kindOf(e)
		if k == other {
			f.others[e.failure]++
		}
		if was, ok := f.last[k]; !ok || e.later(&was) {
			f.last[k] = *e
		}
	}
}

// later says whether a continuation has more in common with the recorded run than another, or as much and is shorter.
func (e *ended) later(was *ended) bool {
	if e.parted != was.parted {
		return was.parted.before(e.parted)
	}
	return e.events < was.events
}

func (f *finder) kindOf(e *ended) kind {
	switch {
	case e.open:
		return open
	case e.well():
		return well
	case e.failure == f.x.Failure:
		return same
	}
	return other
}

// lastOf is the last event after which a continuation may end in a way, as far as is known; -1 for none.
func (f *finder) lastOf(k kind) int {
	if e, ok := f.last[k]; ok {
		return e.parted.event
	}
	return -1
}

// point samples an event, and returns what is known of it.
func (f *finder) point(event, samples int) *Point {
	f.sample([]int{event}, samples)
	return f.points[event]
}

// sample brings the samples of events to a number.
func (f *finder) sample(events []int, samples int) {
	var all []sample
	for _, n := range events {
		p := f.points[n]
		if p == nil {
			p = &Point{Event: n, Count: Count{High: 1}}
			f.points[n] = p
		}
		all = append(all, f.random(n, p.Samples, min(samples, p.Samples+f.left()-len(all)))...)
	}
	for _, e := range f.make(all) {
		p := f.points[e.until.event]
		p.count(f.kindOf(&e))
	}
}

// nobody is a number of events that no run has.
const nobody = math.MaxInt
