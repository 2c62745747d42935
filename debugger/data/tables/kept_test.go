package tables_test

import (
	"machsim/ipc"
	"machsim/kernel"
)

// held is a right of a task, as one sees it in a state.
type held struct {
	to     kernel.Identity
	name   ipc.Name
	entry  ipc.Entry
	home   kernel.TaskID // the task of its host that receives from the port
	hidden bool          // it is of no program, or a reply port
}

// all reads the name spaces of the tasks that are there.
func (held) all(s *kernel.State) map[kernel.TaskID][]held {
	of := map[kernel.TaskID][]held{}
	for id := range s.Tasks.All {
		t := s.Tasks.At(id)
		if t.Ended {
			continue
		}
		space := s.IPC.Spaces.At(uint32(t.Space))
		for i := range space.Table {
			if e := space.Table[i]; e.Type != 0 {
				of[kernel.TaskID(id)] = append(of[kernel.TaskID(id)], reading(s, t, ipc.Name(i<<8|int(e.Gen)), e))
			}
		}
		for _, e := range space.Chosen {
			of[kernel.TaskID(id)] = append(of[kernel.TaskID(id)], reading(s, t, e.Name, e.Entry))
		}
	}
	return of
}

func reading(s *kernel.State, t *kernel.TaskState, n ipc.Name, e ipc.Entry) held {
	h := held{name: n, entry: e, hidden: n == s.IPC.Spaces.At(uint32(t.Space)).Enabled}
	for _, th := range t.Threads {
		own := s.Threads.At(uint32(th)).Own
		h.hidden = h.hidden || own.Port != 0 && own.Name == n
	}
	switch {
	case e.Type&ipc.TypePortSet != 0:
		h.to = s.Identity(kernel.Object{Kind: kernel.SetObject, ID: e.Object})
	case e.Object != 0:
		h.to = s.Identity(kernel.Object{Kind: kernel.PortObject, ID: e.Object})
		h.hidden = h.hidden || h.to.Serves != kernel.KindPlain
		if p := s.IPC.Ports.At(e.Object); p.Receiver != 0 && p.Receiver != ipc.KernelSpace {
			h.home = kernel.TaskID(s.IPC.Spaces.At(uint32(p.Receiver)).Task)
		}
	}
	return h
}

// words are the rights that bits of an entry's type stand for.
var words = map[ipc.Type]string{
	ipc.TypeReceive: "receive", ipc.TypeSend: "send", ipc.TypeSendOnce: "send-once", ipc.TypeDeadName: "dead name",
	ipc.TypePortSet: "set",
}

// keeps notes what the tasks that ended with an event had before it. Of several, those with lesser numbers end first.
func (c *census) keeps(s *kernel.State, event uint64) {
	now := held{}.all(s)
	for id, before := range c.has {
		if !s.Tasks.At(uint32(id)).Ended {
			continue
		}
		for _, h := range before {
			if h.hidden {
				continue
			}
			given := c.wasGiven(id, h)
			dies := h.home != 0 && h.home < id && s.Tasks.At(uint32(h.home)).Ended
			for bit, word := range words {
				counted := word != "receive" && word != "set"
				if h.entry.Type&bit == 0 || counted && given.URefs > 0 && h.entry.URefs <= given.URefs ||
					!counted && given.Type&bit != 0 {
					continue
				}
				if bit != ipc.TypePortSet && dies {
					word = "dead name"
				}
				refs := any(nil)
				if word == "send" || word == "dead name" {
					refs = max(1, h.entry.URefs)
				}
				c.kept = append(c.kept, line(event, "kept", word, s.TaskName(id), refs))
			}
		}
	}
	c.has = now
}

func (c *census) wasGiven(id kernel.TaskID, h held) ipc.Entry {
	for _, g := range c.given[id] {
		if g.to == h.to && g.name == h.name && !g.hidden {
			return g.entry
		}
	}
	return ipc.Entry{}
}
