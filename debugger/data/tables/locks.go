package tables

import "machsim/debugger/event/facts"

// lockColumns are the columns of the table of locks.
var lockColumns = []derived[facts.Holding]{
	{"n", Event, "the event with which the thread had the mutex", eventOf(taken)},
	{"mutex", Text, "the mutex", at("object", taken)},
	{"thread", Text, "the thread", at("thread", taken)},
	{"task", Text, "its task", at("task", taken)},
	{"asked_n", Event, "the event with which it asked for the mutex", eventOf(asked)},
	{"asked_us", Time, "when that was", at("time_us", asked)},
	{"taken_us", Time, "when it had the mutex", at("time_us", taken)},
	{"waited_us", Time, "the time between", between(asked, taken)},
	{"released_n", Event, "the event with which it gave the mutex back; NULL if it holds it at the end of the run",
		eventOf(released)},
	{"released_us", Time, "when that was", at("time_us", released)},
	{"held_us", Time, "how long it held the mutex", between(taken, released)},
	{"call", Text, "the call that took it", at("call", taken)},
	{"place", Text, "where that stands in the source", place(taken)},
}

func asked(h *facts.Holding) uint64    { return h.Asked }
func taken(h *facts.Holding) uint64    { return h.Taken }
func released(h *facts.Holding) uint64 { return h.Released }
