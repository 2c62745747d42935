package event

import (
	"strings"

	"machsim/ipc"
	"machsim/kernel"
)

// own is what a name of the thread's task stands for.
func (m *maker) own(n ipc.Name) Value { return m.name(m.space, n) }

// name is what a name of a space stands for: the port with the name that it has in every schedule.
// What the call mentions is shown as it was before the event, which may have ended it.
func (m *maker) name(sp ipc.SpaceID, n ipc.Name) Value {
	v := Value{Raw: n}
	if n == ipc.Null || n == ipc.Dead {
		return v
	}
	now := m.meaning(sp, n)
	if now.Type == 0 {
		return v
	}
	v.Kind, v.Dead, v.Text = kernel.PortObject, now.Type&ipc.TypeDeadName != 0, m.s.MeaningName(now)
	if now.Type&ipc.TypePortSet != 0 {
		v.Kind = kernel.SetObject
	}
	return v
}

// meaning is what a name stood for before the event or, if it stood for nothing or the event's call
// does not mention it, what it stands for after it.
func (m *maker) meaning(sp ipc.SpaceID, n ipc.Name) kernel.Meaning {
	if before, ok := m.e.Before(sp, n); ok && before.Type != 0 {
		return before
	}
	return m.s.Meaning(sp, n)
}

// object is an object that is given by its id.
func (m *maker) object(o kernel.Object) Value {
	return Value{Kind: o.Kind, N: int64(o.ID), Text: m.objectName(o)}
}

// objectName is State.ObjectName without the kind.
func (m *maker) objectName(o kernel.Object) string {
	switch o.Kind {
	case kernel.PortObject:
		return m.s.PortName(ipc.PortID(o.ID))
	case kernel.MutexObject:
		return m.s.MutexName(kernel.MutexID(o.ID))
	case kernel.ConditionObject:
		return m.s.ConditionName(kernel.ConditionID(o.ID))
	case kernel.ThreadObject:
		return m.s.ThreadName(kernel.ThreadID(o.ID))
	case kernel.TaskObject:
		return m.s.TaskName(kernel.TaskID(o.ID))
	}
	_, name, _ := strings.Cut(m.s.ObjectName(o), " ")
	return name
}

// about is the object that the step was about; the zero Value when it is gone.
func (m *maker) about() Value {
	switch o := m.e.About; {
	case o.Kind == kernel.NoObject,
		o.Kind == kernel.PortObject && !m.s.IPC.Ports.Has(o.ID),
		o.Kind == kernel.SetObject && !m.s.IPC.Sets.Has(o.ID):
		return Value{}
	default:
		return m.object(o)
	}
}

// port is a port in transit, as it was before the event.
func (m *maker) port(id ipc.PortID) Value {
	v := Value{Kind: kernel.PortObject, N: int64(id)}
	if before, ok := m.e.PortBefore(id); ok {
		v.Text = m.s.MeaningName(before)
	} else {
		v.Text = m.s.PortName(id)
	}
	return v
}
