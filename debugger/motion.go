package debugger

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"machsim/debugger/session"
	"machsim/kernel"
)

// Mode says what the others do when one thread is stepped.
type Mode = session.Mode

// The modes.
const (
	Pessimistic = session.Pessimistic // they do what the thread's event needs, and nothing else
	Optimistic  = session.Optimistic  // they do all that they can without the thread's later events
)

// Modes are the names of the modes.
var Modes = session.Modes

// Mode is the one of motions that name none.
func (d *Debugger) Mode(ctx context.Context) (Mode, error) {
	return look(ctx, d, "mode", func(context.Context) (Mode, error) { return d.mode, nil })
}

// SetMode changes it.
func (d *Debugger) SetMode(ctx context.Context, m Mode) error {
	return d.Do(ctx, "set mode", func(context.Context) error {
		d.mode = m
		return nil
	})
}

// Motion is what comes of a motion.
type Motion struct {
	From  Position
	Here  Here   // where it leads
	Event *Event // that was done last, or undone first; nil for none
	Back  bool   // it was undone
	Focus *Standing
	// Needs says which events of others a thread's next one needs, in words; "" for none.
	Needs  string
	Passed []Passed // what stops and traces were satisfied on the way
	// Of Continue:
	Stopped *Stopped // why it stops here; nil for the end or the start of the run
	Missing string   // what is not on the way, in words; "" if nothing was to be
	// Of a run that is made meanwhile: why it stands still here, in words; "" if it is over, or was not asked for more.
	Stands string
	Breaks []string // the claims of the run that it breaks first here, in lines
	Wrote  []Line   // the last lines that were written in what is seen now, and was not before
	Before int      // how many of these there were before them
	// Of GotoRow and NextRow: the row, from 1, and how many there are.
	Row, Rows int
	// Of StepLine out of a function:
	Results []Local // what that returns
}

// move goes to a position. Event is what was done last, or undone first if back; -1 for none.
func (d *Debugger) move(ctx context.Context, to Position, event int, back bool) (*Motion, error) {
	switch {
	case ctx.Err() != nil:
		return nil, unmoved
	case d.looks != nil:
		return nil, d.looks
	}
	m := &Motion{From: d.here(), Back: back}
	if to.Of() != &d.on.Run {
		d.enter(d.runs[to.Run()])
	}
	at, left := to.Place(), d.s().Position()
	if err := d.s().MoveTo(at); err != nil {
		return nil, err
	}
	d.on.Moved()
	d.on.Left, d.on.Frame = left, 0
	m.Passed = d.stops().Passed(left, at)
	if event >= d.s().First() {
		rows, err := d.past().Rows(event, event+1)
		if err != nil {
			return nil, err
		}
		m.Event = &rows[0]
	}
	m.Here, m.Focus = d.hereRow(), d.threads().Focused()
	return m, nil
}

// Goto goes to a position, in another run if it is one of that.
func (d *Debugger) Goto(ctx context.Context, to Position) (*Motion, error) {
	return ask(ctx, d, "goto", func(ctx context.Context) (*Motion, error) { return d.goTo(ctx, to) })
}

func (d *Debugger) goTo(ctx context.Context, to Position) (*Motion, error) {
	run := to.Of()
	if run == nil || run.Closed() {
		return nil, fmt.Errorf("this is no position of a run that is open")
	}
	if to.Gone() {
		return nil, fmt.Errorf("this was a position of the run before its first %d events were dropped", run.S.First())
	}
	at := run.S.Consistent(to.Place()) // the order may have become stricter since it was made
	if !at.AtCalls() {
		run.Focus = at.Thread
	}
	return d.move(ctx, run.At(at), run.S.LastOf(at), false)
}

// Left is the position before the last motion in the present run, zero if there was none.
func (d *Debugger) Left(ctx context.Context) (Position, error) {
	return look(ctx, d, "left", func(context.Context) (Position, error) { return d.leftPosition(), nil })
}

func (d *Debugger) leftPosition() Position {
	if d.on.Left.IsZero() {
		return Position{}
	}
	return d.at(d.s().Consistent(d.on.Left))
}

// Undo goes to where the last motion in the present run began; once more, it undoes that.
func (d *Debugger) Undo(ctx context.Context) (*Motion, error) {
	return ask(ctx, d, "undo", func(ctx context.Context) (*Motion, error) {
		if err := d.neverMoved(); err != nil {
			return nil, err
		}
		return d.goTo(ctx, d.leftPosition())
	})
}

// Step is how far a thread is to go.
type Step struct {
	Thread string // "" for none; "." for the one in focus; of a set (FindThreads) each goes so far
	Back   bool
	N      int // how many times; 0 for once
	Mode   Mode
}

// stride is a Step of which the thread is known.
type stride struct {
	Step
	id kernel.ThreadID // 0 for none
}

