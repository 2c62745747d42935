package tables

import (
	"cmp"
	"strings"

	"machsim/debugger/event/facts"
)

// messageColumns are the columns of the table of messages.
var messageColumns = append(append([]derived[facts.Letter]{
	{"n", Event, "the event that sent it; NULL for one of the kernel's, or of somebody at a debugger", eventOf(sent)},
	{"recv_n", Event, "the event that received it; NULL if none did", eventOf(got)},
	{"arrived_n", Event, "the event with which it arrived on the host of its port, if it came over a wire",
		eventOf(func(l *facts.Letter) uint64 { return l.Arrived })},
	{"sent_us", Time, "when it was sent", at("time_us", sent)},
	{"recv_us", Time, "when it was received", at("time_us", got)},
	{"latency_us", Time, "the time between", between(sent, got)},
	{"sender", Text, "the thread that sent it; kernel", sender},
	{"receiver", Text, "the thread that received it", at("thread", got)},
	{"port", Text, "the port, as the sender or, of one of the kernel's, the receiver knows it",
		contentOf("port", sent, read, func(c content) int64 { return c.port })},
	{"set", Text, "the port set that it was received through", at("set", got)},
	{"tag", Integer, "its id", letterSays("tag")},
	{"type", Text, "the Go type that it was made from", letterSays("type")},
	{"body", Text, "the message in words", letterSays("body")},
}, messageItems()...), []derived[facts.Letter]{
	{"size", Integer, "its bytes on Mach's wire, without what lies out of line", letterSays("size")},
	{"from_task", Text, "the task of the sender", at("task", sent)},
	{"from_host", Text, "its host", at("host", sent)},
	{"to_task", Text, "the task of the receiver", at("task", got)},
	{"to_host", Text, "its host", at("host", got)},
	{"path", Text, "the hosts that it came by, the sender's first",
		textOf(func(l *facts.Letter) string { return l.Path })},
	{"hops", Integer, "the wires that it came by",
		numberOf(func(l *facts.Letter) int { return strings.Count(l.Path, " ") })},
	{"fate", Text, "received, refused, queued or on a wire (at the end of the run), or lost", fate},
	{"befell", Text, "what befell its packets on the way: is lost, delayed, doubled, overtaken, with the events",
		textOf(func(l *facts.Letter) string { return l.Befell })},
	{"result", Text, "the code with which the send was refused", textOf(refusal)},
	{"seq", Event, "the same as n", eventOf(sent)},
	{"recv_seq", Event, "the same as recv_n", eventOf(got)},
}...)

func messageItems() (all []derived[facts.Letter]) {
	for _, c := range itemColumns() {
		all = append(all, derived[facts.Letter]{c.Name, c.Type, c.Doc, letterSays(c.Name)})
	}
	return all
}

// letterSays is something that the message says.
func letterSays(name string) func(*source[facts.Letter]) *column {
	return contentOf(name, sent, read, func(c content) int64 { return c.body })
}

// contentOf is what the table of events says of the message that an event has sent, or that is read at another. Of one
// that has received another as well the table tells that one.
func contentOf[T any](name string, sent, read func(*T) uint64, of func(content) int64) func(*source[T]) *column {
	return func(s *source[T]) *column {
		c := at(name, read)(s)
		otherwise := c.each
		c.each = func(row int) int64 {
			if both, ok := s.r.events.beside[sent(&s.all[row])]; ok {
				return of(both)
			}
			return otherwise(row)
		}
		return c
	}
}

func sent(l *facts.Letter) uint64 { return l.Sent }
func got(l *facts.Letter) uint64  { return l.Got }
func read(l *facts.Letter) uint64 { return cmp.Or(l.Sent, l.Got) }

func refusal(l *facts.Letter) string {
	if l.Refused == 0 {
		return ""
	}
	return l.Refused.Error()
}

// sender is the thread that sent a message, the kernel where there is no event.
func sender(s *source[facts.Letter]) *column {
	from := s.events.cols[s.events.Column("thread")]
	return &column{codes: from.codes + 1, words: func(code int) Value {
		if code == from.codes {
			return String(Kernel)
		}
		return from.words(code)
	}, each: func(row int) int64 {
		switch n := int(s.all[row].Sent); {
		case n == 0:
			return int64(from.codes)
		case n <= s.r.s.First():
			return 0
		default:
			return from.raw(n - 1 - s.r.s.First())
		}
	}}
}

// fate is what became of a message.
func fate(s *source[facts.Letter]) *column {
	left := map[uint64]string{}
	for _, m := range facts.Left(s.r.s.Final()) {
		left[m.Sent] = "queued"
		if m.Wire {
			left[m.Sent] = "on a wire"
		}
	}
	return textOf(func(l *facts.Letter) string {
		switch {
		case l.Got != 0:
			return "received"
		case l.Refused != 0:
			return "refused"
		}
		return cmp.Or(left[l.Sent], "lost")
	})(s)
}
