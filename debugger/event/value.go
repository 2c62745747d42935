package event

import (
	"strings"

	"machsim/ipc"
	"machsim/kernel"
)

// own is what a name of the thread's task stands for.
func (r *Reader) own(n ipc.Name) Value { return r.name(r.space, n) }

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
	to := r.meant(now)
	to.Raw, to.Dead = n, now.Type&ipc.TypeDeadName != 0
	if to.Kind == kernel.NoObject {
		to.Kind = kernel.PortObject // one of which nothing is known
	}
	return to
}

// meant is the port or set that m tells of.
func (r *Reader) meant(m kernel.Meaning) Value {
	who := m.Identity()
	text, known := r.names[who]
	if !known {
		text = r.s.MeaningName(m)
		r.keep(who, text)
	}
	return Value{Identity: who, Text: text}
}

// keep keeps the name of an object. The minder of a port goes by the id of that, which is used again.
func (r *Reader) keep(who kernel.Identity, name string) {
	if r.names != nil && who.Serves != kernel.KindMinder && who.Kind != kernel.NoObject {
		r.names[who] = name
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

// object is an object that is given by its id.
func (r *Reader) object(o kernel.Object) Value {
	who := r.s.Identity(o)
	text, known := r.names[who]
	if !known {
		text = r.objectName(o)
		r.keep(who, text)
	}
	return Value{Identity: who, N: int64(o.ID), Text: text}
}

func (r *Reader) threadOf(id kernel.ThreadID) Value {
	return r.object(kernel.Object{Kind: kernel.ThreadObject, ID: uint32(id)})
}

func (r *Reader) taskOf(id kernel.TaskID) Value {
	return r.object(kernel.Object{Kind: kernel.TaskObject, ID: uint32(id)})
}

func (r *Reader) hostOf(id kernel.HostID) Value {
	return r.object(kernel.Object{Kind: kernel.HostObject, ID: uint32(id)})
}

// objectName is State.ObjectName without the kind.
func (r *Reader) objectName(o kernel.Object) string {
	switch o.Kind {
	case kernel.PortObject:
		return r.s.PortName(ipc.PortID(o.ID))
	case kernel.MutexObject:
		return r.s.MutexName(kernel.MutexID(o.ID))
	case kernel.ConditionObject:
		return r.s.ConditionName(kernel.ConditionID(o.ID))
	case kernel.ThreadObject:
		return r.s.ThreadName(kernel.ThreadID(o.ID))
	case kernel.TaskObject:
		return r.s.TaskName(kernel.TaskID(o.ID))
	}
	_, name, _ := strings.Cut(r.s.ObjectName(o), " ")
	return name
}

// about is the object that the step was about; the zero Value when it is gone.
func (r *Reader) about() Value {
	switch o := r.e.About; {
	case o.Kind == kernel.NoObject,
		o.Kind == kernel.PortObject && !r.s.IPC.Ports.Has(o.ID),
		o.Kind == kernel.SetObject && !r.s.IPC.Sets.Has(o.ID):
		return Value{}
	default:
		return r.object(o)
	}
}

// port is a port in transit, as it was before the event.
func (r *Reader) port(id ipc.PortID) Value {
	before, ok := r.e.PortBefore(id)
	if !ok {
		return r.object(kernel.Object{Kind: kernel.PortObject, ID: uint32(id)})
	}
	v := r.meant(before)
	v.N = int64(id)
	return v
}
