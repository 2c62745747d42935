// Package repl is the prompt of the debugger: a person, or a script, types commands, and
// each is a few calls of a [debugger.Debugger] whose rows are printed.
//
//	p := repl.New(d, repl.Options{Out: os.Stdout})
//	failed := p.Run(repl.Script(file, os.Stdout), false)
//
// [Commands] is the table of the commands: dispatch, help, completion and docs/DEBUGGER.md
// read it. A command parses its words (package input), calls the Debugger, and writes rows into
// its answer (package answer), of which the Prompt shows the first page. Those that only look are
// functions of package look, and those that move, change or keep something are methods of the
// Prompt. Nothing is computed here.
//
// A command either does what it says or returns an error, a sentence that says what to type
// instead; then everything is what it was. What is printed depends on the recording, what is
// kept beside it, and the commands only, so that a session is a golden test.
package repl
