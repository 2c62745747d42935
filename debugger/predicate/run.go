package predicate

import (
	"errors"

	"machsim/debugger/breakpoint"
	"machsim/debugger/engine"
	"machsim/debugger/graph"
	"machsim/debugger/lang"
	"machsim/debugger/tape"
	"machsim/kernel"
)

// Run is a recorded run in which predicates are looked at. What was found out about it is
// kept: which variables its threads show, and how the conditions went that were asked for.
type Run struct {
	// Stop, when set, returns what is closed when the work at hand is to be given up: ErrStopped.
	Stop func() <-chan struct{}

	Graph      *graph.Graph
	Tape       *tape.Tape
	engine     engine.Engine
	places     *breakpoint.Run
	shows      map[kernel.ThreadID][]string // in the order in which they came up; nil until it is known
	atoms      map[string]*Atom
	hits       map[string]*breakpoint.Hits
	fieldNames []string // of the messages; nil until they are known
	// several says which tasks have several threads.
	several map[kernel.TaskID]bool
	split   map[string]bool // atoms that are no chains, as several threads change their variables
}

// NewRun returns a Run; events has to show the events of the same run, as Session.Events, and e to
// run its programs.
func NewRun(g *graph.Graph, events breakpoint.Source, e engine.Engine) *Run {
	r := &Run{
		Graph: g, Tape: g.Tape, engine: e,
		atoms: map[string]*Atom{}, hits: map[string]*breakpoint.Hits{}, split: map[string]bool{},
		several: map[kernel.TaskID]bool{},
	}
	r.places = breakpoint.NewRun(g.Tape, events)
	threads := map[kernel.TaskID]int{}
	for _, id := range r.threads() {
		threads[r.TaskOf(id)]++
		r.several[r.TaskOf(id)] = threads[r.TaskOf(id)] > 1
	}
	return r
}

// Hits finds where a breakpoint stops somebody. The errors are those of breakpoint.Run.Match and
// of Condition.
func (r *Run) Hits(s *lang.Place) (h *breakpoint.Hits, err error) {
	defer Caught(&err)
	return r.match(s)
}

// match finds the hits of a place, with its condition.
func (r *Run) match(s *lang.Place) (*breakpoint.Hits, error) {
	if s.If == nil {
		return r.places.Match(s, nil)
	}
	c, err := r.condition(s.Source, s.If, lang.Kinds[s.Kind].Content)
	if err != nil {
		return nil, err
	}
	return r.places.Match(s, c.Holds)
}

// ThreadName is the name of a thread.
func (r *Run) ThreadName(id kernel.ThreadID) string { return r.Tape.End.ThreadName(id) }

// TaskOf is the task of a thread.
func (r *Run) TaskOf(id kernel.ThreadID) kernel.TaskID { return r.Tape.TaskOf(id) }

// threads are those that took a step, in the order of their ids.
func (r *Run) threads() (all []kernel.ThreadID) {
	for id := range r.Tape.End.Threads.All {
		if r.Tape.LaneOf(kernel.ThreadID(id)) >= 0 {
			all = append(all, kernel.ThreadID(id))
		}
	}
	return all
}

// ErrStopped is what comes of work that was given up (Run.Stop). All is what it was.
var ErrStopped = engine.ErrStopped

// stop is closed when the work at hand is to be given up; nil is never closed.
func (r *Run) stop() <-chan struct{} {
	if r.Stop == nil {
		return nil
	}
	return r.Stop()
}

// stopped is the panic with which work is given up: it may be deep in loops within loops. It is
// recovered in every exported method that may take long, and by nobody else.
type stopped struct{}

// TickEvery is how many short steps of a loop are made between two ticks.
const TickEvery = 1024

// Tick gives up the work at hand if that is wanted. It is called in every loop whose length the run
// decides on.
func (r *Run) Tick() {
	select {
	case <-r.stop():
		panic(stopped{})
	default:
	}
}

// Caught is deferred by exported methods: it turns a work that was given up into ErrStopped.
func Caught(err *error) {
	switch v := recover().(type) {
	case nil:
	case stopped:
		*err = ErrStopped
	default:
		panic(v)
	}
}

// Bound calls bind until it comes to conditions that are chains: one over several variables of
// one thread is none if other threads change some of them.
func (r *Run) Bound(bind func() error) error {
	if err := r.survey(); err != nil {
		return err
	}
	for {
		known := len(r.split)
		err := bind()
		var u *Unordered
		if !errors.As(err, &u) || len(r.split) == known {
			return unbound(err)
		}
	}
}
