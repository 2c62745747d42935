package debugger

import (
	"machsim/debugger/present"
	"machsim/kernel"
)

// Mistake is the error of a breakpoint or a predicate with a mistake in it, and SyntaxError that of a breakpoint that
// cannot be read, whatever the run.
type (
	Mistake     = present.Mistake
	SyntaxError = present.SyntaxError
)

// ErrNoStatements is the error of a method that needs the statements of a program that was built without hooks.
var ErrNoStatements = present.ErrNoStatements

// in is the present run, as whoever makes the method at work sees it.
func (d *Debugger) in() present.In {
	return present.In{Run: &d.on.Run, Tasks: d.tasks, Servers: d.servers, Stands: d.standsIn, Kept: d.letValue,
		Given: d.givenName}
}

func (d *Debugger) standsIn(id kernel.ThreadID) string { return d.stops().StandsIn(id) }
