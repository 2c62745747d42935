package touch

import (
	"machsim/ipc"
	"machsim/kernel"
)

// A fault that comes between two steps is an actor: one for each kind and each host, task or wire. It can go as long
// as the kernel offers it, and need not: a run without it is a run of its own, and goes first. So it is never chosen
// unless a run has shown where its order matters: a fault that could have come is a call that was not made, and races
// with what it affects. What ends its chance (the end of the run, of its task, of the last thread that the run waits
// for) counts as affected, so that a fault that affects nothing else comes once, at the last moment.
//
// No fault comes between a pause and the step after it: the kernel asks before time passes.

// Kinds of names.
const (
	hostName = 220 + iota
	hostClockName
	livingTaskName
	killName
	chanceName
	limitName
	diskName
	openName
	faultName // and the kind
)

// Things that faults have in common.
const (
	network     Thing = 1 + iota // packets cross it
	AtChance                     // what may come, and need not: used by faults, and by ends, the last of which stops them
	AtRights                     // learned where calls on rights are to be tried
	AnyMember                    // learned where a message may be taken from any member of a set
	meddling                     // used by what may change what others would do
	threadNames                  // what programs call their threads: added to by each new name
	numFixedThings
)

// Optional says whether a footprint is a fault's.
func (f Footprint) Optional() bool { return f[0].Thing == AtChance }

// Fault returns the number of a fault.
func (n *Names) Fault(s *kernel.State, f kernel.Fault) Actor {
	m := made{faultName + uint8(f.Kind), 0, f.Object<<1 | uint32(f.Amount)>>31}
	if f.Kind.Hits() == kernel.HitsTask {
		m = n.made(s, killName, kernel.Object{Kind: kernel.TaskObject, ID: f.Object})
	}
	return n.actor(m)
}

// Chance is the thing that an event uses which ends the chance of a fault.
func (n *Names) Chance(a Actor) Thing { return n.thing(made{chanceName, a, 0}) }

// IsEnd says whether a thread that the run waits for is about to end.
func IsEnd(s *kernel.State, t *kernel.ThreadState) bool {
	return !s.Tasks.At(uint32(t.Task)).Server && (t.Call.Op == kernel.OpReturn || t.Call.Op == kernel.OpExit)
}

// Open finds out whether a run may have faults, from its first state.
func (f *Footprints) Open(s *kernel.State) {
	for k, b := range s.Faults {
		f.Failing = f.Failing || b.Any() && kernel.FaultKind(k).Between()
		f.Risky = f.Risky || b.Any() && !kernel.FaultKind(k).OfDisk()
		f.Disks = f.Disks || b.Any() && kernel.FaultKind(k).AtCall()
	}
}

// Step returns what an actor's next step uses.
func (f *Footprints) Step(s *kernel.State, a kernel.Actor) Footprint {
	if f.Room == nil {
		f.Room = make(Footprint, 0, 16)
	}
	return f.kept(f.found(s, a))
}

// found returns what an actor's next step uses, with what a run with faults adds: a thread its host and task, a packet
// the network.
func (f *Footprints) found(s *kernel.State, a kernel.Actor) Footprint {
	switch {
	case a.Edited():
		return f.Fault(s, s.Failing)
	case a.Thread != 0 && s.Threads.At(uint32(a.Thread)).Sleeps > 0: // a probe: it may only begin to sleep
		return Everything
	case !f.Failing:
		return f.of(s, a)
	case a.Thread == 0:
		return append(f.of(s, a), Use{network, Write})
	}
	uses := f.of(s, a)
	if uses.Everything() {
		return uses
	}
	t := s.Threads.At(uint32(a.Thread))
	task := s.Tasks.At(uint32(t.Task))
	uses = append(uses, Use{f.Host(task.Host), Read}, Use{f.Living(s, t.Task), Read})
	switch op := t.Call.Op; {
	case AsksTime(op):
		uses = append(uses, Use{f.clock(task.Host), Read})
	case IsEnd(s, t): // whether it is the last one depends on the others
		uses = append(uses, Use{AtChance, add})
	}
	return uses
}

