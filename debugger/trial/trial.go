package trial

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"slices"
	"sync"

	"machsim/debugger"
	"machsim/debugger/linear"
	"machsim/debugger/runner"
	"machsim/debugger/strategy"
	"machsim/kernel"
)

// Trial tries a program with many seeds.
type Trial struct {
	options runner.NewOptions
	claims  []claim
	models  []*linearizing

	mu       sync.Mutex
	calls    map[*runner.Run]*linear.Recorder // of the runs that are on their way
	failures map[made]*Failure
	evidence map[claim]*evidence
}

// made says which run it is: who chose, and the seed.
type made struct {
	strategy string
	seed     uint64
}

// evidence is what the runs have shown about a claim.
type evidence struct {
	runs     int // in which it was asked for
	unknown  int // that do not know a name in it
	never    int // that do not come to a place in it, or do not know a name
	seed     uint64
	mistake  *debugger.Mistake // of the lowest seed that does not know a name
	remarks  []string          // of the lowest seed that does not come to a place
	remarked uint64            // that seed
}

// New returns a Trial of a program with claims, which have passed their Check. The seed of the
// options is the first one.
func New(o *runner.NewOptions, c Claims) *Trial {
	t := &Trial{options: *o, claims: c.all(), models: c.held(), failures: map[made]*Failure{},
		evidence: map[claim]*evidence{}, calls: map[*runner.Run]*linear.Recorder{}}
	if listen := o.Listen; len(t.models) > 0 {
		t.options.Listen = func(r *runner.Run) kernel.Tracer {
			if listen == nil {
				return t.listen(r)
			}
			return listen(r).And(t.listen(r))
		}
	}
	return t
}

// Seeds tries n seeds, as runner.Seeds does. The error is a *Wrong if no run knows a name in a claim.
func (t *Trial) Seeds(n int, progress func()) runner.Found {
	found := runner.SeedsBy(&t.options, n, progress, t.Recorded(), t.Judge)
	if found.Err == nil && !found.Failed && !found.Halted {
		found.Err = t.Unknown()
	}
	return found
}

// Failure says why the run of a seed has failed; nil if it did not or was not tried.
func (t *Trial) Failure(seed uint64) *Failure { return t.FailureOf(t.options.Strategy, seed) }

// FailureOf says why the run of a strategy and a seed has failed; nil if it did not or was not tried.
func (t *Trial) FailureOf(strategy string, seed uint64) *Failure {
	t.mu.Lock()
	defer t.mu.Unlock()
	return t.failures[made{strategy, seed}]
}

// Options returns the options of the runs that are to be judged by Judge.
func (t *Trial) Options() *runner.NewOptions {
	o := t.options
	return &o
}

// Recorded says whether Judge needs the recordings of runs.
func (t *Trial) Recorded() bool { return len(t.claims) > 0 }

// Numbered says whether Judge tells runs apart by their seeds.
func (t *Trial) Numbered() bool { return len(t.claims)+len(t.models) > 0 }

// Judge judges a run: it is a runner.Judge, for whoever makes the runs otherwise than Seeds does.
func (t *Trial) Judge(o *runner.NewOptions, run *runner.Run, file []byte) (tried runner.Tried) {
	if run.State != nil {
		tried.Events = run.State.Steps
	}
	var f *Failure
	if tried.Err = run.Err; tried.Err == nil {
		f, tried.Err = t.judge(o, run, file)
	}
	if f != nil {
		f.Seed, tried.Failed, tried.Seen = o.Seed, true, f
		t.mu.Lock()
		t.failures[made{o.Strategy, o.Seed}] = f
		t.mu.Unlock()
	}
	return tried
}

// judge returns why a run has failed, nil if it has not. It checks claims only if the run has a
// recording that can be opened, and not if the run was given up.
func (t *Trial) judge(o *runner.NewOptions, run *runner.Run, file []byte) (*Failure, error) {
	failed := run.Failed()
	itself := map[bool]*Failure{true: {}}[failed]
	unlinear, err := t.unlinear(run)
	if err != nil || run.State == nil || run.Loop != nil || run.Greedy || run.Broken != nil || run.Main != nil {
		return itself, err
	}
	if len(t.claims) == 0 {
		return cmp.Or(unlinear, itself), nil
	}
	ctx := debugger.Until(o.Stop)
	from := debugger.Source{Data: file, Program: o.Program}
	d, err := debugger.Open(ctx, from, debugger.Options{LoopLimit: o.LoopLimit})
	if err != nil {
		return nil, err
	}
	defer d.Close()
	x := &checker{Trial: t, ctx: ctx, d: d, seed: o.Seed, file: file, cut: run.Cut != strategy.Whole}
	first, err := x.firstBroken()
	if unlinear != nil && (first == nil || unlinear.Event < first.Event) {
		first = unlinear
	}
	if first != nil || failed || err != nil {
		return cmp.Or(first, itself), err
	}
	return x.atEnd()
}

