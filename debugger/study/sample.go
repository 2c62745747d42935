package study

import (
	"context"

	"machsim/debugger/run/report"
	"machsim/debugger/run/runner"
)

// Samples are runs of seeds, by which two programs can be told apart.
type Samples struct {
	Hashes []uint64 `json:"hashes"` // of the events of each run, from the first seed on; the last one may have failed

	Failed  bool           `json:"failed,omitempty"`
	Seed    uint64         `json:"seed,omitempty"` // of the one that has failed
	Verdict report.Verdict `json:"verdict,omitempty"`
	Summary string         `json:"summary,omitempty"`
}

// Sample makes the runs of n seeds up to the first that fails.
func (s *Study) Sample(ctx context.Context, n int) (*Samples, error) {
	s.searches()
	x := &Samples{}
	found := s.series(ctx, n, hashed, func(t runner.Tried) { x.Hashes = append(x.Hashes, t.Seen.(uint64)) })
	switch {
	case found.Err != nil:
		return nil, found.Err
	case ctx.Err() != nil:
		return nil, ctx.Err()
	case found.Failed:
		run := s.Again(found)
		defer run.Close()
		rep := run.Report()
		x.Failed, x.Seed, x.Verdict, x.Summary = true, found.Seed, rep.Verdict, rep.Summary
	}
	return x, nil
}

// hashed judges a run as others do, and says the hash of its events.
func hashed(o *runner.NewOptions, run *runner.Run, file []byte) runner.Tried {
	t := o.Judge(run, file)
	var hash uint64
	if run.State != nil && run.Loop == nil {
		hash = run.State.Hash
	}
	t.Seen = hash
	return t
}
