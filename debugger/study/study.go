package study

import (
	"context"
	"fmt"
	"sync"

	"machsim/debugger/record"
	"machsim/debugger/run/runner"
	"machsim/debugger/study/campaign"
	"machsim/debugger/study/linear"
	"machsim/kernel"
)

// Study is many runs of a program.
type Study struct {
	options runner.NewOptions
	with    Options // with which it was opened; of runs, the options above count
	claims  []claim
	models  []*linearizing
	ordered string

	mu       sync.Mutex
	calls    map[*runner.Run]*linear.Recorder // of the runs that are on their way
	evidence map[claim]*evidence
	goals    Goals
	missed   []kernel.Probe // that no run so far has had anything for; nil before the first
}

// New returns the study of a program with claims, which have passed their Check. The seed of the options is the first
// one.
func New(o *runner.NewOptions, c Claims) *Study {
	s := &Study{options: *o, with: Options{Process: &Process{}, Claims: c, Memory: true}, claims: c.all(),
		models: c.held(), ordered: c.Ordered(), evidence: map[claim]*evidence{}, calls: map[*runner.Run]*linear.Recorder{}}
	s.options.Hold(s.held())
	return s
}

// Of returns the study of a recorded run: of runs with its parameters, that are held against its claims. The error says
// which of them is wrong, for a recording may come from anybody.
func Of(p *kernel.Program, rec *record.Recording) (*Study, error) {
	c := ClaimsOf(rec.Claims)
	c.Sometimes = nil // which is asked of many runs
	if err := c.Check(); err != nil {
		return nil, err
	}
	return New(runner.Likewise(p, rec), c), nil
}

// of is Of, with the conditions of a test, if this process has them.
func (x *Process) of(p *kernel.Program, rec *record.Recording) (*Study, error) {
	s, err := Of(p, rec)
	if err == nil && rec.Test != "" && x.Conditions != nil {
		s.options.Check = x.Conditions(rec)
	}
	if err == nil && rec.Kind == record.Condition && rec.Test == "" && x.Models != nil {
		for _, m := range x.Models(rec) {
			s.models = append(s.models, &linearizing{model: m})
		}
	}
	return s, err
}

// Held is what a recorded run was held against. It is for debugger.Options.
func (x *Process) Held(p *kernel.Program, rec *record.Recording) (*runner.Claims, error) {
	s, err := x.of(p, rec)
	if err != nil {
		return nil, err
	}
	return s.held(), nil
}

// held is what runs are held against.
func (s *Study) held() *runner.Claims {
	c := &runner.Claims{Recorded: len(s.claims) > 0, Check: s.options.Check}
	if len(s.models) > 0 {
		c.Listen = s.listen
	}
	if c.Recorded || c.Listen != nil {
		c.Judge = s.judge
	}
	return c
}

// Options returns the options of the runs.
func (s *Study) Options() *runner.NewOptions {
	o := s.options
	return &o
}

// Found is what trying seeds has found.
type Found = runner.Found

// Try tries n seeds up to the first that fails, as runner.Seeds does. The error is a *Wrong if no run knows a name in a
// claim.
func (s *Study) Try(ctx context.Context, n int, progress func()) Found {
	s.searches()
	found := s.try(ctx, n, progress)
	if found.Err == nil && !found.Failed && !found.Halted {
		s.remark()
	}
	return found
}

func (s *Study) try(ctx context.Context, n int, progress func()) Found {
	return s.series(ctx, n, (*runner.NewOptions).Judge, func(t runner.Tried) {
		if progress != nil && !t.Failed {
			progress()
		}
	})
}

// series makes the runs of n seeds up to the first that fails, which judge judges; tell is told of each.
func (s *Study) series(ctx context.Context, n int, judge runner.Judge, tell func(runner.Tried)) Found {
	s.options.Stop = ctx.Done()
	s.goals = campaign.NewGoals(s.sought(n))
	each := func(k int, t runner.Tried) bool {
		s.tried(t)
		s.goals.Take(t.Reached, Visit{Run: k, Strategy: s.options.Strategy, Seed: s.options.Seed + uint64(k)})
		tell(t)
		return !t.Failed
	}
	found := runner.Series{N: n, Numbered: true, Judge: judge, Each: each}.Make(&s.options)
	if found.Err == nil && !found.Failed && !found.Halted {
		found.Err = s.Unknown()
	}
	return found
}

// searches tells the Watcher that many seeds are tried.
func (s *Study) searches() { s.with.Process.does(&s.options, fmt.Sprintf("--seed %d", s.options.Seed)) }

// Again makes the run once more that Try has found, to the step that breaks a claim, and records it.
func (s *Study) Again(found Found) *Ran {
	o := s.Options()
	o.Hold(nil)
	o.Seed, o.By, o.Try = found.Seed, found.By, found.Fine
	if v := found.Violation; v != nil {
		o.Check = v.Check(o.Check)
	}
	run := s.again(o)
	run.goals, run.first = s.goals, found.Ending
	return run
}

// again makes a run once more that a search has found.
func (s *Study) again(o *runner.NewOptions) *Ran {
	o.Lines, o.Footprints = true, nil
	run, _ := s.do(o) // of a search no part is dropped
	return run
}