// stride finds the thread of a step.
func (d *Debugger) stride(s Step) (x stride, err error) {
	if s.N = max(s.N, 1); !d.s().GoesOn() {
		s.N = min(s.N, d.s().Len()+1) // more come to the same
	}
	x.Step = s
	if s.Thread != "" {
		x.id, err = d.in().Thread(s.Thread)
	}
	return x, err
}

// Step takes N events of a thread, or undoes them; without a thread, N events in recorded order.
// The thread is in focus then. The others do what the mode says.
func (d *Debugger) Step(ctx context.Context, s Step) (*Motion, error) {
	return ask(ctx, d, "step", func(ctx context.Context) (*Motion, error) {
		return d.further(ctx, func(ctx context.Context) (*Motion, error) {
			return d.each(s.Thread, func(thread string) (*Motion, error) {
				s.Thread = thread
				return d.step(ctx, s)
			})
		})
	})
}

func (d *Debugger) step(ctx context.Context, s Step) (*Motion, error) {
	x, err := d.stride(s)
	switch {
	case err != nil:
		return nil, err
	case x.id == 0:
		return d.along(ctx, x)
	}
	d.on.Focus = x.id
	if err := d.reach(func() bool { return x.Back || d.s().Ahead(x.id, false) >= x.N }); err != nil {
		return nil, err
	}
	n := min(x.N, d.s().Ahead(x.id, x.Back))
	switch {
	case n == 0:
		return nil, d.noEvent(x, "no")
	case x.Back:
		e := d.s().Last(x.id, n)
		return d.move(ctx, d.at(d.s().Before(e, x.Mode)), e, true)
	}
	return d.take(ctx, x, d.s().Next(x.id, n))
}

// Next is Step from one communication of a thread to the next: a call that sends, receives, locks,
// unlocks, waits, signals, forks or joins, makes a task or ends the thread. Without a thread it
// is of the one in focus.
func (d *Debugger) Next(ctx context.Context, s Step) (*Motion, error) {
	return ask(ctx, d, "next", func(ctx context.Context) (*Motion, error) {
		return d.further(ctx, func(ctx context.Context) (*Motion, error) {
			return d.each(s.Thread, func(thread string) (*Motion, error) {
				s.Thread = thread
				return d.next(ctx, s)
			})
		})
	})
}

func (d *Debugger) next(ctx context.Context, s Step) (*Motion, error) {
	x, err := d.stride(s)
	if err != nil {
		return nil, err
	}
	if x.id == 0 {
		x.id = d.on.Focus
	}
	if x.id == 0 {
		return nil, d.noFocusYet()
	}
	d.on.Focus = x.id
	if err := d.reach(func() bool { return x.Back || d.s().NextCommunication(x.id, x.N) >= 0 }); err != nil {
		return nil, err
	}
	e := d.s().NextCommunication(x.id, x.N)
	if x.Back {
		e = d.s().LastCommunication(x.id, x.N)
	}
	switch {
	case e < 0:
		return nil, d.noEvent(x, "no such")
	case x.Back:
		return d.move(ctx, d.at(d.s().Before(e, x.Mode)), e, true)
	}
	return d.take(ctx, x, e)
}

// take lets a thread go on past one of its events. The answer says which events of others that
// needs.
func (d *Debugger) take(ctx context.Context, x stride, event int) (*Motion, error) {
	needs := ""
	if all := d.s().Requires(event); len(all) > 0 {
		needs = d.threads().Unready(x.id) + ": " + d.threads().Before(all)
	}
	m, err := d.move(ctx, d.at(d.s().Past(event, x.Mode)), event, false)
	if err == nil {
		m.Needs = needs
	}
	return m, err
}

// noEvent says that a thread has no event on that side.
func (d *Debugger) noEvent(x stride, which string) error {
	name := d.s().ThreadName(x.id)
	switch {
	case x.Back && d.s().First() > 0:
		return d.before(fmt.Sprintf("%s has done %s event here since %s", name, which, d.beginning()))
	case x.Back:
		return fmt.Errorf("%s has done %s event yet here", name, which)
	}
	if why := d.still(); why != "" {
		return fmt.Errorf("%s comes to %s event yet: %s", name, which, why)
	}
	rest := strings.TrimPrefix(d.s().Rest(x.id), "it ")
	return fmt.Errorf("%s has %s event any more: at the end of the run it %s", name, which, rest)
}

// along steps in recorded order.
func (d *Debugger) along(ctx context.Context, x stride) (*Motion, error) {
	switch {
	case x.Back && d.s().Done() == d.s().First():
		return nil, d.noEarlier()
	case x.Back:
		to := d.s().Backwards(x.N)
		return d.move(ctx, d.at(to), slices.Min(d.s().Between(to, d.s().Position())), true)
	}
	to := d.s().Done() + x.N
	if err := d.until(to); err != nil {
		return nil, err
	}
	x.N = to - d.s().Done() // there may be fewer events between than there were
	if d.s().Done() == d.s().Len() {
		return nil, d.noMore()
	}
	at := d.s().Forwards(x.N)
	return d.move(ctx, d.at(at), slices.Max(d.s().Between(d.s().Position(), at)), false)
}