// checker checks the claims of one run.
type checker struct {
	*Trial
	ctx  context.Context
	d    *debugger.Debugger
	seed uint64
	file []byte // its recording
	cut  bool   // it has not come to its end
}

// firstBroken finds the first step after which a claim about every step is broken.
func (x *checker) firstBroken() (first *Failure, err error) {
	for _, c := range x.claims {
		if c.kind > never {
			continue
		}
		found, _, err := x.ask(c, debugger.Check{States: debugger.Recorded, Contrary: c.kind == always})
		if err != nil {
			return nil, err
		}
		if found.Found && (first == nil || uint64(found.Event) < first.Event) {
			first = &Failure{Event: uint64(found.Event), Text: broken[c.kind] + c.text}
		}
	}
	return first, nil
}

// atEnd finds a claim that is broken at the end of a run, or by a state that the run could have come to.
func (x *checker) atEnd() (*Failure, error) {
	for _, c := range x.claims {
		if c.kind < finally || c.kind == finally && x.cut {
			continue
		}
		states := map[kind]debugger.States{finally: debugger.Last, noState: debugger.Consistent}[c.kind]
		found, unknown, err := x.ask(c, debugger.Check{States: states})
		switch {
		case err != nil:
			return nil, err
		case c.kind == noState && found.Found:
			return &Failure{State: &State{Text: c.text, Lines: found.Why, Recording: x.file}}, nil
		case c.kind == finally && unknown != nil:
			return &Failure{Text: broken[c.kind] + c.text + " (" + unknown.What + ")"}, nil
		case c.kind == finally && !found.Found:
			return &Failure{Text: broken[c.kind] + c.text}, nil
		}
	}
	return nil, nil
}

// ask evaluates a claim in the run. If the run does not know a name in it, nothing is found, and unknown
// is the mistake.
func (x *checker) ask(c claim, q debugger.Check) (found *debugger.Checked, unknown *debugger.Mistake, err error) {
	q.Predicate = c.text
	found, err = x.d.Check(x.ctx, q)
	if err != nil {
		if !errors.As(err, &unknown) || !unknown.Absent {
			return nil, nil, c.wrong(err)
		}
		found = &debugger.Checked{}
	}
	x.note(c, x.seed, found.Remarks, unknown)
	return found, unknown, nil
}

// note records what a run shows about a claim.
func (t *Trial) note(c claim, seed uint64, remarks []string, unknown *debugger.Mistake) {
	t.mu.Lock()
	defer t.mu.Unlock()
	h := t.evidence[c]
	if h == nil {
		h = &evidence{}
		t.evidence[c] = h
	}
	h.runs++
	switch {
	case unknown != nil:
		h.never++
		if h.unknown++; h.mistake == nil || seed < h.seed {
			h.mistake, h.seed = unknown, seed
		}
	case len(remarks) > 0:
		if h.never++; h.remarks == nil || seed < h.remarked {
			h.remarks, h.remarked = remarks, seed
		}
	}
}

func (c claim) wrong(err error) error {
	var given *debugger.Interrupted
	var m *debugger.Mistake
	switch {
	case errors.As(err, &given):
		return err
	case errors.As(err, &m):
		err = m.Mistake // without the picture
	}
	return &Wrong{flags[c.kind], err}
}

// Unknown returns the mistake of the first claim with a name that no run knows, as a *Wrong; nil if there is none.
func (t *Trial) Unknown() error {
	for _, c := range t.claims {
		if h := t.evidence[c]; h != nil && h.unknown == h.runs && h.mistake != nil {
			return c.wrong(h.mistake)
		}
	}
	return nil
}

// Variable returns the name of a variable in a claim that no run shows; "" if there is none.
func (t *Trial) Variable() string {
	for _, c := range t.claims {
		if h := t.evidence[c]; h != nil && h.unknown == h.runs && h.mistake != nil && h.mistake.Variable != "" {
			return h.mistake.Variable
		}
	}
	return ""
}

// Remarks returns sentences on claims with places that no run has come to: their names may be misspelt.
func (t *Trial) Remarks() (all []string) {
	for _, x := range t.models {
		all = append(all, x.remarks()...)
	}
	for _, c := range t.claims {
		h := t.evidence[c]
		if h == nil || h.never < h.runs || h.remarks == nil {
			continue
		}
		for _, r := range h.remarks {
			if text := fmt.Sprintf("%s: %s", flags[c.kind], r); !slices.Contains(all, text) {
				all = append(all, text)
			}
		}
	}
	return all
}
