package randprog

import (
	"maps"
	"math/rand/v2"
	"slices"

	"machsim/ipc"
	"machsim/kernel"
)

// actor is one thread, with what it knows.
type actor struct {
	*plan
	th         *kernel.Thread
	rng        *rand.Rand
	seed       uint64
	left       int // calls
	made       uint64
	names      []ipc.Name
	mutexes    []kernel.MutexID
	conditions []kernel.ConditionID
	peers      []kernel.ThreadID // of its task
	own        []kernel.ThreadID // forked, and neither joined nor detached
	memory     []uint64          // addresses of pages of its task
	buffer     ipc.Message       // that it received last
	files      []kernel.FileID   // that it has opened
	asked      []ipc.Message     // requests with a right to reply, not answered
	afar       []ipc.Name        // tasks that it has made, mostly on other hosts
	counters
}

func (p *plan) actor(th *kernel.Thread, seed uint64) *actor {
	return &actor{plan: p, th: th, rng: rand.New(rand.NewPCG(seed, 1)), seed: seed, left: p.Calls}
}

// child returns the body of a new thread, which knows what a knows now if it is of the
// same task.
func (a *actor) child(same bool) func(th *kernel.Thread) {
	a.made++
	seed, p, left := a.seed*31+a.made, a.plan, a.left/2+2
	var names []ipc.Name
	var known actor
	if same {
		names = slices.Clone(a.names)
		known = actor{
			mutexes: slices.Clone(a.mutexes), conditions: slices.Clone(a.conditions),
			peers: append(slices.Clone(a.peers), a.th.ID()), memory: slices.Clone(a.memory), afar: slices.Clone(a.afar),
			counters: counters{locks: maps.Clone(a.locks)},
		}
	}
	return func(th *kernel.Thread) {
		c := p.actor(th, seed)
		c.left = left
		c.names, c.mutexes, c.conditions = slices.Clone(names), known.mutexes, known.conditions
		c.peers, c.memory, c.afar = slices.Clone(known.peers), slices.Clone(known.memory), slices.Clone(known.afar)
		c.locks = maps.Clone(known.locks)
		c.run()
	}
}

func (a *actor) run() {
	a.show()
	for ; a.left > 0; a.left-- {
		a.calls[a.n(len(a.calls))](a)
		if a.tick(); a.Between != nil {
			a.Between()
		}
	}
	for len(a.own) > 0 && a.n(3) > 0 {
		a.join()
	}
	if a.n(2) == 0 {
		a.th.Exit(int64(a.n(100)))
	}
}

func (a *actor) n(n int) int { return a.rng.IntN(n) }

func (a *actor) once(in int) bool { return a.rng.IntN(in) == 0 }

// hear takes in a name that a call gave.
func (a *actor) hear(n ipc.Name) {
	if n != ipc.Null && n != ipc.Dead {
		a.names = append(a.names, n)
	}
}

// name returns a name, mostly one that the thread has heard of, now and then one that
// another thread of its task may have made.
func (a *actor) name() ipc.Name {
	if len(a.names) == 0 || a.once(8) {
		return ipc.Name((1+a.n(12))<<8 | a.n(2))
	}
	if a.once(3) { // what is new is mostly of more interest
		return a.names[len(a.names)-1-a.n(min(3, len(a.names)))]
	}
	return a.names[a.n(len(a.names))]
}

// task returns a name for a task's port, mostly its own.
func (a *actor) task() ipc.Name {
	if a.once(4) {
		return a.name()
	}
	return a.th.Mach().Self()
}

// safe is a name whose end is not the end of the thread's own task, mostly.
func (a *actor) safe() ipc.Name {
	if n := a.name(); n != a.th.Mach().Self() || a.once(20) {
		return n
	}
	return ipc.Null
}

func (a *actor) host() string { return a.hosts[a.n(len(a.hosts))] }

// oneOf picks an element.
func oneOf[T any](a *actor, xs ...T) T { return xs[a.n(len(xs))] }
