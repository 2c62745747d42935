package event

import (
	"strings"

	"fmt"

	"machsim/ipc"
	"machsim/kernel"
)

// PhaseQueue is the phase of a message call that holds its message, and waits for room at the destination.
const PhaseQueue = 1

// IsSendCode says whether a code belongs to the send half of a message call.
func IsSendCode(c ipc.Code) bool { return c >= 0x10000000 && c < 0x10004000 }

// sent is the message that a step sends, nil if it sends none.
func (r *Reader) sent() *Message {
	switch msg := r.sending(); {
	case msg == nil:
		return nil
	case msg.Draft:
		return r.draft(msg)
	default:
		return r.transit(msg)
	}
}

// sending is the message that a step sends, as it is in transit or, when it did not get there, as the
// sender wrote it; nil if the step is beyond that.
func (r *Reader) sending() *ipc.Msg {
	if r.e.Phase > PhaseQueue {
		return nil
	}
	if now := r.inTransit(); now != nil {
		return now
	}
	return r.e.Msg
}

// Destination returns the port that the message goes to which the step at hand sends; the zero Value
// if it sends none.
func (r *Reader) Destination() Value {
	switch msg := r.sending(); {
	case msg == nil:
		return Value{}
	case msg.Draft:
		return r.own(msg.Header.Remote)
	default:
		return r.port(msg.Dest)
	}
}

// inTransit is the message that this step turned from a draft into one in transit, nil when it is
// gone again.
func (r *Reader) inTransit() *ipc.Msg {
	id := r.e.Call.Msg
	if id == 0 || !r.s.IPC.Msgs.Has(uint32(id)) {
		return nil
	}
	msg := r.s.IPC.Msgs.At(uint32(id))
	if msg.Draft || msg.Sent != r.e.Step || msg.Sender != uint32(r.e.Actor.Thread) {
		return nil
	}
	return msg
}

func (r *Reader) transit(msg *ipc.Msg) *Message {
	to := r.message(&r.outgoing)
	to.ID, to.Items, to.To, to.Sent = msg.ID, r.items(msg.Items), r.port(msg.Dest), msg.Sent
	if msg.Sender != 0 {
		to.From = r.threadOf(kernel.ThreadID(msg.Sender))
	}
	to.Ports = r.ports(&r.outgoing, to.Items, func(n uint64) Value { return r.port(ipc.PortID(n)) })
	if msg.Reply != 0 {
		to.Reply = r.port(msg.Reply)
	}
	return to
}

func (r *Reader) draft(msg *ipc.Msg) *Message {
	to := r.message(&r.outgoing)
	to.ID, to.Items, to.To, to.From = msg.Header.ID, r.items(msg.Items), r.own(msg.Header.Remote), r.to.Thread
	to.Ports = r.ports(&r.outgoing, to.Items, func(n uint64) Value { return r.own(ipc.Name(n)) })
	if msg.Header.Local != ipc.Null {
		to.Reply = r.own(msg.Header.Local)
	}
	return to
}

// ports are the ports in a message, by item; nil if there are none.
func (r *Reader) ports(room *scratch, items []ipc.Item, port func(uint64) Value) (all []Value) {
	for i := range items {
		if items[i].Kind != ipc.KindPort {
			continue
		}
		if all == nil {
			all = r.values(&room.ports, len(items))
		}
		all[i] = port(items[i].Num)
	}
	return all
}

// received is the message with which a call has come back.
func (r *Reader) received() {
	res, to := r.e.Result, r.to
	if res.Msg == nil || !to.Receives() {
		return
	}
	if res.Code != 0 {
		to.Result.N = int64(res.Msg.Size)
		return
	}
	got := r.message(&r.incoming)
	got.ID, got.Items, got.Sent, got.About = res.Msg.ID, r.items(res.Msg.Items), uint64(res.N), r.meant(&r.e.Subject)
	got.Ports = r.ports(&r.incoming, got.Items, func(n uint64) Value { return r.own(ipc.Name(n)) })
	if res.Msg.Local != ipc.Null {
		got.To = r.own(res.Msg.Local)
	}
	if res.Msg.Remote != ipc.Null {
		got.Reply = r.own(res.Msg.Remote)
	}
	if set := r.meaning(r.space, r.e.Call.Name); set.Type&ipc.TypePortSet != 0 {
		to.Set = r.meant(&set)
	}
	to.Got = got
}

