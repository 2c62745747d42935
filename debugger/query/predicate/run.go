package predicate

import (
	"errors"

	"machsim/debugger/lang"
	"machsim/debugger/query/breakpoint"
	"machsim/debugger/replay/engine"
	"machsim/debugger/replay/graph"
	"machsim/debugger/replay/tape"
	"machsim/kernel"
)

// Run is a recorded run over which predicates are evaluated. It caches which variables the threads
// show, and the histories of atoms.
type Run struct {
	// Stop, when set, returns a channel whose closing cancels the present work: ErrStopped.
	Stop func() <-chan struct{}
	// Statements, when set, finds where threads stand before the statements of a place, in the order of their numbers for
	// each thread. ok is false if that is a place of calls.
	Statements func(*lang.Place) (all []Stand, ok bool, err error)

	Graph      *graph.Graph
	Tape       *tape.Tape
	engine     engine.Engine
	places     *breakpoint.Run
	set        breakpoint.Set
	shows      map[kernel.ThreadID][]string // in the order in which they came up; nil until it is known
	locals     map[kernel.ThreadID][]string // likewise, the variables of the functions that each thread is ever in
	inside     map[kernel.ThreadID][]string // likewise, with the names of their functions before them
	marks      [][]uint64                   // by lane and call, from the second: how many statements its thread has begun
	hooked     map[kernel.TaskID]bool       // the tasks that were seen at statements
	unseen     string                       // what was not looked at of the last stretch of an endless run; "" for nothing
	wanted     map[kernel.ThreadID][]string // those that some predicate is about
	atoms      map[string]*Atom
	hits       map[string]*breakpoint.Hits
	stands     map[string][]Stand
	fieldNames []string // of the messages; nil until they are known
	// several says which tasks have several threads.
	several    map[kernel.TaskID]bool
	refinement *refinement     // of a refined run
	split      map[string]bool // atoms that are no chains, as several threads change their variables
}

// NewRun returns a Run; events has to show the events of the same run, as Session.Events, and e to
// run its programs.
func NewRun(g *graph.Graph, events breakpoint.Source, e engine.Engine) *Run {
	r := &Run{
		Graph: g, Tape: g.Tape, engine: e,
		atoms: map[string]*Atom{}, hits: map[string]*breakpoint.Hits{}, stands: map[string][]Stand{},
		split: map[string]bool{}, several: map[kernel.TaskID]bool{},
	}
	r.places = breakpoint.NewRun(g.Tape, events)
	threads := map[kernel.TaskID]int{}
	for _, id := range r.threads() {
		threads[r.TaskOf(id)]++
		r.several[r.TaskOf(id)] = threads[r.TaskOf(id)] > 1
	}
	return r
}

// Among has a function find the threads of the texts that mean several, such as "{kant hume}".
func (r *Run) Among(set breakpoint.Set) { r.places.Set, r.set = set, set }

// Hits finds where a breakpoint stops threads. The errors are those of breakpoint.Run.Match and of
// Condition.
func (r *Run) Hits(s *lang.Place) (h *breakpoint.Hits, err error) {
	defer Caught(&err)
	return r.match(s)
}

// Doers returns the threads that a place names; nil if any thread will do.
func (r *Run) Doers(s *lang.Place) ([]kernel.ThreadID, error) { return r.places.Doers(s) }

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

// ErrStopped is the error of cancelled work (Run.Stop). It has changed nothing.
var ErrStopped = engine.ErrStopped

// stop returns the channel that cancels the present work; nil cancels nothing.
func (r *Run) stop() <-chan struct{} {
	if r.Stop == nil {
		return nil
	}
	return r.Stop()
}

// stopped is the panic that cancels work, which may be deep in nested loops. Every exported method that
// may take long recovers it (Caught), and nothing else does.
type stopped struct{}

// TickEvery is the number of short iterations between two ticks.
const TickEvery = 1024

// Tick cancels the present work if Stop says so. Every loop whose length depends on the run calls it.
func (r *Run) Tick() {
	select {
	case <-r.stop():
		panic(stopped{})
	default:
	}
}

// Caught is deferred by exported methods; it turns cancelled work into ErrStopped.
func Caught(err *error) {
	switch v := recover().(type) {
	case nil:
	case stopped:
		*err = ErrStopped
	default:
		panic(v)
	}
}

// Bound calls bind again until all atoms are chains. An atom over several variables of one thread is
// no chain if other threads change some of them; it is split then, and bind makes atoms of its parts.
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
