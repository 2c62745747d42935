package kernel

import (
	"slices"
	"sync/atomic"

	"machsim/ipc"
)

// Machine runs a program on a State: it lets the threads, which are coroutines,
// compute up to their kernel calls, and applies these one at a time. Machines are
// independent of each other; one Machine is used from one goroutine.
type Machine struct {
	core
	threads  []*Thread // by ThreadID; nil when there is no coroutine
	picked   Actor     // who takes the next step, when hasPick
	hasPick  bool
	over     bool
	stop     atomic.Bool
	beat     atomic.Uint64 // for a watchdog: changes as the run goes on; the thread in its low half
	scratch  Result
	restarts []restart        // what hosts run when they are started again
	own      map[uintptr]bool // program counters that are machsim's own code
}

// Outcome says how a run ended.
type Outcome uint8

const (
	// Finished: every thread of every task that is no server has ended.
	Finished Outcome = iota
	// Stuck: threads wait for what can never come.
	Stuck
	// Failed: State.Failure says why.
	Failed
	// Interrupted: Interrupt was called.
	Interrupted
	// Unfinished: the limit of steps was reached.
	Unfinished
)

var outcomeNames = [...]string{"finished", "stuck", "failed", "interrupted", "unfinished"}

func (o Outcome) String() string { return outcomeNames[o] }

// New returns a Machine with the program set up on it, ready to run.
func New(p *Program, cfg Config) (*Machine, error) {
	if cfg.MaxSteps == 0 {
		cfg.MaxSteps = DefaultMaxSteps
	}
	if cfg.StepTime == 0 {
		cfg.StepTime = DefaultStepTime
	}
	if cfg.Door == nil {
		cfg.Door = NewRandom(cfg.Seed)
	}
	m := &Machine{}
	m.core = core{State: new(State), cfg: &cfg, door: cfg.Door, out: &m.scratch}
	if err := m.boot(p); err != nil {
		m.Close()
		return nil, err
	}
	return m, nil
}

// World is the state of the machine, to be read between steps only.
func (m *Machine) World() *State { return m.State }

// Interrupt makes Run return at the next step. It may be called from any goroutine.
func (m *Machine) Interrupt() { m.stop.Store(true) }

// Run takes steps until the run is over.
func (m *Machine) Run() Outcome {
	m.loop(false)
	return m.Outcome()
}

// Step takes one step, or more where a thread goes on by itself. It returns false
// when there is nothing more to do.
func (m *Machine) Step() bool { return m.loop(true) }

// loop drives everything: it picks who takes the next step, lets that be taken, and
// lets the program of a thread whose call is done run to its next call.
func (m *Machine) loop(once bool) bool {
	for {
		if !m.hasPick {
			m.picked, m.hasPick = m.pick()
		}
		if !m.hasPick {
			return false
		}
		m.hasPick = false
		if m.step(m.picked) {
			th := m.threads[m.picked.Thread]
			if th.next == nil {
				th.start()
			}
			if m.cfg.Watch {
				m.pulse(th.id)
			}
			if _, alive := th.next(); !alive {
				m.threads[th.id] = nil
			}
		}
		if len(m.gone) > 0 {
			m.reap(0)
		}
		if once {
			return true
		}
	}
}

// Outcome says how the run stands: how it ended, or Interrupted while it has not.
func (m *Machine) Outcome() Outcome {
	switch {
	case m.Failure != nil:
		return Failed
	case m.Steps >= m.cfg.MaxSteps:
		return Unfinished
	case !m.over:
		return Interrupted
	case m.Users == 0:
		return Finished
	}
	return Stuck
}

// pick decides who takes the next step. It returns false when the run is over.
func (m *Machine) pick() (Actor, bool) {
	if m.Failure != nil || m.Steps >= m.cfg.MaxSteps || m.stop.Load() {
		return Actor{}, false
	}
	if m.cfg.Watch {
		m.pulse(m.picked.Thread)
	}
	n := m.Ready.Len() + m.Arrive.Len()
	for len(m.Timers) > 0 && m.timerFires(n) {
		m.fire()
		m.drain()
		n = m.Ready.Len() + m.Arrive.Len()
	}
	if n == 0 {
		m.over = true
		return Actor{}, false
	}
	i := 0
	if n > 1 {
		i = m.choose(PointNext, n, 0)
	}
	return m.actor(i), true
}

