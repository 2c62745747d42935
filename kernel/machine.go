package kernel

import (
	"cmp"
	"reflect"
	"runtime"
	"slices"
	"sync/atomic"

	"machsim/kernel/hook"
)

// Machine runs a program on a State: it lets the threads, which are coroutines,
// compute up to their kernel calls, and applies these one at a time. Machines are
// independent of each other; one Machine is used from one goroutine.
type Machine struct {
	core
	threads  []*Thread // by ThreadID; nil when there is no coroutine
	picked   Actor     // takes the next step, if hasPick
	hasPick  bool
	late     Log // is told of the steps from since on, then in cfg; nil if there is none
	since    uint64
	turn     *Thread // whose call is done and whose program goes on next; nil when a step comes first
	steered  bool    // some steps are not the program's own: edits, faults, or a Halt
	struck   bool    // cfg has Faults that come between two steps
	single   bool    // in Step: a thread takes no step of another
	over     bool
	stands   bool // nobody can go on until hosts are resumed
	broken   any  // a panic of the kernel, in a step that a thread took
	stop     atomic.Bool
	halts    atomic.Bool // Halt was called
	within   bool        // the thread of the turn is parked in a hook, after the last event
	held     bool        // no more program code runs (Hold)
	abused   abused
	unwound  string // what a deferred function has panicked with
	scratch  Result
	restarts []restart                // the servers of hosts that are started again
	bodies   map[uint64]func(*Thread) // the bodies of threads asked for on other hosts, by the event that asked
	codecs   map[reflect.Type]*codec  // of the types that have been used in messages
	places   *places                  // where programs make calls
	vars     *hook.Kept               // what there is only once in a process; nil if the program needs none of it
	inside   bool                     // program code runs, and no other run may use these
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
	// Halted: all tasks have halted, as Config.Halt asked for, or hosts stand and nobody else can go on (Agents)
	Halted
)

var outcomeNames = [...]string{"finished", "stuck", "failed", "interrupted", "unfinished", "halted"}

func (o Outcome) String() string { return outcomeNames[o] }

// New returns a Machine with the program set up on it, ready to run.
func New(p *Program, cfg Config) (*Machine, error) { return newRun(p, cfg, nil) }

// newRun is New. The hooks' record of Main is nil if nobody listens to it.
func newRun(p *Program, cfg Config, main *hook.Thread) (*Machine, error) {
	cfg.MaxSteps = cmp.Or(cfg.MaxSteps, p.Limit)
	cfg = cfg.WithDefaults()
	if cfg.Door == nil {
		cfg.Door = NewRandom(cfg.Seed)
	}
	m := newMachine(cfg, cfg.Pool.newState(), hook.Begin(main != nil || cfg.hooked(), cfg.Heartbeat.abandoned()))
	m.Faults = cfg.Faults
	if err := m.boot(p, main); err != nil {
		m.Close()
		return nil, err
	}
	if m.halting {
		m.issue(0)
	}
	return m, nil
}

// newMachine returns a Machine without threads on a State.
func newMachine(cfg Config, s *State, vars *hook.Kept) *Machine {
	struck, probes := cfg.Faults.between(), cfg.Faults.Probes()
	m := &Machine{vars: vars, struck: struck, steered: len(cfg.Edits) > 0 || cfg.Halt != nil || struck,
		places: cfg.Pool.known()}
	m.core = core{State: s, cfg: &cfg, door: cfg.Door, out: &m.scratch, halting: cfg.Halt != nil,
		risky: cfg.Faults.hit(HitsPacket), probes: probes}
	if m.since = late(&cfg); m.since > 0 {
		m.late, m.core.cfg.Tracer.Log = cfg.Tracer.Log, nil
	}
	m.direct = !m.halting && !cfg.Weak && len(probes) == 0
	m.IPC.Noting = cfg.Tracer.Event != nil && cfg.Tracer.Before
	return m
}

// World returns the state of the machine, to be read between steps only.
func (m *Machine) World() *State { return m.State }

// Interrupt makes Run return at the next step. It may be called from any goroutine.
func (m *Machine) Interrupt() { m.stop.Store(true) }

// Hold makes Run return before any program code runs. Call it from a Tracer's Step: the thread of that
// step stays in its call, even if the call is done, and threads that were ended are not unwound. After
// that, call only Stack and Close of the methods that concern programs.
func (m *Machine) Hold() {
	m.held = true
	m.Interrupt()
}

// Run takes steps until the run is over.
func (m *Machine) Run() Outcome {
	m.loop(false)
	return m.Outcome()
}

// GoOn takes steps until the run has so many in all, is over, or Interrupt was called; or, with Config.Await, until a
// thread asks for input that is not there yet. A machine that stands so goes on by another GoOn.
func (m *Machine) GoOn(until uint64) Outcome {
	m.stop.Store(false)
	m.stands = false
	m.cfg.MaxSteps = until
	if m.within {
		m.within = false
		m.enter()
		m.cfg.Heartbeat.goesOn(m.turn.id)
	}
	return m.Run()
}

