package study

import (
	"context"

	"machsim/debugger/record"
	"machsim/debugger/study/campaign"
	"machsim/debugger/study/cause"
	"machsim/debugger/study/contrast"
	"machsim/debugger/study/shrink"
)

// Explore explores the program: o says how, and need not say what. The error is a *Wrong if no run knows a name in a
// claim.
func (s *Study) Explore(ctx context.Context, o campaign.Options) (*campaign.Report, error) {
	o.Run = s.Options()
	if o.Ordered == "" {
		o.Ordered = s.ordered
	} else if s.ordered != "" {
		o.Ordered = s.ordered + ", " + o.Ordered
	}
	r, err := campaign.Run(ctx, o)
	if err == nil && r.Failed() == 0 {
		err = s.Unknown()
	}
	return r, err
}

// Compare says what failing runs of n seeds have that good ones have not. progress, if not nil, is called twice for
// each.
func (s *Study) Compare(n int, progress func()) (*contrast.Result, error) {
	x, err := contrast.Compare(contrast.Seeds(s.Options(), n, progress))
	if err == nil && len(x.Classes) == 0 {
		err = s.Unknown()
	}
	return x, err
}

// Shrink makes the run of a recording, of which this is the study, smaller. The error is a *shrink.Unfit if that cannot
// be done.
func (s *Study) Shrink(rec *record.Recording, o shrink.Options) (*shrink.Result, error) {
	o.Claims = s.held()
	return shrink.Run(s.options.Program, rec, o)
}

// Cause looks for the cause of the failure of a recorded run, of which this is the study: o says how, and what file the
// recording is in.
func (s *Study) Cause(rec *record.Recording, o cause.Options) (*cause.Report, error) {
	o.Program, o.Recording, o.Claims = s.options.Program, rec, s.held()
	return cause.Find(o)
}
