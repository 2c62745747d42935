package debugger

import (
	"context"
	"fmt"

	"machsim/debugger/record"
	"machsim/debugger/session"
	"machsim/kernel"
)

// Isolated is what a task did that was run alone.
type Isolated struct {
	Task    string
	Program string // whose code was run, "" for that of the run
	session.Isolated
	// Departs is where the program makes another run, in words, if only the beginning was opened
	// (Options.Part) and it may be another task that departs; else "".
	Departs string
}

// Isolate runs one task of the present run alone, from its beginning to its end: its calls get the
// results that were recorded. It tells whether the task makes the same calls, and which is the first
// that differs. A program, named, lends its code: one that was changed, or repaired; "" stands for that
// of the run. It has to begin with the same tasks.
func (d *Debugger) Isolate(ctx context.Context, task, program string) (*Isolated, error) {
	return ask(ctx, d, "isolate", func(context.Context) (*Isolated, error) {
		n, err := d.s().FindTask(task)
		if err != nil {
			return nil, err
		}
		p, err := d.programNamed(program)
		if err != nil {
			return nil, err
		}
		found, err := d.s().Isolate(kernel.TaskID(n.ID), p)
		if err != nil {
			return nil, err
		}
		x := &Isolated{Task: n.Name, Program: program, Isolated: *found}
		if at := d.s().Departs(); at != nil && x.Until > 0 {
			x.Departs = departs(at)
		}
		return x, nil
	})
}

// departs says where a changed program makes another run.
func departs(d *record.Divergence) string {
	switch {
	case !d.Exact():
		return fmt.Sprintf("between events %d and %d something comes out otherwise", d.Since+1, d.Event)
	case d.Thread == "":
		return fmt.Sprintf("event %d comes out otherwise", d.Event)
	}
	return fmt.Sprintf("event %d of %s comes out otherwise", d.Event, d.Thread)
}

// programNamed returns a program, "" for that of the run.
func (d *Debugger) programNamed(name string) (*kernel.Program, error) {
	if name == "" {
		return d.s().Program, nil
	}
	if d.o.Program != nil {
		if p := d.o.Program(name); p != nil {
			return p, nil
		}
	}
	return nil, fmt.Errorf("there is no program %q here", name)
}
