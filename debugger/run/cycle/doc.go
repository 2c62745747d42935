// Package cycle finds out whether a run that does not end repeats itself: whether one state came back again and again,
// and each time everybody who could go had had a turn.
//
//	w := cycle.NewWatch(limit)
//	options.Tracer = w.Tracer()
//	run := runner.Do(options)
//	if c := w.Cycle(); c != nil { ... }
//
// A state is what package view says of it, without the clock and what only grows (view.Recurring): threads with their
// calls, and the lines of these if the run has them; mutexes, conditions, ports with their messages, memory, timers by
// the time that is left, packets. Variables of a program are not in it. A program may count in one, and end yet after
// so many rounds. So a Cycle says what was seen, and does not say that the run can never end.
//
// A thread or a packet had a turn if it took a step between the two states. Whoever could take one in any state between
// them has to have had one. So a cycle is no fault of a schedule that forgets somebody.
//
// Only the last events before the limit are looked at, as a look at a state costs far more than a step: some thousand,
// or fewer where the state is large.
package cycle
