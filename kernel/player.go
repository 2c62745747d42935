package kernel

import (
	"fmt"

	"machsim/ipc"
)

// Player takes recorded steps on a state, without the programs. The caller says which actor
// takes a step, and which call each thread makes next.
type Player struct {
	core
	// Tracer listens to the events only: neither to steps, nor for a Log.
	Tracer Tracer

	res Result
	msg ipc.Message
}

// NewPlayer returns a Player on s. The door returns the choices within steps. The values are those that they allocate,
// nil for any. The log gets what they access; it is nil for nobody.
func NewPlayer(s *State, cfg Config, door Door, values *ipc.Values, log *ipc.AccessLog) *Player {
	cfg = cfg.WithDefaults()
	p := &Player{}
	p.core = core{State: s, cfg: &cfg, door: door, out: &p.res, halting: cfg.Halt != nil,
		risky: s.Faults.hit(HitsPacket), probes: s.Faults.Probes()}
	s.IPC.Values, s.IPC.AccessLog = values, log
	return p
}

// At sets the number of the next event and the virtual time, in microseconds.
func (p *Player) At(event uint64, now int64) { p.Steps, p.Now = event-1, now }

// Step lets a thread take its step, and says whether its call is done.
func (p *Player) Step(id ThreadID) (done bool, out *Result, err error) {
	if t := p.Threads.At(uint32(id)); t.Status != Pending && p.cfg.Halt == nil {
		return false, nil, fmt.Errorf("%s cannot go on here: it waits, or has ended", p.given().thread(id))
	}
	p.res = Result{Msg: &p.msg}
	p.msg.Header = ipc.Header{}
	e := p.shown(Actor{Thread: id})
	done = p.stepThread(id)
	p.show(e, done)
	p.gone = p.gone[:0]
	return done, &p.res, nil
}

// Arrive lets a packet arrive.
func (p *Player) Arrive(id PacketID) {
	e := p.shown(Actor{Packet: id})
	p.stepPacket(id)
	p.show(e, false)
	p.gone = p.gone[:0]
}

// Edit makes the next edit. It does not set variables of programs.
func (p *Player) Edit() {
	e := p.shown(Actor{})
	p.stepEdit()
	p.show(e, false)
	p.gone = p.gone[:0]
}

// Fault lets a fault happen that comes between two steps.
func (p *Player) Fault(f Fault) {
	p.Failing = f
	e := p.shown(Actor{})
	p.stepFault()
	p.show(e, false)
	p.gone = p.gone[:0]
}

// shown begins an event, if there is a tracer for it.
func (p *Player) shown(a Actor) *Event {
	if p.Tracer.Event == nil {
		return nil
	}
	p.IPC.Noting = p.Tracer.Before
	return p.event(a, p.Tracer.Before)
}

func (p *Player) show(e *Event, done bool) {
	if e != nil {
		p.tookPlace(e, done)
		p.Tracer.Event(e)
	}
}

// Fire lets the timer of a thread or packet fire; nothing happens if it has none.
func (p *Player) Fire(a Actor) {
	i := int32(0)
	if a.Thread != 0 {
		i = p.Threads.At(uint32(a.Thread)).Timer
	} else {
		i = p.Packets.At(uint32(a.Packet)).Timer
	}
	if i == 0 {
		return
	}
	if t := &p.Timers[i-1]; !t.Stands() {
		p.Now = max(p.Now, t.At)
	}
	if a.Thread != 0 {
		p.unlogged(func() { p.wake(a.Thread, WakeTimeout) })
	} else {
		p.disarm(int(i - 1))
		p.packetDue(a.Packet)
	}
	p.drain()
}

// Call sets the next call of a thread; m is the message that it sends, nil for none.
func (p *Player) Call(id ThreadID, c *Call, m *ipc.Message) {
	t := p.Threads.Mut(uint32(id))
	t.Call = *c
	t.Call.Msg = 0
	if m != nil {
		t.Call.Msg = p.IPC.NewDraft(m)
	}
}
