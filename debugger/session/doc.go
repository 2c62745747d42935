// Package session opens recordings, and goes anywhere in them.
//
// A [Session] is a recording that has been opened, by replaying it once: the run is in
// memory then (package tape), and so is the causal order of its events (package graph).
// A position is a [graph.Position]: how many events each thread has done.
// Everything that moves computes one, and calls [Session.MoveTo]:
//
//	s, err := session.Open(program, recording, session.Options{})
//	s.MoveTo(s.After(1000))      // after the first 1000 events, as they were recorded
//	s.MoveTo(s.Least(41))        // the least position that holds event 42
//	s.MoveTo(s.Greatest(41))     // the greatest one without it
//	s.MoveTo(s.Forwards(1))      // one event on, in recorded order; Backwards is the other way
//
// The state at a position comes from the nearest checkpoint before it, to which the
// recorded calls are applied, with no thread running. The programs' threads, with their
// stacks and variables, are brought there when they are asked for ([Session.Threads]).
//
// Where the cut holds a message that in the recording arrived after one which the cut
// does not hold, the message is held: [Session.Held] lists these artificial delays.
//
// The recording is never changed. What starts from a position is a fork, a run with a
// recording of its own.
package session
