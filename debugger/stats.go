package debugger

import (
	"context"

	"machsim/debugger/data/stats"
)

// Stats is a run in numbers: messages, mutexes, waits, calls, threads, rights that were kept, and what never
// overlapped.
type Stats = stats.Report

// The rows of Stats.
type (
	PortUse    = stats.PortUse
	MutexUse   = stats.MutexUse
	LongWait   = stats.LongWait
	CallCount  = stats.CallCount
	EventCount = stats.EventCount
	KeptRights = stats.KeptRights
	Apart      = stats.Apart
)

// Stats reports on the whole present run.
func (d *Debugger) Stats(ctx context.Context) (*Stats, error) {
	return ask(ctx, d, "stats", func(ctx context.Context) (*Stats, error) {
		x, err := d.on.report(ctx)
		if err != nil {
			return nil, err
		}
		return d.shownStats(x), nil
	})
}

// report is the report on the run, which is made once. Nobody writes to it.
func (r *run) report(ctx context.Context) (*Stats, error) {
	if r.stats == nil {
		x, err := r.counts(ctx)
		if err == nil {
			err = x.Overlaps(ctx.Done(), r.s)
		}
		if err != nil {
			return nil, err
		}
		r.stats = x
	}
	return r.stats, nil
}

// counts is what the report needs no causal order for.
func (r *run) counts(ctx context.Context) (_ *Stats, err error) {
	if r.counted == nil {
		r.counted, err = stats.Counts(ctx, r.s, r.catalogue())
	}
	return r.counted, err
}
