// Package values is what one sees of a program at the present position: the frames that its threads are in, variables,
// the values of expressions, and where these come from.
package values

import (
	"fmt"

	"machsim/debugger/event/text"
	"machsim/debugger/lines/source"
	"machsim/debugger/present"
	"machsim/kernel"
)

// In is the run whose program is looked at.
type In struct{ present.In }

// Scope is where names of variables are looked up: the Frame of a Thread, counted from the innermost, 0. The zero Scope
// is the chosen frame of the thread in focus. A method that takes one chooses nothing.
type Scope struct {
	Thread string      // any part of its name that no other has; "" for the chosen frame
	Frame  int         // of the thread, counted from the innermost, 0
	As     text.Format `json:"format"` // raw for values as Go has them, x for integers in hexadecimal; "" for the usual
}

// Scope finds a Scope at the present position.
func (d In) Scope(at Scope) (id kernel.ThreadID, n int, err error) {
	if at.Thread == "" {
		if id = d.Focus; id == 0 || !d.S.State().Threads.Has(uint32(id)) {
			return 0, 0, d.NoFrame()
		}
		return id, d.Frame, d.HidesOf(id)
	}
	if id, err = d.ThreadHere(at.Thread); err == nil {
		err = d.HidesOf(id)
	}
	return id, at.Frame, err
}

// FrameOf is the frame that a Scope names.
func (d In) FrameOf(at Scope) (id kernel.ThreadID, n int, f source.Frame, err error) {
	if err = d.LinesUnknown(); err == nil {
		id, n, err = d.Scope(at)
	}
	if err == nil {
		f, err = d.NthFrame(id, n)
	}
	return id, n, f, err
}

// NthFrame is the n-th frame of a thread.
func (d In) NthFrame(id kernel.ThreadID, n int) (f source.Frame, err error) {
	frames, err := d.Activations(id)
	switch {
	case err != nil:
		return f, err
	case len(frames) == 0:
		return f, d.NoFrameOf(id)
	case n < 0:
		return f, fmt.Errorf("this is the innermost function")
	case n >= len(frames):
		return f, fmt.Errorf("this is the outermost function: frames have the numbers 0 to %d", len(frames)-1)
	}
	return frames[n], nil
}

func (d In) LinesUnknown() error {
	if d.S.HasStatements() {
		return nil
	}
	return present.ErrNoStatements
}

// LineOf is the line of a thread's call, "" when it is not known.
func LineOf(t *kernel.ThreadState) string {
	if t.Call.PC == 0 {
		return ""
	}
	if f := kernel.FrameAt(t.Call.PC); f.File != "" {
		return f.String()
	}
	return ""
}
