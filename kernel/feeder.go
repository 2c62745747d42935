package kernel

import (
	"fmt"
	"machsim/ipc"
	"machsim/kernel/hook"
)

// Script supplies recorded results to threads that are run again.
type Script interface {
	// Check says whether a thread's next call is the recorded one; h is nil if it sends
	// nothing.
	Check(id ThreadID, c *Call, h *ipc.Header, items []ipc.Item) bool
	// Answer fills in the recorded result of the call, which is done, and returns the
	// threads that it made.
	Answer(id ThreadID, res *Result) (born []ThreadID)
	// Glance returns the next value that the program read from the state beside its calls, or AsItStands.
	Glance(id ThreadID) any
	// Serve gives a program that has come to Thread.Serve what it is to remember there, if not what it does.
	Serve(id ThreadID, remembers any)
}

// Feeder runs the programs of threads again, each up to any of its calls, without a kernel:
// every call returns at once with its recorded result. So the stack of a Go program, which
// cannot be copied, is built again.
type Feeder struct {
	m      *Machine
	script Script
	lost   ThreadID // the first thread that made another call than the recorded one
	bodies map[Asked]func(*Thread)
	listen Listen // nil without a listener
	hooks  map[ThreadID]*hook.Thread
}

// Asked is a call that asks for a thread, on whatever host: a thread's call, numbered from 0.
type Asked struct {
	Thread ThreadID
	Call   int
}

// NewFeeder runs a program's Main and prepares its threads. Threads read from the state what
// never changes, such as the name of their host. The Feeder does not change it. The error says why
// Main cannot be run, or that it makes other threads than those of the state.
func NewFeeder(p *Program, cfg Config, s *State, script Script) (*Feeder, error) {
	return newFeeder(p, cfg, s, script, nil, nil)
}

// newFeeder returns a Feeder with a listener to its threads and to Main, nil for none.
func newFeeder(p *Program, cfg Config, s *State, script Script, listen Listen, main *hook.Thread) (*Feeder, error) {
	cfg.Door, cfg.Tracer, cfg.Lines, cfg.Pool = NewRandom(0), Tracer{}, false, nil
	m, err := newRun(p, cfg, main)
	if err != nil {
		return nil, err
	}
	f := &Feeder{m: m, script: script, bodies: map[Asked]func(*Thread){}, listen: listen}
	f.hooks = map[ThreadID]*hook.Thread{}
	for id, th := range m.threads {
		if th == nil {
			continue
		}
		if err := sameThread(m.State, s, ThreadID(id)); err != nil {
			m.Close()
			return nil, err
		}
		f.adopt(th)
	}
	m.State = s
	return f, nil
}

// sameThread says why a thread is not the one of the same id in another state. There it may have a name that it was
// given on the way, so its task and number count.
func sameThread(here, there *State, id ThreadID) error {
	name := here.given().thread(id)
	if !there.Threads.Has(uint32(id)) {
		return fmt.Errorf("the program's Main makes a thread %s, and the recorded run has none for it", name)
	}
	h, t := here.Threads.At(uint32(id)), there.Threads.At(uint32(id))
	if h.Label.Serial != t.Label.Serial || here.given().task(h.Task) != there.given().task(t.Task) {
		return fmt.Errorf("the program's Main makes a thread %s where the recorded run has %s", name,
			there.given().thread(id))
	}
	return nil
}

func (f *Feeder) adopt(th *Thread) {
	th.script, th.feeder, th.apart = f.script, f, true
	f.listenTo(th)
}

// Run lets a thread complete a number of calls, and run on to the next. It returns false if
// the thread makes another call than the recorded one; the thread then stays at that call.
// A listener may park the thread before; Resume lets it go on.
func (f *Feeder) Run(id ThreadID, calls int) bool {
	th := f.m.threads[id]
	if th == nil || calls == 0 || f.lost != 0 {
		return f.lost == 0
	}
	th.quota += calls
	if th.next == nil {
		th.start()
		f.script.Answer(id, &th.res) // of the call that starts it
		th.answers = 1
		th.quota--
	}
	f.resume(th)
	return f.lost == 0
}

// End ends a thread that an event of another ended. The deferred calls of its program run.
func (f *Feeder) End(id ThreadID) {
	if f.Has(id) {
		defer f.m.leave()
		f.silence(id)
		f.m.release(id)
	}
}

// Adopt gives a thread of another host its program, by the call that asked for it. It returns
// false if that has not been made yet, or has given the program away.
func (f *Feeder) Adopt(id ThreadID, by Asked) bool {
	body := f.bodies[by]
	if body == nil {
		return false
	}
	delete(f.bodies, by)
	f.adopt(f.m.handle(id, body))
	return true
}

// Has says whether a thread has been made and has not ended.
func (f *Feeder) Has(id ThreadID) bool { return int(id) < len(f.m.threads) && f.m.threads[id] != nil }

// Lost returns the thread that made another call than the recorded one, 0 if none has,
// the call, and the message that it sends, nil for none.
func (f *Feeder) Lost() (ThreadID, *Call, *ipc.Message) {
	if f.lost == 0 {
		return 0, nil, nil
	}
	th := f.m.threads[f.lost]
	if th.call.Opt&ipc.MACH_SEND_MSG == 0 {
		return f.lost, &th.call, nil
	}
	return f.lost, &th.call, th.sending
}

// Stack returns the stack of a thread's program, innermost call first.
func (f *Feeder) Stack(id ThreadID) []uintptr { return f.m.Stack(id) }

// Place returns where the program of a thread makes the call at which it stands, 0 if that is not known.
func (f *Feeder) Place(id ThreadID) uintptr { return f.m.programs(f.m.Stack(id)) }

// Close ends all threads.
func (f *Feeder) Close() {
	for id := range f.hooks {
		f.silence(id)
	}
	f.m.Close()
}

// recite is enter for a thread of a Feeder.
func (th *Thread) recite() {
	th.heard(false)
	for th.m.cfg.Heartbeat.givenUp() {
		th.stand()
	}
	var h *ipc.Header
	var items []ipc.Item
	if th.call.Opt&ipc.MACH_SEND_MSG != 0 {
		h, items = &th.sending.Header, th.sending.Items
	}
	if !th.script.Check(th.id, &th.call, h, items) {
		th.feeder.lost = th.id
		th.quota = 0
	}
	if th.call.Op == OpThreadCreate {
		th.feeder.bodies[Asked{th.id, th.answers}] = th.child
	}
	for th.quota == 0 || th.feeder.lost != 0 {
		if th.stand(); th.left() {
			return
		}
	}
	th.quota--
	th.answers++
	th.m.cfg.Heartbeat.goesOn(th.id)
	th.inside = true // a panic of the Script is not the program's
	for _, id := range th.script.Answer(th.id, &th.res) {
		th.feeder.adopt(th.m.handle(id, th.child))
	}
	th.inside = false
	if th.m.cfg.Preempt {
		th.meets()
	}
	th.heard(true)
}

// stand waits in a call until the Feeder lets the thread run on.
func (th *Thread) stand() {
	th.waitFor(func() []uintptr { return callers(8) })
}
