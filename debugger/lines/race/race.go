package race

import (
	"cmp"
	"slices"

	"machsim/debugger/replay/engine"
	"machsim/debugger/replay/graph"
	"machsim/debugger/replay/tape"
	"machsim/kernel"
	"machsim/kernel/hook"
)

// Race is two accesses that race. First is the one that came first in the run.
type Race struct{ First, Second Access }

// Access is an access to a variable.
type Access struct {
	Thread   kernel.ThreadID
	Write    bool
	Expr     string         // the variable, as it is written there
	Event    int            // the thread's last one before it
	N        uint64         // the statement of the thread that makes it
	Position graph.Position // before the statement; where the log begins, if that is within the statement
	Stack    []kernel.Frame // where the thread is, innermost function first; the first line is that of the access
}

// Find returns the races of a run, one for each pair of lines, in the order of their second accesses. Of a log that
// begins in the midst of a run, these are the races of which both accesses are in the log.
func Find(g *graph.Graph, e engine.Hearing, stop <-chan struct{}) ([]Race, error) {
	s := &search{tape: g.Tape, graph: g.Unserialized(), threads: map[int]*thread{}, variables: map[key]*variable{},
		found: map[[2]*hook.Site]pair{}}
	err := e.Walk(engine.Walk{Listen: s.begun, Stop: stop, Look: func(_ engine.View, id kernel.ThreadID, event int) {
		switch lane := s.tape.LaneOf(id); {
		case lane < 0:
		case event < s.tape.First():
			s.threads[lane].enters()
		case s.tape.Lane(event) == lane:
			s.threads[lane].arrived()
		}
	}})
	if err != nil {
		return nil, err
	}
	return s.races(), nil
}

// search is a run that is looked through.
type search struct {
	tape      *tape.Tape
	graph     *graph.Graph
	threads   map[int]*thread // by lane
	variables map[key]*variable
	found     map[[2]*hook.Site]pair
}

// pair is two accesses that race.
type pair struct{ first, second access }

// begun listens to a thread. What Main does comes before everything.
func (s *search) begun(id kernel.ThreadID, t *hook.Thread) {
	lane := s.tape.LaneOf(id)
	if id == 0 || lane < 0 {
		return
	}
	th := &thread{id: id, lane: lane, tape: s.tape, hooks: t}
	s.threads[lane] = th
	task := s.tape.TaskOf(id)
	t.Accessed = func(f *hook.Frame, a hook.Access) {
		if th.past() {
			return
		}
		x := th.access(f, a)
		places(a.Pointer, func(at address) { s.variable(key{task, at}).add(&x, s) })
	}
}

// ordered says whether an access came before another one, which is later in the run.
func (s *search) ordered(a, b *access) bool {
	return a.lane == b.lane || s.graph.Needs(b.event, a.lane) > a.clock
}

// race notes that two accesses race, of which the second is the later one.
func (s *search) race(first, second *access) {
	sites := [2]*hook.Site{first.site, second.site}
	if _, known := s.found[sites]; !known {
		s.found[sites] = pair{*first, *second}
	}
}

// races returns what was found: of each pair of lines the race that ended first.
func (s *search) races() (all []Race) {
	var pairs []pair
	for _, p := range s.found {
		pairs = append(pairs, p)
	}
	slices.SortFunc(pairs, func(p, q pair) int {
		return cmp.Or(p.second.compare(&q.second), p.first.compare(&q.first))
	})
	known := map[[2]kernel.Frame]bool{}
	for _, p := range pairs {
		r := Race{s.told(&p.first), s.told(&p.second)}
		lines := [2]kernel.Frame{r.First.Stack[0], r.Second.Stack[0]}
		if !known[lines] && !known[[2]kernel.Frame{lines[1], lines[0]}] {
			known[lines] = true
			all = append(all, r)
		}
	}
	return all
}

// told returns an access as others see it.
func (s *search) told(x *access) Access {
	th := s.threads[x.lane]
	a := Access{Thread: th.id, Write: x.site.Write, Expr: x.site.Expr, Event: x.event, N: x.n, Stack: x.frames()}
	if event := th.eventOf(x.n); event < s.tape.First() {
		a.Position = graph.At(s.graph.First(s.tape.First()))
	} else {
		a.Position = graph.Position{Cut: s.graph.First(event + 1), Thread: th.id, N: x.n}
	}
	return a
}
