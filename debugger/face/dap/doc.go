// Package dap lets an editor use a [debugger.Debugger], by the Debug Adapter Protocol: github.com/google/go-dap has its
// messages, docs/EDITORS.md what an editor sees.
//
//	s := dap.New(conn, opener)
//	err := s.Serve(ctx) // until the client leaves
//
// An [Opener] makes or opens the run that a client launches. [Requests] is the table of the requests; each is a
// function that calls the Debugger and answers its rows. Nothing is computed here.
//
// # One queue, one worker
//
// Requests are obeyed in the order in which they came, by one worker, which alone touches what a Session knows. Only
// cancel, pause, terminate and disconnect are read past the others: they end the context of the request at work, or
// take one out of the queue. Every request is answered, and once.
//
// # Motions
//
// A motion is answered at once; when it is done, one event stopped says where, for all threads, whether it succeeded
// or not. One that was typed in the debug console is told by continued first, as the client did not ask for it.
//
// # References
//
// Frames, variables and targets have numbers that count up and are never used twice. A motion forgets them, so that an
// old one is an error and nothing else. A thread has a number for good, by its name; what a data breakpoint is about
// is a text, which outlives motions.
//
// # Sessions of tasks
//
// A client may have a session for each task beside the first. They share the run, the queue and the worker, so nothing
// is done at once; what the client was told differs: references, threads, sources.
//
// # What is not told
//
// Progress, invalidated, memory and startDebugging go to clients that said they know them, and to no others. A run has
// not terminated where it ends: from there one goes back.
package dap
