package study

import (
	"sync"

	"machsim/debugger/record"
	"machsim/debugger/run/runner"
	"machsim/debugger/study/linear"
	"machsim/kernel"
)

// Study is many runs of a program. Its methods can be called from several goroutines at a time.
type Study struct {
	options runner.NewOptions
	claims  []claim
	models  []*linearizing
	ordered string

	mu       sync.Mutex
	calls    map[*runner.Run]*linear.Recorder // of the runs that are on their way
	evidence map[claim]*evidence
}

// New returns the study of a program with claims, which have passed their Check. The seed of the options is the first
// one.
func New(o *runner.NewOptions, c Claims) *Study {
	s := &Study{options: *o, claims: c.all(), models: c.held(), ordered: c.Ordered(),
		evidence: map[claim]*evidence{}, calls: map[*runner.Run]*linear.Recorder{}}
	s.options.Hold(s.held())
	return s
}

// Of returns the study of a recorded run: of runs with its parameters, that are held against its claims. The error says
// which of them is wrong, for a recording may come from anybody.
func Of(p *kernel.Program, rec *record.Recording) (*Study, error) {
	c := ClaimsOf(rec.Claims)
	if err := c.Check(); err != nil {
		return nil, err
	}
	return New(runner.Likewise(p, rec), c), nil
}

// Held is what a recorded run was held against; nil for nothing. It is for debugger.Options.
func Held(p *kernel.Program, rec *record.Recording) (*runner.Claims, error) {
	s, err := Of(p, rec)
	if err != nil {
		return nil, err
	}
	return s.held(), nil
}

// held is what runs are held against; nil for nothing.
func (s *Study) held() *runner.Claims {
	c := &runner.Claims{Judge: s.judge, Recorded: len(s.claims) > 0}
	switch {
	case len(s.models) > 0:
		c.Listen = s.listen
	case !c.Recorded:
		return nil
	}
	return c
}

// Options returns the options of the runs.
func (s *Study) Options() *runner.NewOptions {
	o := s.options
	return &o
}

// Try tries n seeds up to the first that fails, as runner.Seeds does. The error is a *Wrong if no run knows a name in a
// claim.
func (s *Study) Try(n int, progress func()) runner.Found {
	found := runner.Seeds(&s.options, n, progress)
	if found.Err == nil && !found.Failed && !found.Halted {
		found.Err = s.Unknown()
	}
	return found
}

// Ending returns the check that ends the run of the first seed at the step that breaks a claim, nil if it breaks none.
// That run is made to find out. The error is a *Wrong if it does not know a name in a claim.
func (s *Study) Ending() (func(*runner.Run) runner.Check, error) {
	if s.held() == nil {
		return nil, nil
	}
	found := s.Try(1, nil)
	if found.Violation == nil {
		return nil, found.Err
	}
	return found.Violation.Check(nil), found.Err
}

// Again returns the options with which the run that Try has found is made once more: to the step that breaks a claim.
func (s *Study) Again(found runner.Found) *runner.NewOptions {
	o := s.options
	o.Hold(nil)
	o.Seed, o.By, o.Try = found.Seed, found.By, found.Fine
	if v := found.Violation; v != nil {
		o.Check = v.Check(o.Check)
	}
	return &o
}