// awaitsReply says that the step sent a request, and waits at the reply port that the request names.
func (r *Reader) awaitsReply() bool {
	if r.e.Done || r.e.Phase > PhaseQueue || !r.to.Sends() {
		return false
	}
	if msg := r.inTransit(); msg != nil {
		return msg.Reply != 0 && msg.Reply == r.e.Wait.Port
	}
	msg := r.e.Msg
	return msg != nil && msg.Draft && msg.Header.Local != ipc.Null && msg.Header.Local == r.e.Call.Name
}

// Changed is a change that is made at a debugger; msg is the message that is dropped, nil if that
// is not known.
func Changed(s *kernel.State, e *kernel.Edit, msg *ipc.Msg) (*Change, *Message) {
	r := &Reader{e: new(kernel.Event), s: s, kept: true}
	return r.changed(e, msg)
}

func (r *Reader) changed(e *kernel.Edit, msg *ipc.Msg) (*Change, *Message) {
	to := &Change{Kind: e.Kind, Name: e.Name, Value: e.Value}
	switch e.Kind {
	case kernel.EditCall:
		to.Object, to.Value = r.threadOf(kernel.ThreadID(e.Object)), calling(e)
	case kernel.EditSet, kernel.EditAssign, kernel.EditKillThread, kernel.EditAbort:
		to.Object = r.threadOf(kernel.ThreadID(e.Object))
	case kernel.EditKillTask:
		to.Object = r.taskOf(kernel.TaskID(e.Object))
	case kernel.EditCrash:
		to.Object = r.hostOf(kernel.HostID(e.Object))
	case kernel.EditCut, kernel.EditHeal:
		to.Object = r.hostOf(kernel.HostID(e.ID))
		to.Name = r.hostOf(kernel.HostID(e.Object)).Text
	case kernel.EditHalt:
		to.Object = r.hostOf(kernel.HostID(e.Object))
	case kernel.EditResume:
		to.Place = int(e.Object)
	case kernel.EditRPC:
		return r.asked(to, e)
	case kernel.EditInject:
		to.Object = r.stillThere(ipc.PortID(e.Object))
		return to, &Message{ID: e.ID, Items: e.Items}
	case kernel.EditDrop, kernel.EditField, kernel.EditMove:
		if msg != nil {
			to.Object = r.stillThere(msg.Dest)
			to.Place = int(e.ID)
			r.field(to, e, msg)
			return to, r.transit(msg)
		}
	}
	return to, nil
}

// asked is the RPC of an edit: by whose task, and at which port.
func (r *Reader) asked(to *Change, e *kernel.Edit) (*Change, *Message) {
	to.Name = r.threadOf(kernel.ThreadID(e.Object)).Text
	space := r.s.Tasks.At(uint32(r.s.Threads.At(e.Object).Task)).Space
	if to.Object = r.name(space, e.Port()); to.Object.Text == "" {
		to.Object.Text = "a port"
	}
	return to, &Message{ID: e.ID, Items: e.Items}
}

// field names the field of a message that a change sets, and its new value.
func (r *Reader) field(to *Change, e *kernel.Edit, msg *ipc.Msg) {
	if e.Kind != kernel.EditField || len(e.Items) != 1 {
		return
	}
	to.Name, to.Value = fmt.Sprint("item ", e.ID+1), e.Items[0].String()
	if s, ok := kernel.ShapeOf(msg.Items); ok {
		if names := s.Fields(msg.Items); int(e.ID) < len(names) && names[e.ID] != "" {
			to.Name = names[e.ID]
		}
	}
}

// stillThere is a port that may be gone by now.
func (r *Reader) stillThere(p ipc.PortID) Value {
	if !r.s.IPC.Ports.Has(uint32(p)) {
		return Value{Text: "a port"}
	}
	return r.Object(kernel.Object{Kind: kernel.PortObject, ID: uint32(p)})
}

// calling is the method of an edit with its arguments, as Go writes a call.
func calling(e *kernel.Edit) string {
	var args []string
	for i := range e.Items {
		args = append(args, e.Items[i].String())
	}
	return e.Value + "(" + strings.Join(args, ", ") + ")"
}
