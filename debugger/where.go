package debugger

import (
	"context"

	"machsim/debugger/rows"
	"machsim/debugger/threads"
)

// What threads are doing, and why some do not go on.
type (
	Thread   = threads.Thread
	Standing = threads.Standing
	Waiting  = rows.Waiting
	Why      = threads.Why
	Delay    = threads.Delay
	Panic    = threads.Panic
	Doing    = threads.Doing
)

// threads are those of the present run.
func (d *Debugger) threads() threads.In { return threads.In{In: d.values()} }

// Here is where the Debugger stands.
type Here struct {
	Run      Run
	Position Position
	Time     int64  // virtual time in microseconds
	AtEnd    bool   // nothing of the run comes after it
	Ended    string // how the run ended

	Computing *Computing // who computes where a live run was halted; nil if all threads stand at their calls
}

// Here returns where the Debugger stands.
func (d *Debugger) Here(ctx context.Context) (Here, error) {
	return look(ctx, d, "where", func(context.Context) (Here, error) { return d.hereRow(), nil })
}

func (d *Debugger) hereRow() Here {
	h := Here{Run: d.row(d.on), Position: d.here(), Time: d.s().State().Now}
	first, whole := h.Position.Prefix()
	h.AtEnd, h.Ended, h.Computing = whole && first == d.s().Len(), h.Run.Ended, d.computing()
	return h
}

// Focus returns the thread that methods without a thread are about, and what it does next. It is
// nil if the thread does not exist at the present position.
func (d *Debugger) Focus(ctx context.Context) (*Standing, error) {
	return look(ctx, d, "thread", func(context.Context) (*Standing, error) { return d.threads().Focused(), nil })
}

// SetFocus chooses that thread, which has to exist here.
func (d *Debugger) SetFocus(ctx context.Context, thread string) (*Standing, error) {
	return look(ctx, d, "thread", func(context.Context) (*Standing, error) {
		id, err := d.in().ThreadHere(thread)
		if err != nil {
			return nil, err
		}
		d.on.Focus, d.on.Frame = id, 0
		return d.threads().Focused(), nil
	})
}

// Threads lists the threads.
func (d *Debugger) Threads(ctx context.Context) ([]Thread, error) {
	return list(ctx, d, "threads", func(context.Context) ([]Thread, error) { return d.threads().Threads() })
}

// Why tells why a thread does not go on: what it waits for or what comes first in the recording,
// then why those do not go on that could end the wait, and so on. "" is the thread in focus.
func (d *Debugger) Why(ctx context.Context, thread string) (*Why, error) {
	return list(ctx, d, "why", func(context.Context) (*Why, error) { return d.threads().Why(thread) })
}

// Blocked is the blocked table (Krawczuk 3.5): threads that wait in a call, or would wait in the
// one that they are about to make.
func (d *Debugger) Blocked(ctx context.Context) ([]Waiting, error) {
	return look(ctx, d, "blocked", func(context.Context) ([]Waiting, error) { return d.threads().Blocked() })
}

// Suspended is the suspended table (Krawczuk 3.5): the threads that nothing but the debugger keeps
// from going on, those at breakpoints whatever else keeps them, and those that Mach has suspended.
func (d *Debugger) Suspended(ctx context.Context) ([]Waiting, error) {
	return list(ctx, d, "suspended", func(context.Context) ([]Waiting, error) { return d.threads().Suspended() })
}

// Delays lists the artificial delays (Krawczuk 3.5).
func (d *Debugger) Delays(ctx context.Context) ([]Delay, error) {
	return look(ctx, d, "delays", func(context.Context) ([]Delay, error) { return d.threads().Delays() })
}

// Panic says what all threads are doing, and goes nowhere.
func (d *Debugger) Panic(ctx context.Context) (*Panic, error) {
	return look(ctx, d, "panic", func(context.Context) (*Panic, error) { return d.threads().Panic() })
}
