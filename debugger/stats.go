package debugger

import (
	"context"

	"machsim/debugger/stats"
)

// Stats is a run in numbers: messages, mutexes, waits, calls, threads, and what never overlapped.
type Stats = stats.Report

// The rows of Stats.
type (
	PortUse    = stats.PortUse
	MutexUse   = stats.MutexUse
	LongWait   = stats.LongWait
	CallCount  = stats.CallCount
	EventCount = stats.EventCount
	Apart      = stats.Apart
)

// Stats reports on the whole present run.
func (d *Debugger) Stats(ctx context.Context) (*Stats, error) {
	return ask(ctx, d, "stats", func(ctx context.Context) (*Stats, error) { return stats.Of(ctx.Done(), d.s()) })
}
