// Package session opens recordings, and goes anywhere in them.
//
// A [Session] is a recording that has been opened, by replaying it once: the run is in memory then (package tape), and
// so is the causal order of its events (package graph). A position is a [graph.Position]: how many events each thread
// has done. Everything that moves computes one, and calls [Session.MoveTo]:
//
//	s, err := session.Open(program, recording, session.Options{})
//	s.MoveTo(s.After(1000))      // after the first 1000 events, as they were recorded
//	s.MoveTo(s.Least(41))        // the least position that holds event 42
//	s.MoveTo(s.Greatest(41))     // the greatest one without it
//	s.MoveTo(s.Forwards(1))      // one event on, in recorded order; Backwards is the other way
//
// Events are numbered from 0 in this package, and from 1 in all texts. The state at a position comes from the nearest
// checkpoint before it, to which the recorded calls are applied, with no thread running. The programs' threads, with
// their stacks and variables, are brought there when they are asked for ([Session.Threads]).
//
// Where the cut holds a message that in the recording arrived after one which the cut does not hold, the message is
// held: [Session.Held] lists these artificial delays (Krawczuk 3.5).
//
// # Who owns what
//
// The Session owns the log of the run, the position, the checkpoints and the programs' threads; [Session.Close] ends
// these. The recording is never changed, nor are the first and the last state ([Session.Initial], [Session.Final]).
// [Session.State] is read-only, too, and valid until the next motion: Clone makes one to keep. Positions are values,
// and good for ever; but the causal order becomes stricter when threads turn out to share variables, and
// [Session.Consistent] makes of a position from before the least one that is consistent now.
//
// What starts from a position is a fork, a run with a recording of its own and a Session of its own ([Session.Branch]).
// It shares with its parent what neither writes to, and outlives it.
//
// # What is serialised
//
// A Session is used from one goroutine. It has others at work for it: one finds the causal order behind the replay;
// programs of several tasks run on several cores. So Options.Progress may be called from several at once. Beside a
// Session that moves, only these are safe: [Session.EventsUntil], with a channel of its own, and closing the channel of
// Session.Stop. [Session.Prepare] is for when the Session is idle: nothing else may use it, nor may a program with
// hooks run in this process, until that returns.
//
// # What may be missing
//
// [Begin] may return when only the end of a run is known: its state, stacks and variables ([Session.Early]). What needs
// the log waits for it. If Session.Stop is closed meanwhile, or there will be no log, such a method panics with a
// [Missing] and has changed nothing; [Session.Await] waits in its place, and returns the error.
//
// Session.Stop may be nil: then nothing is interrupted. Options.Engine, Keeper and Progress may be nil. There are no
// statements if the program was built without hooks ([Session.HasStatements]). A recording may have been opened in
// part: because the program has changed since ([Session.Departs]), or because it is too large for the memory limit
// ([Session.Beyond]).
//
// # Errors
//
//   - *[Unfit], when it is opened: the program does not make the recorded run.
//   - *engine.Divergence: a program that runs again makes another call than was recorded. If its task has several
//     threads, they may share variables without a lock. Then the Session puts their events into one line and tries once
//     more, and so on until no such task is left. The position may grow by that; the caller is told, and has to show it
//     anew.
//   - [ErrStopped]: Session.Stop was closed. All is what it was before.
//   - engine.ErrAtCalls, source.ErrPlain: what is asked for lies between two calls, where this engine, or a program
//     without hooks, cannot stand.
//   - "machsim itself is at fault": a recorded step did not come out as recorded.
//
// MoveTo refuses a cut that is not consistent. After an error it stands where it stood, or at the end if it was a
// fault.
package session
