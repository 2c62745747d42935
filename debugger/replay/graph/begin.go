package graph

import (
	"machsim/debugger/replay/tape"
	"machsim/ipc"
	"machsim/kernel"
)

// begin has the finder begin where a log does that begins in the midst of a run. Of the events before it needs to know
// only what no event of the log says: which threads and packets have had events, and which messages were handed to
// threads that have not taken them yet, for who waits comes after all that arrived since.
func (f *finder) begin(t *tape.Tape) {
	n := t.First()
	f.event, f.horizon, f.first, f.tape = n, n, n, t
	f.edges.first = n
	for i := range t.Lanes {
		if l := &t.Lanes[i]; l.Begun(0) {
			f.begun(uint32(i), l)
		}
	}
	s := t.Start
	for id := range s.Hosts.All {
		f.hosts = max(f.hosts, id)
	}
	for id := range s.Threads.All {
		if th := s.Threads.At(id); th.Wake == kernel.WakeMessage && th.Msg != 0 && th.Status != kernel.Ended {
			f.hands(s, th.Msg)
		}
	}
}

// begun notes that a lane has had events, which come before nothing.
func (f *finder) begun(lane uint32, l *tape.Lane) {
	f.last, f.since, f.sinceAt = grown(f.last, lane), grown(f.since, lane), grown(f.sinceAt, lane)
	f.last[lane] = f.horizon
	if l.Thread != 0 {
		f.threadIn = grown(f.threadIn, uint32(l.Thread))
		f.threadIn[l.Thread] = lane + 1
	}
}

// hands notes that a message was handed to a waiting receiver. No two have the same event.
func (f *finder) hands(s *kernel.State, id ipc.MsgID) {
	dest := s.IPC.Msgs.At(uint32(id)).Dest
	if !s.IPC.Ports.Has(uint32(dest)) {
		return
	}
	key := ipc.QueueKey(dest, s.IPC.Ports.At(uint32(dest)).Set)
	f.handing++
	event := f.horizon - min(f.horizon, f.handing)
	q := f.queue(key)
	q.handed = append(q.handed, handed{event, -1})
	f.msgs = grown(f.msgs, uint32(id))
	f.msgs[id] = msg{sent: event + 1, queue: key}
}
