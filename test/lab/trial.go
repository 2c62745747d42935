package lab

import (
	"crypto/sha256"
	"encoding/binary"
	"fmt"
	"time"

	"machsim/kernel"
	"machsim/test/lab/verdict"
	"machsim/test/simtest"
)

// Trial is the judging of one part. It ends at the first thing that is wrong.
type Trial struct {
	part string
	key  string
	look func(*kernel.Program, []simtest.Option) // is told of the runs in place of making them; nil for nobody
	verdict.Verdict
}

// The limits of a part's runs. Events are the same everywhere, and come first; the time is that of the processor.
const (
	MaxEvents = 50_000
	loopLimit = time.Second
	maxMemory = 1000 // MB
)

// usual are the options of all runs: nothing of a run depends on others beside it.
func (t *Trial) usual() []simtest.Option {
	return []simtest.Option{simtest.FirstSeed(t.First()), simtest.MaxEvents(MaxEvents), simtest.LoopLimit(loopLimit),
		simtest.MaxMemory(maxMemory), simtest.Alone()}
}

// First is the first seed of the part.
func (t *Trial) First() uint64 { return t.drawn("seed") >> 40 }

// Number is a number from lo to hi, which follows from the course key.
func (t *Trial) Number(name string, lo, hi int) int { return lo + int(t.drawn(name)%uint64(hi-lo+1)) }

// drawn is a number that follows from the course key.
func (t *Trial) drawn(name string) uint64 {
	sum := sha256.Sum256(fmt.Appendf(nil, "%q %q %q", t.key, t.part, name))
	return binary.BigEndian.Uint64(sum[:8])
}

// Run makes runs under many seeds. The part ends here if one fails, or if none reaches a goal that is named.
func (t *Trial) Run(p *kernel.Program, options ...simtest.Option) {
	t.make(simtest.Try, p, options)
}

// Prove makes every run that there is. The part ends here if one fails, or if there may be others.
func (t *Trial) Prove(p *kernel.Program, options ...simtest.Option) {
	t.make(simtest.TryAll, p, append(options, simtest.Guarded(), simtest.Proof()))
}

// make has runs made, and takes over what has come of them.
func (t *Trial) make(try func(*kernel.Program, ...simtest.Option) simtest.Result, p *kernel.Program,
	options []simtest.Option,
) {
	if t.look != nil {
		t.look(p, options)
		return
	}
	t.take(try(p, append(t.usual(), options...)...))
}

// Fails makes runs under many seeds, and says whether one fails. The part goes on, unless a run was ended by what
// differs from one machine to the next.
func (t *Trial) Fails(p *kernel.Program, options ...simtest.Option) bool {
	if t.look != nil {
		t.look(p, options)
		return false
	}
	r := simtest.Try(p, append(t.usual(), options...)...)
	fails := r.Failed && !tooMuch(r.Verdict)
	if fails {
		t.Runs += r.Runs
	} else {
		t.take(r)
	}
	return fails
}

// Share ends the part with a share of its points, by what was got of how many; if that is all, the part goes on.
func (t *Trial) Share(got, of int, wrong string) {
	if got < of {
		t.Got, t.Of = got, of
	}
	t.Want(got >= of, wrong)
}

// Want ends the part if something is not so that no run is about.
func (t *Trial) Want(ok bool, wrong string) {
	if !ok {
		t.Wrong = wrong
		panic(ended{})
	}
}

// ended is the panic with which a part ends early.
type ended struct{}

// take takes over what has come of runs.
func (t *Trial) take(r simtest.Result) {
	t.Runs += r.Runs
	t.Undecided = append(t.Undecided, r.Notes...)
	switch {
	case r.Err != nil:
		t.Mistake = r.Err.Error()
	case r.Failed:
		t.failed(r)
	case len(r.Goals) > 0:
		t.Wrong = "no run does what some run has to do: " + r.Goals[0]
	default:
		return
	}
	panic(ended{})
}

// failed takes over a run that has failed.
func (t *Trial) failed(r simtest.Result) {
	if tooMuch(r.Verdict) {
		t.Wrong, t.Runs = verdict.TooMuch, 0
		return
	}
	t.How, t.Wrong, t.Seed = string(r.Verdict), r.What, r.Seed
	t.Thread, t.Line, t.Text, t.Record = r.Thread, r.Line, r.Text, r.Record
	if t.Wrong == "" {
		t.Wrong = t.How
	}
}

// tooMuch says whether a run was ended by what differs from one machine to the next.
func tooMuch(v simtest.Failure) bool {
	return v == simtest.Memory || v == simtest.Overflow || v == simtest.Loop
}

// judge judges a part with a course key.
func (p *Part) judge(key string) verdict.Verdict { return p.try(&Trial{part: p.Name, key: key}) }

// try has a trial of a part done.
func (p *Part) try(t *Trial) (v verdict.Verdict) {
	defer func() {
		switch x := recover().(type) {
		case nil:
			t.Passed = true
		case ended:
		default:
			t.Mistake = fmt.Sprint("the harness panics: ", x)
		}
		v = t.Verdict
	}()
	p.Do(t)
	return t.Verdict
}