// AsksTime says whether a call tells what the clock of a host shows.
func AsksTime(op kernel.Op) bool { return op == kernel.OpClock || op == kernel.OpHostStays }

func (f *Footprints) Host(h kernel.HostID) Thing { return f.Names.thing(made{hostName, 0, uint32(h)}) }

func (f *Footprints) clock(h kernel.HostID) Thing {
	return f.Names.thing(made{hostClockName, 0, uint32(h)})
}

func (f *Footprints) Living(s *kernel.State, id kernel.TaskID) Thing {
	return f.taskThing(s, livingTaskName, id)
}

// Fault returns what a fault uses.
func (f *Footprints) Fault(s *kernel.State, x kernel.Fault) Footprint {
	chance := f.Names.Chance(f.Names.Fault(s, x))
	some := append(make(Footprint, 0, 5), Use{AtChance, Read}, Use{chance, Read}, Use{World, Read})
	switch x.Kind {
	case kernel.NoFault:
		return Everything // a person's change
	case kernel.FaultKill:
		return f.kill(s, kernel.TaskID(x.Object), some)
	case kernel.FaultCrash:
		return append(some, Use{f.Host(kernel.HostID(x.Object)), Write}, Use{network, Write})
	case kernel.FaultCut, kernel.FaultHeal:
		return append(some, Use{network, Write})
	case kernel.FaultDrift:
		return append(some, Use{f.clock(kernel.HostID(x.Object)), Write})
	}
	return append(some, Use{World, Write})
}

// kill is the use of all that ends with a task: its threads, the ports of which others know, and ports to which they
// are told.
func (f *Footprints) kill(s *kernel.State, id kernel.TaskID, some Footprint) Footprint {
	t := s.Tasks.At(uint32(id))
	some = append(some, Use{f.Living(s, id), Write})
	for _, th := range t.Threads {
		if s.Threads.At(uint32(th)).Msg != 0 {
			return append(some, Use{World, Write})
		}
	}
	for port := range s.IPC.Ports.All {
		p := s.IPC.Ports.At(port)
		if p.Dead {
			continue
		}
		held := 0
		for _, h := range p.Holders {
			if h.Space == t.Space {
				held++
			}
		}
		switch {
		case p.Kind == kernel.KindProxy:
			if rights := f.rights(s, ipc.PortID(port)); held > 0 && rights != World {
				some = append(some, Use{rights, Release})
			}
		case p.Kind != kernel.KindPlain:
			if f.ofTask(s, p, id) && len(p.Holders) > held {
				return append(some, Use{World, Write})
			}
		case p.Receiver == t.Space && (p.PDRequest != 0 || len(p.Requests) > 0 || f.heavy(s, ipc.PortID(port))):
			return append(some, Use{World, Write})
		case p.Receiver == t.Space && (p.SRights > 0 || p.SORights > 0):
			some = append(some, Use{f.Port(s, ipc.PortID(port)), Write}, Use{f.ofPort(s, statusName, ipc.PortID(port)), Write})
		case held > 0 && (p.SORights > 0 || p.NSRequest != 0):
			some = append(some, Use{f.Port(s, ipc.PortID(port)), Write})
		}
	}
	return some
}

// ofTask says whether a kernel's port stands for a task, or one of its threads.
func (f *Footprints) ofTask(s *kernel.State, p *ipc.Port, id kernel.TaskID) bool {
	switch p.Kind {
	case kernel.KindTask:
		return kernel.TaskID(p.Object) == id
	case kernel.KindThread:
		return s.Threads.At(p.Object).Task == id
	}
	return false
}

// heavy says whether a message in a port's queue has rights or memory, even if it is only that somebody waits for the
// answer.
func (f *Footprints) heavy(s *kernel.State, p ipc.PortID) bool {
	for m := s.IPC.First(p, 0); m != 0; m = s.IPC.Msgs.At(uint32(m)).Next {
		if msg := s.IPC.Msgs.At(uint32(m)); msg.HasRights() || msg.Memory || msg.Reply != 0 {
			return true
		}
	}
	return false
}
