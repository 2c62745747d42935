package touch

import (
	"machsim/ipc"
	"machsim/kernel"
)

// namesOf is the names that a task has.
func (f *Footprints) namesOf(s *kernel.State, sp ipc.SpaceID) Thing {
	if id := taskIn(s, sp); id != 0 {
		return f.taskThing(s, namesName, id)
	}
	return World
}

// notices is the queue of a task's notify port.
func (f *Footprints) notices(s *kernel.State, id kernel.TaskID) Thing {
	return f.taskThing(s, noticesName, id)
}

// taskThing is something of a task.
func (f *Footprints) taskThing(s *kernel.State, kind uint8, id kernel.TaskID) Thing {
	return f.Names.thing(f.Names.made(s, kind, kernel.Object{Kind: kernel.TaskObject, ID: uint32(id)}))
}

// ofPort is something of a port.
func (f *Footprints) ofPort(s *kernel.State, kind uint8, id ipc.PortID) Thing {
	if s.IPC.Ports.At(uint32(id)).Kind == kernel.KindProxy {
		if kind == rightsName {
			kind = proxyRightsName
		}
		return f.proxy(s, kind, id)
	}
	return f.Names.thing(f.Names.made(s, kind, kernel.Object{Kind: kernel.PortObject, ID: uint32(id)}))
}

// standsFor is a port that stands for a task or a thread, and dies with it; world for another port.
func (f *Footprints) standsFor(s *kernel.State, id ipc.PortID) Thing {
	switch p := s.IPC.Ports.At(uint32(id)); {
	case p.Kind == kernel.KindTask && s.Tasks.Has(p.Object):
		return f.taskThing(s, standsName, kernel.TaskID(p.Object))
	case p.Kind == kernel.KindThread && s.Threads.Has(p.Object):
		return f.Names.thing(made{standsName + 1, f.Names.Thread(s, kernel.ThreadID(p.Object)), 0})
	}
	return World
}

// netName is something of a port that several hosts know: where it is at home, 0, or of one of its ends.
func (f *Footprints) netName(s *kernel.State, k kernel.PortKey, what uint32) Thing {
	if k.Kind != kernel.KindPlain {
		return World
	}
	return f.Names.thing(made{endName, f.Names.Thread(s, kernel.ThreadID(k.Creator)), k.Serial ^ what<<20})
}
