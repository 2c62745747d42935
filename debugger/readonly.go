package debugger

import (
	"context"
	"errors"
)

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
