package debugger

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"slices"

	"machsim/debugger/event/text"
	"machsim/kernel"
)

// Act is a sort of thing that people do with a run. Which of them make sense depends on where one stands and on
// what there is (Krawczuk figure 3.2 and table 3.15).
type Act uint8

// The acts.
const (
	Look        Act = iota // at what can always be looked at
	GoOn                   // to a later position
	TypeIn                 // a line of input of a live run
	GoBack                 // to an earlier one
	Undo                   // a motion
	StepOn                 // a thread by lines
	StepBack               // likewise
	NextOn                 // a thread by its events
	NextBack               // likewise
	LookInside             // a function of the program, or set a watchpoint in it
	LookAtLines            // between the calls of the program: at variables of packages, or for races
	Enable                 // breakpoints and stops, or disable or delete them
	Meet                   // threads at their breakpoints together
	Prefer                 // one of the stops
	RollBack               // to a checkpoint
	Forget                 // a breakpoint, a stop, a checkpoint or a note
	RunOn                  // in another way: make a fork
	Choose                 // the thread that goes next in a fork
	Lose                   // a message in a fork, change or move it
	EndWait                // of a thread, in a fork
	GoToParent             // of a fork
	EnterFork              // or close one
	Save                   // a fork
	FindCause              // of the failure of the run
	WalkRows               // of the last answer
	acts
)

// why says of each act why it makes no sense now, with the error of the method that would do it; nil if it does.
var why = [acts]func(*Debugger) error{
	GoOn: (*Debugger).atEnd, TypeIn: (*Debugger).takesNone, GoBack: (*Debugger).atStart, Undo: (*Debugger).neverMoved,
	StepOn:   orElse((*Debugger).linesUnknown, (*Debugger).noLineAfter),
	StepBack: orElse((*Debugger).linesUnknown, (*Debugger).noLineHere),
	NextOn:   (*Debugger).noneAfter, NextBack: (*Debugger).noneHere,
	LookInside: orElse((*Debugger).linesUnknown, (*Debugger).noFocus), LookAtLines: (*Debugger).linesUnknown,
	Enable: (*Debugger).nothingSet, Meet: (*Debugger).nothingEnabled, Prefer: (*Debugger).noStops,
	RollBack: (*Debugger).noCheckpoints, Forget: (*Debugger).nothingMade,
	RunOn: (*Debugger).runOut, Choose: (*Debugger).nobodyCan, Lose: (*Debugger).noMessages, EndWait: (*Debugger).noWaits,
	GoToParent: (*Debugger).noParent, EnterFork: (*Debugger).noForks, Save: (*Debugger).notAFork,
	FindCause: (*Debugger).noFailure,
	WalkRows:  (*Debugger).nothingAsked,
}

func orElse(one, other func(*Debugger) error) func(*Debugger) error {
	return func(d *Debugger) error {
		if err := one(d); err != nil {
			return err
		}
		return other(d)
	}
}

// unless is the error that there is unless something holds.
func unless(holds bool, err error) error {
	if holds {
		return nil
	}
	return err
}

// Can says of each Act why it makes no sense now: by an error, nil if it does. Where the method that would do it
// fails for that reason, the error is the same.
func (d *Debugger) Can(ctx context.Context) ([]error, error) {
	return list(ctx, d, "can", func(context.Context) ([]error, error) {
		all := make([]error, acts)
		for a, reason := range why {
			if reason != nil {
				all[a] = reason(d)
			}
			if making[Act(a)] {
				all[a] = cmp.Or(d.mayMake(), all[a])
			}
		}
		return all, nil
	})
}

// takesNone says why the present run takes no line of input.
func (d *Debugger) takesNone() error { return d.s().Takes() }

func (d *Debugger) atStart() error {
	if d.s().Done() > d.s().First() || !d.s().Position().AtCalls() {
		return nil
	}
	return d.noEarlier()
}

// noEarlier says that there is no event before the first.
func (d *Debugger) noEarlier() error {
	if d.s().Kept() {
		err := fmt.Errorf("this is where the recording begins: what was before was dropped, as %s are kept", d.s().Rec.Keep)
		if d.s().Rec.Remade() != nil {
			return err
		}
		return text.WithHint(err, text.HintWhole)
	}
	if n := d.s().First(); n > 0 {
		return fmt.Errorf("this is where the window begins, after event %d: what was before is not here", n)
	}
	return errStart
}

// beginning names where what is known of the present run begins.
func (d *Debugger) beginning() string {
	switch n := d.s().First(); {
	case n == 0:
		return "the start"
	case d.s().Kept():
		return fmt.Sprintf("the beginning of the recording (after event %d)", n)
	default:
		return fmt.Sprintf("the start of the window (after event %d)", n)
	}
}

// before is the error of a thread that cannot go back as it should, for a reason. Where nobody can, because what was
// before is not here, it says that.
func (d *Debugger) before(reason string) error {
	if err := d.atStart(); err != nil && d.s().First() > 0 {
		return err
	}
	return errors.New(reason)
}

var errStart = errors.New("this is the start: there is no event to go back over")

func (d *Debugger) atEnd() error {
	if d.s().Done() < d.s().Len() || d.s().GoesOn() {
		return nil
	}
	return d.noMore()
}

// noMore says that there is no event after the last.
func (d *Debugger) noMore() error {
	if id := d.s().Asks(); id != 0 {
		return text.WithHint(fmt.Errorf("%s asks for a line of input", d.s().ThreadName(id)), text.HintType)
	}
	if why := d.still(); why != "" {
		return errors.New(why)
	}
	return fmt.Errorf("this is the end: %s; there is no event any more", d.on.ending())
}

