package runner

import "machsim/kernel"

// Halting has a run halted by messages once a predicate is met.
type Halting struct {
	kernel.Halt
	// Door, when set, makes the choices in place of the seed: it knows when the predicate is
	// met. A replay needs none.
	Door kernel.Door
	// Tracer listens to the run.
	Tracer kernel.Tracer
}

// door is the Door of the run: the one that is given, or that which knows by what the run
// is to be halted.
func (o *Options) door(d kernel.Door) kernel.Door {
	if o.Halt != nil && o.Halt.Door != nil {
		return o.Halt.Door
	}
	return o.led(d)
}

// halt is the kernel's part of it.
func (o *Options) halt() *kernel.Halt {
	if o.Halt == nil {
		return nil
	}
	return &o.Halt.Halt
}
