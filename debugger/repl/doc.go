// Package repl is the prompt of the debugger: a person, or a script, types commands, and
// each is a few calls of a [session.Session] whose rows are printed.
//
//	p := repl.New(session, repl.Options{Out: os.Stdout})
//	failed := p.Run(repl.Script(file, os.Stdout), false)
//
// [Commands] is the table of the commands: dispatch, help, completion and docs/DEBUGGER.md
// read it. A command parses its words, calls the Session, and writes rows to the Prompt,
// which shows the first page of them. Nothing is computed here; what is not a method of the
// Session yet becomes one.
//
// A command either does what it says or returns an error, a sentence that says what to type
// instead; then the position is what it was. The position is a consistent cut at all times.
// What is printed depends on the recording and the commands only, so that a session is a
// golden test.
package repl
