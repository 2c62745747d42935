package debugger

import (
	"context"

	"machsim/debugger/lines/source"
	"machsim/debugger/values"
)

// What is seen of a program.
type (
	StackFrame = values.StackFrame
	Local      = values.Local
	Locals     = values.Locals
	Scope      = values.Scope
	Kept       = values.Kept
	Stack      = values.Stack
	Memory     = values.Memory
	Variables  = values.Variables
	Origin     = values.Origin
	Sources    = values.Sources
	SourceRow  = values.SourceRow
)

// HowToWatch says how a program shows its variables, and OriginDepth how many sources a chain has if nothing is said.
const (
	HowToWatch  = values.HowToWatch
	OriginDepth = values.OriginDepth
)

// values are what is seen of the program of the present run.
func (d *Debugger) values() values.In { return values.In{In: d.in()} }

// Frames returns the activations of the program's functions in which a thread is, innermost first. "" is the thread in
// focus.
func (d *Debugger) Frames(ctx context.Context, thread string) ([]StackFrame, error) {
	return ask(ctx, d, "backtrace", func(context.Context) ([]StackFrame, error) { return d.values().Frames(thread) })
}

// SelectFrame chooses the frame in which the names of variables are looked up: the n-th of the thread in focus, counted
// from the innermost, 0. After a motion it is the innermost.
func (d *Debugger) SelectFrame(ctx context.Context, n int) (StackFrame, error) {
	return ask(ctx, d, "frame", func(context.Context) (StackFrame, error) { return d.selectFrame(n) })
}

// MoveFrame chooses the frame so many calls further out, or in for a number below 0. Beyond the outermost function of a
// thread that serves a remote call comes the one that made the call, in another thread, which is in focus then; and so
// back (CallStack).
func (d *Debugger) MoveFrame(ctx context.Context, by int) (StackFrame, error) {
	return ask(ctx, d, "frame", func(context.Context) (StackFrame, error) { return d.moveFrame(by) })
}

func (d *Debugger) moveFrame(by int) (x StackFrame, err error) {
	frames, err := d.values().Activations(d.on.Focus)
	if err != nil {
		return x, err
	}
	to, beyond := d.on.Frame+by, 0
	switch {
	case len(frames) == 0:
	case to < 0:
		beyond = to
	case to >= len(frames):
		beyond = to - len(frames) + 1
	}
	if beyond != 0 {
		moved, err := d.across(beyond)
		if err != nil {
			return x, err
		}
		if moved {
			to = d.on.Frame
		}
	}
	return d.selectFrame(to)
}

func (d *Debugger) selectFrame(n int) (StackFrame, error) {
	id := d.on.Focus
	f, err := d.choose(n)
	if err != nil {
		return StackFrame{}, err
	}
	return d.values().WithArgs(id, d.values().FrameRow(id, n, f), f), nil
}

// choose makes the n-th frame of the thread in focus the chosen one.
func (d *Debugger) choose(n int) (f source.Frame, err error) {
	if f, err = d.values().NthFrame(d.on.Focus, n); err == nil {
		d.on.Frame = n
	}
	return f, err
}

// Locals returns the variables that can be seen in a frame, without those of packages.
func (d *Debugger) Locals(ctx context.Context, at Scope) (*Locals, error) {
	return ask(ctx, d, "locals", func(context.Context) (*Locals, error) { return d.values().Locals(at) })
}

// Globals returns the variables of the program's own packages. Their expressions are those in a frame of that package.
func (d *Debugger) Globals(ctx context.Context) ([]Local, error) {
	return ask(ctx, d, "globals", func(context.Context) ([]Local, error) { return d.values().Globals() })
}

// Value returns the value of an expression of Go in a frame. An error about its text is a *SyntaxError.
func (d *Debugger) Value(ctx context.Context, at Scope, expression string) (Local, error) {
	return ask(ctx, d, "print", func(context.Context) (Local, error) { return d.values().Value(at, expression) })
}

// Parts returns the parts of the value that an expression of Go has in a frame: n of them, from one on, counted from 0;
// all, but no more than a thousand, if n is 0. They are the fields of a struct, the elements of a list, the entries of
// a map in the order of their keys, and those of what a pointer leads to.
func (d *Debugger) Parts(ctx context.Context, at Scope, expression string, from, n int) ([]Local, error) {
	return ask(ctx, d, "print", func(context.Context) ([]Local, error) {
		return d.values().Parts(at, expression, from, n)
	})
}

// Memory returns the memory of the task of a thread, from an address on. The address is a number, or an expression of
// Go in the frame.
func (d *Debugger) Memory(ctx context.Context, in Scope, address string, length int) (*Memory, error) {
	return ask(ctx, d, "memory", func(context.Context) (*Memory, error) { return d.values().Memory(in, address, length) })
}
