package cycle

import (
	"machsim/debugger/event/view"
	"machsim/kernel"
)

// How much of a run is looked at.
const (
	mostEvents = 4096   // at most
	mostWork   = 65_536 // at most so many records of states
)

// Watch looks at the last events of a run before its limit.
type Watch struct {
	limit   uint64
	moments []moment
	turns   *fairness // of the moments; nil until somebody asks
}

// moment is a step, and the state after it.
type moment struct {
	event uint64
	state uint64 // its fingerprint
	actor kernel.Actor
	op    kernel.Op
	pc    uintptr
	ready []kernel.Actor // who could go
	name  string         // of the actor
}

// NewWatch returns a Watch of a run that is given up after a number of events; 0 for the kernel's number.
func NewWatch(limit uint64) *Watch {
	return &Watch{limit: kernel.Config{MaxSteps: limit}.WithDefaults().MaxSteps}
}

// Tracer returns the Tracer that shows the Watch the steps of a run.
func (w *Watch) Tracer() kernel.Tracer { return kernel.Tracer{Step: w.step} }

// step looks at the state after a step, if it is one of the last. Once it has begun, it leaves none out, even if states
// become larger.
func (w *Watch) step(s *kernel.State, a kernel.Actor, op kernel.Op, done bool) {
	if len(w.moments) == 0 && s.Steps+min(mostEvents, mostWork/size(s)) <= w.limit {
		return
	}
	m := moment{event: s.Steps, actor: a, op: op}
	if a.Thread != 0 {
		m.name, m.pc = s.ThreadName(a.Thread), s.Threads.At(uint32(a.Thread)).Call.PC
	}
	m.state = mix(mix(view.Recurring(s), uint64(a.Thread)), flag(done))
	for k := range s.Ready.Len() {
		m.ready = append(m.ready, kernel.Actor{Thread: kernel.ThreadID(s.Ready.At(k))})
	}
	for k := range s.Arrive.Len() {
		m.ready = append(m.ready, kernel.Actor{Packet: kernel.PacketID(s.Arrive.At(k))})
	}
	w.moments = append(w.moments, m)
}

// size is how many records a state has, more or less.
func size(s *kernel.State) uint64 {
	return uint64(1 + s.Threads.Len() + s.IPC.Ports.Len() + s.IPC.Msgs.Len() + s.Mutexes.Len() + s.Memory.Len())
}

func flag(is bool) uint64 {
	if is {
		return 1
	}
	return 0
}

// mix makes a fingerprint of one and a number.
func mix(sum, x uint64) uint64 { return (sum^x+0x9e3779b97f4a7c15)*0xbf58476d1ce4e5b9 ^ sum>>29 }
