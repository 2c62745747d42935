package event

import (
	"machsim/ipc"
	"machsim/kernel"
)

// own is what a name of the thread's task stands for.
func (r *Reader) own(n ipc.Name) Value { return r.name(r.space, n) }

// Name returns what a name stood for before the event at hand, in the space of its thread.
func (r *Reader) Name(n ipc.Name) Value { return r.own(n) }

// name is what a name of a space stands for: the port with the name that it has in every schedule.
// What the call mentions is shown as it was before the event, which may have ended it.
func (r *Reader) name(sp ipc.SpaceID, n ipc.Name) Value {
	v := Value{Raw: n}
	if n == ipc.Null || n == ipc.Dead {
		return v
	}
	now := r.meaning(sp, n)
	if now.Type == 0 {
		return v
	}
	to := r.meant(&now)
	to.Raw, to.Dead = n, now.Type&ipc.TypeDeadName != 0
	if to.Kind == kernel.NoObject {
		to.Kind = kernel.PortObject // one of which nothing is known
	}
	return to
}

// meant is the port or set that m tells of.
func (r *Reader) meant(m *kernel.Meaning) Value {
	who := m.Identity()
	if m.Gone { // a name that does not depend on which events r has been shown
		return Value{Identity: who, Text: r.s.MeaningName(*m)}
	}
	text := r.known(who)
	if text == "" {
		text = r.s.MeaningName(*m)
		r.keep(who, text)
	}
	return Value{Identity: who, Text: text}
}

// known is the name of an object that has come up, "" for another one.
func (r *Reader) known(who kernel.Identity) string {
	if r.names == nil {
		return ""
	}
	return r.names.Get(who)
}

// keep keeps the name of an object. The minder of a port goes by the id of that, which is used again.
func (r *Reader) keep(who kernel.Identity, name string) {
	if r.names != nil && who.Serves != kernel.KindMinder {
		r.names.Put(who, name)
	}
}

// forget drops all names: a thread has another now, which is a part of the names of what it makes.
func (r *Reader) forget() {
	if r.names != nil {
		*r.names = Table[string]{}
	}
}

// meaning is what a name stood for before the event or, if it stood for nothing or the event's call
// does not mention it, what it stands for after it.
func (r *Reader) meaning(sp ipc.SpaceID, n ipc.Name) kernel.Meaning {
	if before, ok := r.e.Before(sp, n); ok && before.Type != 0 {
		return before
	}
	return r.s.Meaning(sp, n)
}

// Object returns an object that is there after the event at hand.
func (r *Reader) Object(o kernel.Object) Value {
	who := r.s.Identity(o)
	text := r.known(who)
	if text == "" {
		text = r.s.NameOf(o)
		r.keep(who, text)
	}
	return Value{Identity: who, N: int64(o.ID), Text: text}
}

func (r *Reader) threadOf(id kernel.ThreadID) Value {
	return r.Object(kernel.Object{Kind: kernel.ThreadObject, ID: uint32(id)})
}

func (r *Reader) taskOf(id kernel.TaskID) Value {
	return r.Object(kernel.Object{Kind: kernel.TaskObject, ID: uint32(id)})
}

func (r *Reader) hostOf(id kernel.HostID) Value {
	return r.Object(kernel.Object{Kind: kernel.HostObject, ID: uint32(id)})
}

// About returns the object that the step at hand was about; the zero Value when it is gone.
func (r *Reader) About() Value {
	switch o := r.e.About; {
	case o.Kind == kernel.NoObject,
		o.Kind == kernel.PortObject && !r.s.IPC.Ports.Has(o.ID),
		o.Kind == kernel.SetObject && !r.s.IPC.Sets.Has(o.ID):
		return Value{}
	default:
		return r.Object(o)
	}
}

// port is a port in transit, as it was before the event.
func (r *Reader) port(id ipc.PortID) Value {
	before, ok := r.e.PortBefore(id)
	if !ok {
		return r.Object(kernel.Object{Kind: kernel.PortObject, ID: uint32(id)})
	}
	v := r.meant(&before)
	v.N = int64(id)
	return v
}
