package event

import (
	"slices"

	"machsim/ipc"
	"machsim/kernel"
)

// phaseQueue is the phase of a message call that waits for room.
const phaseQueue = 1

// sent is the message that a step sends, as it is in transit or, when it did not get there, as the
// sender wrote it; nil if the step is beyond that.
func (m *maker) sent() *Message {
	if m.e.Phase > phaseQueue {
		return nil
	}
	if now := m.inTransit(); now != nil {
		return m.transit(now)
	}
	switch {
	case m.e.Msg == nil:
		return nil
	case m.e.Msg.Draft:
		return m.draft(m.e.Msg)
	}
	return m.transit(m.e.Msg)
}

// inTransit is the message that this step turned from a draft into one in transit, nil when it is
// gone again.
func (m *maker) inTransit() *ipc.Msg {
	id := m.e.Call.Msg
	if id == 0 || !m.s.IPC.Msgs.Has(uint32(id)) {
		return nil
	}
	msg := m.s.IPC.Msgs.At(uint32(id))
	if msg.Draft || msg.Sent != m.e.Step || msg.Sender != uint32(m.e.Actor.Thread) {
		return nil
	}
	return msg
}

func (m *maker) transit(msg *ipc.Msg) *Message {
	to := &Message{ID: msg.ID, Items: slices.Clone(msg.Items), To: m.port(msg.Dest), Sent: msg.Sent}
	to.Ports = ports(to.Items, func(n uint64) Value { return m.port(ipc.PortID(n)) })
	if msg.Reply != 0 {
		to.Reply = m.port(msg.Reply)
	}
	return to
}

func (m *maker) draft(msg *ipc.Msg) *Message {
	to := &Message{ID: msg.Header.ID, Items: slices.Clone(msg.Items), To: m.own(msg.Header.Remote)}
	to.Ports = ports(to.Items, func(n uint64) Value { return m.own(ipc.Name(n)) })
	if msg.Header.Local != ipc.Null {
		to.Reply = m.own(msg.Header.Local)
	}
	return to
}

// ports are the ports in a message, by item; nil if there are none.
func ports(items []ipc.Item, port func(uint64) Value) (all []Value) {
	for i := range items {
		if items[i].Kind != ipc.KindPort {
			continue
		}
		if all == nil {
			all = make([]Value, len(items))
		}
		all[i] = port(items[i].Num)
	}
	return all
}

// received is the message with which a call has come back.
func (m *maker) received() {
	res, to := m.e.Result, m.to
	if res.Msg == nil || !to.Receives() {
		return
	}
	if res.Code != 0 {
		to.Result.N = int64(res.Msg.Size)
		return
	}
	got := &Message{ID: res.Msg.ID, Items: slices.Clone(res.Msg.Items), Sent: uint64(res.N)}
	got.Ports = ports(got.Items, func(n uint64) Value { return m.own(ipc.Name(n)) })
	got.About = m.s.MeaningName(m.e.Subject)
	if res.Msg.Local != ipc.Null {
		got.To = m.own(res.Msg.Local)
	}
	if res.Msg.Remote != ipc.Null {
		got.Reply = m.own(res.Msg.Remote)
	}
	if set := m.meaning(m.space, m.e.Call.Name); set.Type&ipc.TypePortSet != 0 {
		to.Set = m.s.MeaningName(set)
	}
	to.Got = got
}

// awaitsReply says that the step sent a request, and waits at the reply port that the request names.
func (m *maker) awaitsReply() bool {
	if m.e.Done || m.e.Phase > phaseQueue || !m.to.Sends() {
		return false
	}
	if msg := m.inTransit(); msg != nil {
		return msg.Reply != 0 && msg.Reply == m.e.Wait.Port
	}
	msg := m.e.Msg
	return msg != nil && msg.Draft && msg.Header.Local != ipc.Null && msg.Header.Local == m.e.Call.Name
}

// Changed is a change that is made at a debugger; msg is the message that is dropped, nil if that
// is not known.
func Changed(s *kernel.State, e *kernel.Edit, msg *ipc.Msg) (*Change, *Message) {
	to := &Change{Kind: e.Kind, Name: e.Name, Value: e.Value}
	m := &maker{e: new(kernel.Event), s: s}
	switch e.Kind {
	case kernel.EditSet, kernel.EditKillThread:
		to.Object = s.ThreadName(kernel.ThreadID(e.Object))
	case kernel.EditKillTask:
		to.Object = s.TaskName(kernel.TaskID(e.Object))
	case kernel.EditCrash:
		to.Object = s.HostName(kernel.HostID(e.Object))
	case kernel.EditInject:
		to.Object = known(s, ipc.PortID(e.Object))
		return to, &Message{ID: e.ID, Items: e.Items}
	case kernel.EditDrop:
		if msg != nil {
			to.Object = known(s, msg.Dest)
			return to, m.transit(msg)
		}
	}
	return to, nil
}

// known is the name of a port that may be gone by now.
func known(s *kernel.State, p ipc.PortID) string {
	if !s.IPC.Ports.Has(uint32(p)) {
		return "a port"
	}
	return s.PortName(p)
}
