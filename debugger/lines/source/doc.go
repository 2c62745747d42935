// Package source is a run at the level of its program's statements: the lines between two kernel calls.
//
// A program that was built with hooks (kernel/hook) tells of each statement, and of its variables. The run is made
// again from its execution log, as everywhere (package rebuild), and a thread is stopped before a statement; all
// others stand at their calls. Such a graph.Position was a state of the run, and can be reached as often as needed:
//
//	s := source.New(...)
//	p, ok, err := s.Step(at, source.Stride{Thread: id, Kind: source.Over})
//	err = s.To(p)
//	for _, f := range s.Frames(id) { ... }
//
// Statements are numbered from 1, for each thread from its birth. A thread that stands at statement N has not begun
// it; one that stands at a kernel call is in the middle of one.
//
// What statements do to variables in all of a run are its local events: Locals finds those of a Subject, which is what
// a name means wherever the run stands, or what is watched in one activation.
//
// Forwards, the threads that are there run on. Backwards, those of the thread's family are run again from their birth:
// once to find the place, and once to stand there.
package source
