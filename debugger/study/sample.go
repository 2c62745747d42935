package study

import (
	"context"

	"machsim/debugger/run/report"
	"machsim/debugger/run/runner"
)

// Samples are runs of seeds, by which two programs can be told apart.
type Samples struct {
	Hashes []uint64 // of the events of each run, from the first seed on; the last one may have failed
	Failed bool
	Seed   uint64         // of the run that has failed
	How    report.Failure // it has
}

// sample is what a judge sees of a run.
type sample struct {
	hash uint64
	how  report.Failure
}

// Sample makes the runs of n seeds up to the first that fails. None is made twice, for one that has failed may not come
// back, or take very long.
func (s *Study) Sample(ctx context.Context, n int) (*Samples, error) {
	s.searches()
	x := &Samples{}
	found := s.series(ctx, n, sampled, func(t runner.Tried) {
		seen := t.Seen.(sample)
		x.Hashes, x.How = append(x.Hashes, seen.hash), seen.how
	})
	if found.Err == nil {
		found.Err = ctx.Err()
	}
	x.Failed, x.Seed = found.Failed, found.Seed
	return x, found.Err
}

// sampled judges a run as others do, and says what a Sample has of it.
func sampled(o *runner.NewOptions, run *runner.Run, file []byte) runner.Tried {
	t := o.Judge(run, file)
	x := sample{}
	switch {
	case t.Violation != nil:
		x.how = report.Broken(t.Violation)
	case t.Failed:
		x.how = report.FailureOf(run)
	case run.State != nil:
		x.hash = run.State.Hash
	}
	t.Seen = x
	return t
}
