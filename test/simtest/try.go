package simtest

import (
	"bytes"
	"cmp"
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"

	"machsim/debugger/event/waitfor"
	"machsim/debugger/run/report"
	"machsim/debugger/study"
	"machsim/kernel"
)

// Result is what has come of the runs of a program, as data.
type Result struct {
	Runs   int      // that were made, with the one that has failed
	Events uint64   // of all runs, if none has failed
	Proven bool     // by TryAll: there is no run that could fail
	Goals  []string // that no run has reached, each with what is known of it
	Notes  []string // what claims have not decided, and why

	// Of the run that has failed:
	Failed  bool
	Seed    uint64
	Verdict Failure
	What    string // is wrong, in a line
	Thread  string // that has failed, or the first of those that wait or did not end; "" if nobody did
	Line    string // where it was then, as "lock.go:12"; "" if that is not known
	Text    string // the whole report
	Record  []byte // the recording

	Err error // a mistake of whoever asks; nothing else is said then
}

// Try runs a program under many seeds, as Run does, without a test: what comes of it is data. It tries as many seeds as
// are asked for, in order, and leaves no files.
func Try(p *kernel.Program, options ...Option) Result {
	plan := newPlan("a condition of "+p.Name, p, options)
	s, err := study.Open(p, plan.options)
	if err != nil {
		return Result{Err: told(err)}
	}
	n := cmp.Or(max(plan.seeds, 0), usualSeeds)
	found := s.Try(context.Background(), n, nil)
	r := Result{Runs: found.Fine, Events: found.Events, Err: told(found.Err)}
	if found.Failed {
		r.Runs++
		r.of(s.Again(found))
	}
	r.Notes = s.Remarks()
	r.goals(s.Goals(), r.Runs)
	return r
}

// TryAll explores a program, as Explore does, without a test. With [Proof] a search that is no proof has failed, with
// no seed.
func TryAll(p *kernel.Program, options ...Option) Result {
	plan := newPlan("a condition of "+p.Name, p, options)
	s, err := study.Open(p, plan.options)
	if err != nil {
		return Result{Err: told(err)}
	}
	x, err := s.Explore(context.Background(), study.Exploring{Runs: plan.most(false), Guarded: plan.guarded,
		Ordered: plan.ordered()})
	if err != nil {
		return Result{Err: told(err)}
	}
	r := Result{Runs: x.Made, Events: x.Events, Proven: x.Proven()}
	switch run := s.Failing(x); {
	case run != nil:
		r.of(run)
	case plan.proof && !r.Proven:
		r.Failed, r.What, r.Text = true, "the search is no proof", x.Text()
	}
	r.Notes = s.Remarks()
	r.goals(x.Goals, x.Made)
	return r
}

// of takes over how a run has failed.
func (r *Result) of(run *study.Ran) {
	defer run.Close()
	if !run.Failed() {
		r.Failed, r.What = true, fmt.Sprintf("seed %d %s", run.Seed, run.Vanished())
		return
	}
	rep := report.Of(run.Run)
	r.Failed, r.Seed, r.Verdict, r.What = true, run.Seed, rep.Verdict, rep.Summary
	x := culprit(rep)
	if r.Thread, r.Line = x.Thread, x.Where; r.Verdict == NoEnd && x.Thread != "" {
		r.What += "; " + x.Thread + " " + x.Text
	}
	var b bytes.Buffer
	run.Print(&b, study.Look{Console: true, Bare: true})
	r.Text, r.Record = b.String(), bytes.Clone(run.Data())
}

// culprit is the thread that a report names first, where that was, and what it waited for; of those that wait none that
// waits for the end of others, as far as there is another.
func culprit(rep *report.Report) (x waitfor.Explanation) {
	if x.Thread = rep.Thread; x.Thread != "" {
		if len(rep.Stack) > 0 {
			x.Where = fmt.Sprintf("%s:%d", rep.Stack[0].File, rep.Stack[0].Line)
		}
		return x
	}
	all := append(rep.Cycle[:len(rep.Cycle):len(rep.Cycle)], rep.Doing...)
	if len(all) == 0 {
		return x
	}
	waits := func(x waitfor.Explanation) bool { return !strings.HasSuffix(x.Text, " to end") }
	return all[max(0, slices.IndexFunc(all, waits))]
}

// goals takes over which goals no run has reached.
func (r *Result) goals(g study.Goals, runs int) {
	if r.Failed || r.Err != nil || !g.Unreached() {
		return
	}
	r.Goals = g.Lines(runs, false)
}

// told is an error with a picture of where it is.
func told(err error) error {
	var w *study.Wrong
	if errors.As(err, &w) && w.Picture() != "" {
		return errors.New(w.Picture())
	}
	return err
}

// LoopLimit gives a run up one of whose threads computes for so long without a kernel call, in processor time.
func LoopLimit(d time.Duration) Option { return func(p *plan) { p.options.LoopLimit = d } }

// Alone makes runs one at a time: what one takes of memory and time is then nothing to the others.
func Alone() Option { return func(p *plan) { p.options.Alone = true } }
