package tables

import (
	"fmt"

	"machsim/debugger/event"
	"machsim/ipc"
	"machsim/kernel"
)

// letters notes which messages were sent, what way they took, and who received them.
type letters struct {
	all   []letter
	sent  []uint32 // by event: the message that it sent, its place in all plus 1
	last  []uint32 // by thread: the last one that it sent, likewise
	codes *words
	paths *words
}

// letter is a message.
type letter struct {
	sent, arrived, got uint32 // events, 0 for none: one that the kernel sent has no first one
	refused            uint16 // the code with which the send came back, in codes; 0 for none
	path               uint32 // the hosts that it came by, in paths
}

func newLetters(n int) *letters {
	return &letters{sent: make([]uint32, n), codes: newWords(), paths: newWords()}
}

// see takes an event.
func (l *letters) see(x *event.Event) {
	if x.Kind == event.Arrival {
		l.arrives(x)
	}
	if x.Kind != event.Step || x.Op.Class() != kernel.ClassMessage {
		return
	}
	if x.Message != nil && x.Phase == 0 {
		l.all = append(l.all, letter{sent: uint32(x.Number), path: uint32(l.paths.code(x.Host.Text))})
		l.sent[x.Number-1] = uint32(len(l.all))
		l.holds(x.Actor.Thread)
	}
	if x.Done && isRefusal(x.Code) && x.Sends() && x.Phase <= phaseQueue {
		if n := l.last[x.Actor.Thread]; n > 0 {
			l.all[n-1].refused = uint16(l.codes.code(x.Code.Error()))
		}
	}
	if x.Got != nil {
		l.receives(x)
	}
}

// phaseQueue is the phase of a message call that waits for room.
const phaseQueue = 1

// holds notes that a thread has sent the last message.
func (l *letters) holds(id kernel.ThreadID) {
	for len(l.last) <= int(id) {
		l.last = append(l.last, 0)
	}
	l.last[id] = uint32(len(l.all))
}

// isRefusal says whether with a code a message was not sent: it is a code of the send half, and none that says that
// the message is on its way.
func isRefusal(c ipc.Code) bool {
	switch {
	case c == ipc.MACH_SEND_WILL_NOTIFY || c == ipc.SEND_WILL_NOTIFY:
		return false
	case c >= ipc.MACH_SEND_IN_PROGRESS && c < ipc.MACH_RCV_IN_PROGRESS:
		return true
	}
	return c <= ipc.SEND_INVALID_MEMORY && c > ipc.RCV_INVALID_MEMORY
}

// of is the message that an event sent, nil for none.
func (l *letters) of(sent uint64) *letter {
	if sent == 0 || l.sent[sent-1] == 0 {
		return nil
	}
	return &l.all[l.sent[sent-1]-1]
}

// receives notes that a message was received. That of the kernel, or of somebody at a debugger, comes up only then.
func (l *letters) receives(x *event.Event) {
	m := l.of(x.Got.Sent)
	if m == nil {
		l.all = append(l.all, letter{path: uint32(l.paths.code(x.Host.Text))})
		m = &l.all[len(l.all)-1]
	}
	m.got = uint32(x.Number)
}

// arrives notes a packet that brings a message.
func (l *letters) arrives(x *event.Event) {
	if x.Message == nil || x.Packet.Fate == event.Waits {
		return
	}
	m := l.of(x.Message.Sent)
	if m == nil {
		return
	}
	m.path = uint32(l.paths.code(l.paths.all[m.path].text + " " + x.Packet.To.Text))
	if x.Packet.Fate == event.Arrives {
		m.arrived = uint32(x.Number)
	}
}

