package session

import (
	"machsim/debugger/lines/origin"
	"machsim/debugger/lines/source"
	"machsim/debugger/replay/engine"
	"machsim/debugger/replay/graph"
	"machsim/debugger/replay/tape"
	"machsim/debugger/rows"
	"machsim/debugger/run/runner"
)

// log is what was taken down of a run, what follows from that, and where one stands in it.
type log struct {
	run     *runner.Run // that was taken down
	tape    *tape.Tape
	cuts    graph.Cuts
	causal  *graph.Graph // the causal order; ask order for it
	shared  bool         // it has tasks serialized whose threads share variables
	marks   *marks
	play    *tape.Replayer // nil at the end
	before  mark           // the state before the last event of a motion, for whoever looks at that or undoes it
	at      graph.Position
	engine  engine.Engine
	threads engine.Threads
	source  *source.Source   // the same threads, if the program was built with hooks; else nil
	origins *origin.Tracer   // nil until it is needed
	leaves  leaves           // what forks begin with
	names   []rows.CheckedIn // known where it begins, if not with the run; nil until they are needed
}

// log returns the log of the run. While there is none yet, it waits for it: see Begin.
func (s *Session) log() *log {
	if l := s.taken.Load(); l != nil {
		return l
	}
	if err := s.Await(s.Stop); err != nil {
		panic(Missing{err})
	}
	return s.taken.Load()
}

// close ends the threads.
func (l *log) close() {
	l.causal.Close()
	l.threads.Close()
}
