package kernel

import "reflect"

// Restarter is a Log that is told where a thread's program could begin again.
type Restarter interface {
	// Restart is told that a thread of Serve is between two requests in state s, with what it remembers.
	Restart(s *State, id ThreadID, remembers any)
}

// Serve is the loop of a server that lives for ever: it calls step again and again. What the server remembers from one
// request to the next has to be in what remembers points to, and nowhere else: plain data, without functions, channels
// and interfaces. So a bounded recording (machsim run --keep) needs the results of the present request only, and not
// all since the thread's birth, to bring the program back to where it stands (Krawczuk 3.4). A thread that forks others
// which are still there is brought back by all its results, as any thread is; so is one whose task has another when it
// comes to Serve. Serve is no kernel call, and changes nothing in a run.
func (th *Thread) Serve(remembers any, step func(th *Thread)) {
	th.mine()
	if p := reflect.ValueOf(remembers); p.Kind() != reflect.Pointer || p.IsNil() {
		panic("th.Serve(..., step): give it a pointer to what the server remembers, as in th.Serve(&state, step)")
	}
	if th.script != nil {
		th.script.Serve(th.id, remembers)
	}
	th.remembers = remembers
	for {
		if log, ok := th.m.cfg.Tracer.Log.(Restarter); ok && th.script == nil {
			log.Restart(th.m.State, th.id, remembers)
		}
		step(th)
	}
}

// Remembers returns what a thread of Serve remembers: the value that it gave Serve, which it changes when it goes on;
// nil of any other.
func (f *Feeder) Remembers(id ThreadID) any { return f.m.threads[id].remembers }
