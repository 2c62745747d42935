// Package sandbox runs machsim as a guest: compiled to WebAssembly, with the programs of somebody who need not be
// trusted. Nothing native of a program runs.
//
//	p, err := sandbox.Load(code, cache, sandbox.Usual)
//	end := p.Run(sandbox.Run{Args: []string{"machsim", "run", "lab"}, Files: files})
//
// A guest has the arguments, the standard streams, a clock, and files that are in memory alone (Files): those that it
// is given, and those that it writes. It has no network, no process, no file of this machine. Its random numbers are
// always the same ones, so that a program that asks for them does the same in every run. What it cannot do itself, such
// as SQL, it can have somebody else do behind a file (Talk).
//
// Whoever runs it bounds what it takes: memory by pages, files and output by bytes, and loops by processor time in
// which its runs make no step (Limits). What was exceeded the End says in words.
//
// A guest is another machsim, with a supervisor (package supervise): it shares footprints and a journal with that by
// the function machsim.shares, which it calls when it begins, and tells what it does in the file supervise.TellFile.
package sandbox
