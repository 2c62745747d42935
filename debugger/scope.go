package debugger

import (
	"fmt"

	"machsim/debugger/lines/source"
	"machsim/kernel"
)

// Scope is where names of variables are looked up: the Frame of a Thread, counted from the innermost, 0. The zero Scope
// is the chosen frame of the thread in focus. A method that takes one chooses nothing.
type Scope struct {
	Thread string // any part of its name that no other has; "" for the one in focus
	Frame  int    // of a Thread; without one it is the chosen frame
	As     Format // how values are written
}

// scope finds a Scope at the present position.
func (d *Debugger) scope(at Scope) (id kernel.ThreadID, n int, err error) {
	if at.Thread == "" {
		if id = d.on.focus; id == 0 || !d.s().State().Threads.Has(uint32(id)) {
			return 0, 0, d.noFrame()
		}
		return id, d.on.frame, d.hidesOf(id)
	}
	if id, err = d.threadHere(at.Thread); err == nil {
		err = d.hidesOf(id)
	}
	return id, at.Frame, err
}

// frameOf is the frame that a Scope names.
func (d *Debugger) frameOf(at Scope) (id kernel.ThreadID, n int, f source.Frame, err error) {
	if err = d.linesUnknown(); err == nil {
		id, n, err = d.scope(at)
	}
	if err == nil {
		f, err = d.nthFrame(id, n)
	}
	return id, n, f, err
}

// nthFrame is the n-th frame of a thread.
func (d *Debugger) nthFrame(id kernel.ThreadID, n int) (f source.Frame, err error) {
	frames, err := d.activations(id)
	switch {
	case err != nil:
		return f, err
	case len(frames) == 0:
		return f, d.noFrameOf(id)
	case n < 0:
		return f, fmt.Errorf("this is the innermost function")
	case n >= len(frames):
		return f, fmt.Errorf("this is the outermost function: frames have the numbers 0 to %d", len(frames)-1)
	}
	return frames[n], nil
}