// timerFires decides whether the earliest timer fires now, with n others ready.
// Timers of servers alone do not keep a run going that is otherwise over.
func (m *Machine) timerFires(n int) bool {
	switch {
	case m.Timers[0].At <= m.Now:
		return true
	case n == 0:
		return m.Users > 0
	case m.cfg.FreeTimers:
		return m.choose(PointTimer, 2, m.Timers[0].Thread) == 1
	}
	return false
}

// step lets an actor take a step; true means that the program code of the actor's
// thread is to go on.
func (m *Machine) step(a Actor) bool {
	if m.cfg.Observe != nil {
		return m.observed(a)
	}
	return m.apply(a)
}

func (m *Machine) apply(a Actor) bool {
	if a.Thread == 0 {
		m.out = &m.scratch
		m.stepPacket(a.Packet)
		if m.cfg.Tap != nil {
			m.cfg.Tap(m.State, a, 0, true)
		}
		return false
	}
	th := m.threads[a.Thread]
	m.out = &th.res
	done := m.stepThread(a.Thread)
	if len(m.born) > 0 {
		m.adopt(th)
	}
	if m.cfg.Tap != nil {
		m.cfg.Tap(m.State, a, m.Threads.At(uint32(a.Thread)).Call.Op, done)
	}
	return done
}

// observed takes a step and shows it.
func (m *Machine) observed(a Actor) bool {
	e := Event{Time: m.Now, Actor: a, State: m.State}
	if a.Thread != 0 {
		t := m.Threads.At(uint32(a.Thread))
		call := t.Call
		e.Call, e.Phase, e.Msg = &call, t.Phase, m.copyMsg(inHand(t))
		m.threads[a.Thread].res = Result{Msg: m.threads[a.Thread].res.Msg}
	}
	if a.Packet != 0 {
		p := *m.Packets.At(uint32(a.Packet))
		e.Packet = &p
		if p.Kind == PacketMessage {
			e.Msg = m.copyMsg(m.IPC.First(p.Port, 0))
		}
	}
	e.Done = m.apply(a)
	e.Step, e.About, e.Result = m.Steps, m.about, m.out
	if a.Thread != 0 {
		t := m.Threads.At(uint32(a.Thread))
		e.Wait, e.Ended = t.Wait, t.Status == Ended
	}
	m.cfg.Observe(&e)
	return e.Done
}

// inHand returns the message that a thread is about to send, or was given.
func inHand(t *ThreadState) ipc.MsgID {
	if t.Msg == 0 && t.Phase == 0 {
		return t.Call.Msg
	}
	return t.Msg
}

func (m *Machine) copyMsg(id ipc.MsgID) *ipc.Msg {
	if id == 0 {
		return nil
	}
	msg := *m.IPC.Msgs.At(uint32(id))
	msg.Items = slices.Clone(msg.Items)
	return &msg
}

// adopt gives the threads made by th's call their coroutines.
func (m *Machine) adopt(th *Thread) {
	for _, id := range m.born {
		m.handle(id, th.child)
	}
	m.born = m.born[:0]
}

// handle makes the Thread through which the program of thread id runs.
func (m *Machine) handle(id ThreadID, fn func(*Thread)) *Thread {
	for int(id) >= len(m.threads) {
		m.threads = append(m.threads, nil)
	}
	th := &Thread{m: m, id: id, fn: fn}
	m.threads[id] = th
	return th
}

// reap lets go of the coroutines of threads that have ended, except that of the
// thread that is running this code.
func (m *Machine) reap(self ThreadID) {
	kept := m.gone[:0]
	for _, id := range m.gone {
		switch th := m.threads[id]; {
		case id == self:
			kept = append(kept, id)
		case th != nil:
			m.threads[id] = nil
			th.release()
		}
	}
	m.gone = kept
}

// Close lets go of all coroutines. The State stays as it is. A Machine that is
// not closed keeps its threads in memory for ever.
func (m *Machine) Close() {
	m.stop.Store(true)
	for id, th := range m.threads {
		if th != nil {
			m.threads[id] = nil
			th.release()
		}
	}
}

// pulse tells a watchdog that the run goes on.
func (m *Machine) pulse(id ThreadID) {
	m.beat.Store(m.Steps<<32 | uint64(id))
}

// Pulse is for a watchdog on another goroutine, of a machine with Config.Watch: beat
// changes with every step. The thread is the one whose program code runs, or ran last.
func (m *Machine) Pulse() (beat uint64, running ThreadID) {
	b := m.beat.Load()
	return b, ThreadID(uint32(b))
}
