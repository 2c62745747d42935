package tables

import (
	"machsim/debugger/event/facts"
	"machsim/kernel"
)

// waitWords are the words for what threads wait for.
var waitWords = map[kernel.WaitKind]string{
	kernel.WaitSend: "room", kernel.WaitReceive: "message", kernel.WaitMutex: "mutex",
	kernel.WaitCondition: "condition", kernel.WaitJoin: "thread", kernel.WaitSleep: "time",
	kernel.WaitAlone: "other threads", kernel.WaitException: "handler", kernel.WaitStart: "start",
	kernel.WaitRequest: "request", kernel.WaitAnswer: "answer",
}

// waitColumns are the columns of the table of waits.
var waitColumns = []derived[facts.Wait]{
	{"n", Event, "the event after which the thread waits", eventOf(since)},
	{"thread", Text, "the thread", at("thread", since)},
	{"task", Text, "its task", at("task", since)},
	{"host", Text, "its host", at("host", since)},
	{"call", Text, "the call that waits", at("call", since)},
	{"what", Text, "message, room (in a queue), mutex, condition, thread, time, other threads, handler, ...",
		textOf(func(w *facts.Wait) string { return waitWords[w.Kind] })},
	{"object", Text, "what it waits at: the port, set, mutex, condition or thread",
		textOf(func(w *facts.Wait) string { return w.On })},
	{"holder", Text, "who had that when the wait began: the thread with the mutex, the host that has to answer",
		textOf(func(w *facts.Wait) string { return w.For })},
	{"since_us", Time, "when the wait began", at("time_us", since)},
	{"until_n", Event, "the event with which the thread went on or was ended; NULL if it waits at the end of the run",
		eventOf(until)},
	{"until_us", Time, "when that was", at("time_us", until)},
	{"waited_us", Time, "the time between", between(since, until)},
	{"limit_us", Time, "the virtual time at which it would give up; NULL for no limit",
		numberOf(func(w *facts.Wait) int64 { return orMissing(w.Limit) })},
	{"ended", Text, "ok, the code of a refusal, goes on (its call does), or destroyed; NULL if it waits", waitEnded},
}

func since(w *facts.Wait) uint64 { return w.From }
func until(w *facts.Wait) uint64 { return w.To }

// waitEnded is how a wait ended: with the call that waited, before it, or with the thread.
func waitEnded(s *source[facts.Wait]) *column {
	results := s.events.cols[s.events.Column("result")]
	return textOf(func(w *facts.Wait) string {
		switch {
		case w.To == 0:
			return ""
		case w.Destroyed:
			return "destroyed"
		}
		if result := results.value(int(w.To) - 1 - s.r.s.First()); !result.IsNull() {
			return result.text
		}
		return "goes on"
	})(s)
}