// messageColumns are the columns of the table of messages.
var messageColumns = append(append([]Column{
	{"n", Event, "the event that sent it; NULL for one of the kernel's, or of somebody at a debugger"},
	{"recv_n", Event, "the event that received it; NULL if none did"},
	{"arrived_n", Event, "the event with which it arrived on the host of its port, if it came over a wire"},
	{"sent_us", Time, "when it was sent"},
	{"recv_us", Time, "when it was received"},
	{"latency_us", Time, "the time between"},
	{"sender", Text, "the thread that sent it; kernel"},
	{"receiver", Text, "the thread that received it"},
	{"port", Text, "the port, as the sender or, of one of the kernel's, the receiver knows it"},
	{"set", Text, "the port set that it was received through"},
	{"tag", Integer, "its id"},
	{"type", Text, "the Go type that it was made from"},
	{"body", Text, "the message in words"},
}, itemColumns()...),
	Column{"size", Integer, "its bytes on Mach's wire, without what lies out of line"},
	Column{"from_task", Text, "the task of the sender"},
	Column{"from_host", Text, "its host"},
	Column{"to_task", Text, "the task of the receiver"},
	Column{"to_host", Text, "its host"},
	Column{"path", Text, "the hosts that it came by, the sender's first"},
	Column{"hops", Integer, "the wires that it came by"},
	Column{"fate", Text, "received, refused, queued or on a wire (at the end of the run), or lost"},
	Column{"result", Text, "the code with which the send was refused"},
	Column{"seq", Event, "the same as n"},
	Column{"recv_seq", Event, "the same as recv_n"},
)

func (r *run) fillMessages(t *Table) {
	var sent, got, arrived, path, refused packed
	for i := range r.letters.all {
		m := &r.letters.all[i]
		sent.add(orMissing(m.sent))
		got.add(orMissing(m.got))
		arrived.add(orMissing(m.arrived))
		path.add(int64(m.path))
		refused.add(int64(m.refused))
	}
	for _, p := range []*packed{&sent, &got, &arrived, &path, &refused} {
		p.close()
	}
	t.n = sent.n
	v := r.columns()
	of := func(row int) int64 { // the event that knows what the message says
		if n := sent.at(row); n != missing {
			return n
		}
		return got.at(row)
	}
	sentAt, gotAt := v.at("time_us", sent.at), v.at("time_us", got.at)
	latency := func(row int) int64 {
		from, to := sentAt.each(row), gotAt.each(row)
		if from == missing || to == missing {
			return missing
		}
		return to - from
	}
	t.cols = []*column{
		{ints: &sent}, {ints: &got}, {ints: &arrived}, sentAt, gotAt, {each: latency},
		v.sender(sent.at), v.at("thread", got.at), v.at("port", of), v.at("set", got.at), v.at("tag", of),
		v.at("type", of), v.at("body", of),
	}
	for i := range numItems {
		t.cols = append(t.cols, v.at(fmt.Sprintf("item%d", i), of))
	}
	t.cols = append(t.cols, v.at("size", of), v.at("task", sent.at), v.at("host", sent.at), v.at("task", got.at),
		v.at("host", got.at), r.letters.paths.coded(&path), r.letters.hops(&path), r.fates(&sent, &got, &refused),
		r.letters.codes.coded(&refused), &column{ints: &sent}, &column{ints: &got})
	r.letters.all, r.letters.last = nil, nil
}

func orMissing(n uint32) int64 {
	if n == 0 {
		return missing
	}
	return int64(n)
}

// hops is the column of the number of wires of a path.
func (l *letters) hops(path *packed) *column {
	return &column{ints: path, codes: len(l.paths.all), words: func(code int) Value {
		n := int64(0)
		for _, c := range l.paths.all[code].text {
			if c == ' ' {
				n++
			}
		}
		return Int(n)
	}}
}

// The fates of messages, by their codes.
var fates = []Value{
	Null(), String("received"), String("refused"), String("queued"), String("on a wire"), String("lost"),
}

// fates is the column of what became of the messages.
func (r *run) fates(sent, got, refused *packed) *column {
	var codes packed
	left := r.left()
	for row := range sent.n {
		code := int64(5)
		switch {
		case got.at(row) != missing:
			code = 1
		case refused.at(row) != 0:
			code = 2
		case left[sent.at(row)] != 0:
			code = left[sent.at(row)]
		}
		codes.add(code)
	}
	codes.close()
	return &column{ints: &codes, words: func(code int) Value { return fates[code] }, codes: len(fates)}
}

// left says of the messages that are there at the end of the run, by the event that sent them, where they are.
func (r *run) left() map[int64]int64 {
	s, all := r.s.Final(), map[int64]int64{}
	for id := range s.IPC.Msgs.All {
		m := s.IPC.Msgs.At(id)
		if m.Draft || m.Sent == 0 {
			continue
		}
		all[int64(m.Sent)] = 3
		if m.Dest != 0 && s.IPC.Ports.Has(uint32(m.Dest)) && s.IPC.Ports.At(uint32(m.Dest)).Kind == kernel.KindProxy {
			all[int64(m.Sent)] = 4
		}
	}
	return all
}
