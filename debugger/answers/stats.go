package answers

import (
	"context"
	"slices"

	"machsim/debugger/data/stats"
)

// shownStats are the numbers of a run without those of threads that are left out.
func (d In) shownStats(x *Stats) *Stats {
	without, some := d.Hidden(), *x
	if len(without) == 0 {
		return x
	}
	some.Threads = slices.DeleteFunc(slices.Clone(x.Threads), func(c EventCount) bool {
		return slices.Contains(without, c.Name)
	})
	ports := d.HiddenPorts()
	some.Ports = slices.DeleteFunc(slices.Clone(x.Ports), func(p PortUse) bool { return slices.Contains(ports, p.Port) })
	some.Waits = slices.DeleteFunc(slices.Clone(x.Waits), func(w LongWait) bool {
		return slices.Contains(without, w.Thread)
	})
	return &some
}

// Stats is a run in numbers: messages, mutexes, waits, calls, threads, rights that were kept, and what never
// overlapped. The others are its rows.
type (
	Stats      = stats.Report
	PortUse    = stats.PortUse
	MutexUse   = stats.MutexUse
	LongWait   = stats.LongWait
	CallCount  = stats.CallCount
	EventCount = stats.EventCount
	KeptRights = stats.KeptRights
	Apart      = stats.Apart
)

// Stats reports on the whole present run.
func (d In) Stats(ctx context.Context) (*Stats, error) {
	x, err := d.report(ctx)
	if err != nil {
		return nil, err
	}
	return d.shownStats(x), nil
}

// report is the report on the run, which is made once. Nobody writes to it.
func (d In) report(ctx context.Context) (*Stats, error) {
	if d.Whole == nil {
		x, err := d.Counts(ctx)
		if err == nil {
			err = x.Overlaps(ctx.Done(), d.S)
		}
		if err != nil {
			return nil, err
		}
		d.Whole = x
	}
	return d.Whole, nil
}

// Counts is what the report needs no causal order for.
func (d In) Counts(ctx context.Context) (_ *Stats, err error) {
	if d.Counted == nil {
		d.Counted, err = stats.Counts(ctx, d.S, d.Catalogue())
	}
	return d.Counted, err
}