// Asks returns the thread that takes the next step, and asks for input which is not there yet; 0 if there is none.
func (m *Machine) Asks() ThreadID {
	if m.hasPick && m.awaits() {
		return m.picked.Thread
	}
	return 0
}

// awaits says whether the next step has to wait for a line of input.
func (m *Machine) awaits() bool {
	return m.cfg.Await != nil && m.picked.Thread != 0 &&
		m.Threads.At(uint32(m.picked.Thread)).Call.Op == OpReadLine && !m.cfg.Await()
}

// Step takes one step, or more where a thread goes on by itself. It returns false
// when there is nothing more to do.
func (m *Machine) Step() bool { return m.loop(true) }

// loop is the main loop: it takes steps, and lets the threads' programs run to their next calls.
// Threads do some of both themselves (Thread.enter), which saves switches; they leave the rest to loop.
func (m *Machine) loop(single bool) bool {
	m.single = single
	if m.vars != nil {
		defer m.leave()
	}
	for !m.held {
		if th := m.turn; th != nil {
			if th.next == nil {
				th.start()
			}
			m.turn = nil
			th.active = true
			th.next()
			if m.broken != nil {
				panic(m.broken)
			}
			if m.within {
				return false
			}
		} else if !m.take(0) {
			return false
		}
		if len(m.gone) > 0 && !m.held {
			m.reap()
		}
		if single && m.turn == nil {
			return true
		}
	}
	return false
}

// take takes a step, and sets turn if a program goes on after it. It returns false at the end of the run,
// and where the step is not the taker's: a thread takes its own steps and those of a thread to which it
// has handed a message, and in Step none but its own. Other steps would make the stacks of all threads
// grow.
func (m *Machine) take(taker ThreadID) bool {
	if !m.hasPick {
		if m.hasPick = m.pick(); !m.hasPick {
			return false
		}
	}
	if next := m.picked.Thread; taker != 0 && taker != next &&
		(m.single || next == 0 || m.Threads.At(uint32(next)).Wake != WakeMessage) {
		return false
	}
	if m.awaits() {
		return false
	}
	m.hasPick = false
	done := false
	if m.cfg.Tracer.Log == nil && m.cfg.Tracer.Event == nil {
		done = m.step(m.picked)
	} else {
		done = m.traced(m.picked)
	}
	if done {
		m.turn = m.threads[m.picked.Thread]
		m.enter()
		m.cfg.Heartbeat.goesOn(m.picked.Thread)
	}
	return true
}

// Outcome returns how the run has ended, Interrupted if it has not.
func (m *Machine) Outcome() Outcome {
	switch {
	case m.Failure != nil:
		return Failed
	case m.allHalted(), m.stands:
		return Halted
	case m.Steps >= m.cfg.MaxSteps:
		return Unfinished
	case !m.over:
		return Interrupted
	case m.Users == 0:
		return Finished
	}
	return Stuck
}

// pick chooses the actor that takes the next step. It returns false when the run is over.
func (m *Machine) pick() bool {
	m.leave()
	m.cfg.Heartbeat.comesBack(m.picked.Thread)
	if m.over { // a thread that drove has found that out, and the Door is not asked for a fault once more
		return false
	}
	if m.stop.Load() {
		m.misused()
		return false
	}
	if m.Failure != nil || m.Steps >= m.cfg.MaxSteps {
		return false
	}
	if m.late != nil && m.Steps >= m.since {
		m.cfg.Tracer.Log, m.late = m.late, nil
	}
	if m.cfg.Tracer.Log != nil {
		m.cfg.Tracer.Log.Open(m.State)
		if m.stop.Load() { // a Log may end the run between two steps
			return false
		}
	}
	if m.steered {
		if picked, over := m.steer(); picked || over {
			m.over = over
			return picked
		}
	}
	n := m.Ready.Len() + m.Arrive.Len()
	for len(m.Timers) > 0 && m.timerFires(n) {
		m.fire()
		m.drain()
		n = m.Ready.Len() + m.Arrive.Len()
	}
	if n == 0 && m.Users > 0 && m.Stood() { // until a person has it go on
		m.stands = true
		return false
	}
	if n == 0 {
		m.over = true
		runtime.Gosched() // to a goroutine that the program has started at last: it may use a Thread
		m.misused()
		return false
	}
	i := 0
	if n > 1 {
		i = m.choose(PointNext, n, 0)
	}
	m.picked = m.actor(i)
	return true
}

// steer looks for a step that is not the program's own: an edit, a fault, or that a task meets the predicate that
// it watches for. over says that the run has been halted.
func (m *Machine) steer() (picked, over bool) {
	switch {
	case m.edits():
		m.picked = Actor{}
		return true, false
	case m.cfg.Halt == nil:
	case m.allHalted():
		return false, true
	case m.watches(m.picked.Thread) >= 0:
		m.picked.Packet = 0
		return true, false
	}
	if m.struck && m.fails() {
		m.picked = Actor{}
		return true, false
	}
	return false, false
}

