// Package debugger is all that one can do with a recorded run: look at it, go anywhere in it, stop
// where something happens, and let it go on in other ways. The prompt, the commands of machsim and
// whatever else shows a run to people are faces of it: they call its methods and show the rows that
// these return.
//
//	find := debugger.ByName(programs.Find)
//	d, err := debugger.Open(ctx, debugger.Source{File: "bank.rec"}, debugger.Options{Find: find})
//	d.Break(ctx, "send to port bank if item 1 > 100", false)
//	m, err := d.Continue(ctx, true)      // back to where it stops a thread
//	run, err := d.Fork(ctx, debugger.Seeded(7))
//
// A method takes values, and the text of a position, a breakpoint or a predicate; it prints
// nothing. One that fails, or whose context ends, leaves everything as it was, and is back within
// a tenth of a second. Several can be one command, which happens whole or not at all: [Debugger.Do].
//
// There are several runs: the recording, and the forks that were made of it, a tree. One of them
// is the present one; each keeps its own position, checkpoints, and thread in focus. Breakpoints
// and stops hold in all runs. A [Position] names its run, so that two runs can be looked at side by
// side.
//
// Each file has a subject: open, run, position, motion, continue, joint, breakpoint, stop,
// checkpoint, fork, edit, where, wait, object, variable, source, past, picture, lanes, cut, overview,
// keep, cancel. What the package is made of are a session of each run (package session), the language of breakpoints
// and predicates, and the detection of predicates.
package debugger