// neverMoved says that there is no motion to be undone.
func (d *Debugger) neverMoved() error {
	return unless(!d.on.Left.IsZero(), errors.New("there was no motion yet"))
}

// noFocusYet says that no thread is in focus, not even one that is made later.
func (d *Debugger) noFocusYet() error {
	return unless(d.on.Focus != 0, text.WithHint(errors.New("next of which thread?"), text.HintNextOf))
}

// noneAfter says that the thread in focus has no event after the position, where nobody has.
func (d *Debugger) noneAfter() error {
	if err := d.noFocusYet(); err != nil || d.atEnd() == nil {
		return err
	}
	return d.noEvent(stride{id: d.on.Focus}, "no such")
}

// noneHere says that it has done none, where nobody has.
func (d *Debugger) noneHere() error {
	if err := d.noFocusYet(); err != nil || d.atStart() == nil {
		return err
	}
	return d.noEvent(stride{Step: Step{Back: true}, id: d.on.Focus}, "no such")
}

// noLineAfter says that it comes to no line any more, where nobody does.
func (d *Debugger) noLineAfter() error {
	if err := d.noFocusYet(); err != nil || d.atEnd() == nil {
		return err
	}
	return d.noLine(d.on.Focus)
}

// noLineHere says that it has done no line, where nobody has.
func (d *Debugger) noLineHere() error {
	if err := d.noFocusYet(); err != nil || d.atStart() == nil {
		return err
	}
	return d.before(d.noLineBefore(d.s().ThreadName(d.on.Focus), LineStep{}))
}

func (d *Debugger) noFocus() error {
	if id := d.on.Focus; id == 0 || !d.s().State().Threads.Has(uint32(id)) {
		return d.values().NoFrame()
	}
	return nil
}

func (d *Debugger) nothingSet() error {
	return unless(len(d.set.Points.List) > 0 || len(d.set.Globals.List) > 0, ErrNoBreakpoints)
}

func (d *Debugger) nothingEnabled() error {
	switch {
	case len(d.set.Points.List) == 0:
		return ErrNoBreakpoints
	case len(d.set.Points.Enabled()) == 0:
		return text.WithHint(errors.New("all breakpoints are disabled"), text.HintEnable)
	}
	return nil
}

func (d *Debugger) noStops() error {
	return unless(len(d.set.Globals.List) > 0, text.WithHint(errors.New("there are no stops"), text.HintStops))
}

func (d *Debugger) noCheckpoints() error {
	return unless(len(d.on.checkpoints) > 0, errors.New("there are no checkpoints: none has been taken"))
}

func (d *Debugger) nothingMade() error {
	return unless(len(d.on.checkpoints)+len(d.on.notes) > 0 || d.nothingSet() == nil,
		text.WithHint(errors.New("there are no checkpoints, notes, breakpoints or stops"), text.HintBreak))
}

// runOut says that a fork would have no event of its own: the run has ended, and not been given up.
func (d *Debugger) runOut() error {
	st := d.s().State()
	if d.s().Done() < d.s().Len() || d.s().Rec.Truncated ||
		st.Failure == nil && (st.Ready.Len() > 0 || len(d.s().Timers())+len(d.s().Packets()) > 0) {
		return nil
	}
	return d.nothingLeft(d.s().Done())
}

// nothingLeft says that no event can follow after so many.
func (d *Debugger) nothingLeft(at int) error {
	return text.WithHint(fmt.Errorf("nothing is left to run here: %s", d.on.ending()), text.HintGoBack, max(at-10, 0))
}

func (d *Debugger) nobodyCan() error {
	return unless(d.s().State().Ready.Len() > 0, errors.New("no thread can go next: go back first"))
}

func (d *Debugger) noMessages() error {
	queued := slices.ContainsFunc(d.s().Messages(), func(m Message) bool { return m.Queued })
	return unless(queued, errors.New("no message is queued or on a wire here"))
}

func (d *Debugger) noParent() error {
	return unless(d.on.parent != nil,
		text.WithHint(errors.New("this is the recording itself: it has no parent here"), text.HintFork))
}

func (d *Debugger) noForks() error {
	return unless(len(d.runs) > 1, text.WithHint(errors.New("there are no forks yet"), text.HintFork))
}

func (d *Debugger) notAFork() error {
	return unless(d.on.N > 0 || d.s().Live(),
		text.WithHint(errors.New("this is the recording itself, and only forks are to be saved"), text.HintEnterFork))
}

func (d *Debugger) linesUnknown() error { return d.values().LinesUnknown() }

// noWaits says that no thread waits for what can be aborted.
func (d *Debugger) noWaits() error {
	st := d.s().State()
	for id := range st.Threads.All {
		if st.CheckEdit(&kernel.Edit{Kind: kernel.EditAbort, Object: id}) == nil {
			return nil
		}
	}
	return errors.New("no thread waits here for what can be aborted: a message, room in a queue, or time")
}

// ErrReadOnly is the error of a method that would make a fork, a run or a file, where runs are looked at only
// (Options.ReadOnly).
var ErrReadOnly = errors.New("runs are looked at only here: no fork, no run and no file is made")

// mayMake says why nothing may be made: nobody may here, or who asks may only look.
func (d *Debugger) mayMake() error {
	if d.o.ReadOnly {
		return ErrReadOnly
	}
	return d.looks
}

// makes is ask for a method that makes a run or a file.
func makes[T any](ctx context.Context, d *Debugger, what string, f func(context.Context) (T, error)) (T, error) {
	return ask(ctx, d, what, func(ctx context.Context) (answer T, err error) {
		if err := d.mayMake(); err != nil {
			return answer, err
		}
		return f(ctx)
	})
}

// making are the acts that make something.
var making = map[Act]bool{RunOn: true, Choose: true, Lose: true, EndWait: true, Save: true, FindCause: true}