// timerFires decides whether the earliest timer fires now, with n actors ready. If only timers of servers
// are left, the run is over, because a server's timer would fire for ever.
func (m *Machine) timerFires(n int) bool {
	switch {
	case m.Timers[0].Stands():
		return false
	case m.Timers[0].At <= m.Now:
		return true
	case n == 0:
		return (m.Users > 0 || m.telling()) && (len(m.Failures) == 0 || m.cfg.FreeTimers)
	case m.cfg.FreeTimers || m.cfg.StepTime == Timeless:
		return m.door.Choose(Point{Kind: PointTimer, N: 2, Thread: m.Timers[0].Thread, Early: true, state: m.State}) == 1
	}
	return false
}

// step lets an actor take a step. It returns true if the program code of the actor's thread goes on.
func (m *Machine) step(a Actor) bool {
	if a.Thread == 0 {
		m.out, m.spare = &m.scratch, nil
		switch {
		case m.Failing.Kind != NoFault:
			m.stepFault()
		case a.Edited():
			m.edit()
		default:
			m.stepPacket(a.Packet)
			m.adoptAfar()
		}
		if m.cfg.Tracer.Step != nil {
			m.cfg.Tracer.Step(m.State, a, 0, true)
		}
		return false
	}
	th := m.threads[a.Thread]
	m.out, m.spare = &th.res, th.room
	done := m.stepThread(a.Thread)
	if len(m.born) > 0 {
		m.adopt(th)
	}
	if m.lends {
		m.keep(m.Steps, th.child)
	}
	if m.cfg.Tracer.Step != nil {
		m.cfg.Tracer.Step(m.State, a, m.ran, done)
	}
	return done
}

// traced is step for a run with a Tracer: it calls those of the Tracer's functions that are set.
func (m *Machine) traced(a Actor) bool {
	t := &m.cfg.Tracer
	if t.Log != nil {
		t.Log.Begin(m.State, a)
	}
	var e *Event
	if t.Event != nil {
		e = m.event(a, t.Before)
	}
	if a.Thread != 0 {
		m.threads[a.Thread].res.clear()
	}
	m.born = m.born[:0]
	done := m.step(a)
	if t.Log != nil {
		t.Log.End(m.State, Taken{a, done, m.out, m.about, m.born, m.gone, m.asker})
	}
	if e != nil {
		m.tookPlace(e, done)
		if m.cfg.Heard { // variables of packages are looked at, too
			m.enter()
		}
		t.Event(e)
	}
	return done
}

// adopt gives the threads made by th's call their coroutines.
func (m *Machine) adopt(th *Thread) {
	for _, id := range m.born {
		m.handle(id, th.child)
	}
}

// keep stores the body of a thread that an event asked for on another host, until the thread is made.
func (m *Machine) keep(asker uint64, body func(*Thread)) {
	if m.bodies == nil {
		m.bodies = map[uint64]func(*Thread){}
	}
	m.bodies[asker] = body
	m.lends = false
}

// adoptAfar is adopt for the threads made by a call for a thread of another host.
func (m *Machine) adoptAfar() {
	for _, id := range m.born {
		m.handle(id, m.bodies[m.asker])
		delete(m.bodies, m.asker)
	}
}

// handle makes the Thread through which the program of thread id runs.
func (m *Machine) handle(id ThreadID, fn func(*Thread)) *Thread {
	for int(id) >= len(m.threads) {
		m.threads = append(m.threads, nil)
	}
	th := &Thread{m: m, id: id, fn: fn}
	if m.cfg.hears(id) || m.stays() {
		th.hear()
	}
	m.threads[id] = th
	return th
}

// enter is called before program code runs, and leave when it has come back: meanwhile no other run that needs the same
// variables of packages, or is heard, runs program code.
func (m *Machine) enter() {
	if m.vars != nil && !m.inside {
		m.vars.Enter()
		m.inside = true
	}
}

func (m *Machine) leave() {
	if m.inside {
		m.inside = false
		m.vars.Leave()
	}
}

// stays says whether program code stays at its next hook once the run was given up, so that it does not run beside
// another that needs the same variables.
func (m *Machine) stays() bool { return m.vars != nil && m.cfg.Heartbeat != nil }

// reap ends the coroutines of threads that have ended.
func (m *Machine) reap() {
	for _, id := range m.gone {
		m.release(id)
	}
	m.gone = m.gone[:0]
}

// Close ends all coroutines. The State stays as it is; with a Pool it stays until the next machine begins, but
// World does not return it any more. A Machine that is not closed keeps its threads in memory for ever.
func (m *Machine) Close() {
	m.stop.Store(true)
	defer m.leave()
	for id := range m.threads {
		m.release(ThreadID(id))
	}
	m.cfg.Pool.takeBack(m)
}

// Runs says whether a thread's program has begun and not ended: Close runs its deferred calls.
func (m *Machine) Runs() bool {
	return slices.ContainsFunc(m.threads, func(th *Thread) bool { return th != nil && th.next != nil })
}

// release ends the coroutine of a thread, if it has one.
func (m *Machine) release(id ThreadID) {
	th := m.threads[id]
	if th == nil {
		return
	}
	m.threads[id] = nil
	if th.next == nil {
		return
	}
	m.enter()
	m.cfg.Heartbeat.goesOn(id)
	th.release()
	m.cfg.Heartbeat.comesBack(id)
}
