package predicate

import (
	"fmt"
	"slices"
	"strings"

	"machsim/debugger/replay/engine"
	"machsim/kernel"
)

// survey runs the programs once, to find out which variables each thread ever shows.
func (r *Run) survey() error {
	if r.shows != nil {
		return nil
	}
	names := make([][]string, r.Tape.End.Threads.Cap())
	x := &survey{locals: map[kernel.ThreadID][]string{}, inside: map[kernel.ThreadID][]string{}, known: map[entered]bool{}}
	look := func(v engine.View, id kernel.ThreadID, event int) {
		if s, ok := v.(engine.Sighted); ok {
			r.mark(x, id, event, s.Statements(id))
		}
		for i, x := range v.Variables(id) {
			if n := names[id]; i >= len(n) || n[i] != x.Name {
				names[id] = with(n, x.Name)
			}
		}
	}
	x.marks = make([][]uint64, len(r.Tape.Lanes))
	if err := r.engine.Walk(engine.Walk{Stop: r.stop(), Look: look, Statement: x.statement}); err != nil {
		return err
	}
	r.endless(x)
	r.marks, r.hooked = x.marks, r.withStatements(x.marks)
	r.shows, r.locals, r.inside = map[kernel.ThreadID][]string{}, x.locals, x.inside
	r.wanted = map[kernel.ThreadID][]string{}
	for id, n := range names {
		if len(n) > 0 {
			r.shows[kernel.ThreadID(id)] = n
		}
	}
	return nil
}

// mark notes that a thread has begun n statements when it comes to a call after an event. Of those before the log it is
// not known after which call they came.
func (r *Run) mark(x *survey, id kernel.ThreadID, event int, n uint64) {
	switch lane := r.Tape.LaneOf(id); {
	case event < r.Tape.First():
		x.marks[lane] = slices.Repeat([]uint64{n}, r.Tape.Lanes[lane].Earlier())
	case r.Tape.Lane(event) == lane:
		x.marks[lane] = append(x.marks[lane], n)
	}
}

// withStatements are the tasks whose threads were seen at statements.
func (r *Run) withStatements(marks [][]uint64) map[kernel.TaskID]bool {
	some := map[kernel.TaskID]bool{}
	for lane, marks := range marks {
		if n := len(marks); n > 0 && marks[n-1] > 0 {
			some[r.TaskOf(r.Tape.Lanes[lane].Thread)] = true
		}
	}
	return some
}

// survey is what is found out of a program with hooks.
type survey struct {
	marks  [][]uint64
	locals map[kernel.ThreadID][]string
	inside map[kernel.ThreadID][]string // with the names of their functions before them
	last   entered
	known  map[entered]bool
	begun  uint64 // how many statements the last thread that did one has begun
}

// endless notes, of a thread that goes on without end at the end of the run, how far it was seen to go. The run was on
// its way then, so it is the thread that was seen last.
func (r *Run) endless(x *survey) {
	id := x.last.thread
	lane := r.Tape.LaneOf(id)
	if id == 0 || lane < 0 {
		return
	}
	if l := &r.Tape.Lanes[lane]; l.GoesOn(l.Len()) {
		x.marks[lane] = append(x.marks[lane], x.begun)
		r.unseen = fmt.Sprintf("%s goes on without end after event %d, and only its first %d statements there were looked at",
			r.ThreadName(id), l.Event(l.Len()-1)+1, x.begun-x.before(lane))
	}
}

// before is how many statements a thread had begun when it came to its last call.
func (x *survey) before(lane int) uint64 {
	if n := len(x.marks[lane]) - 2; n >= 0 {
		return x.marks[lane][n]
	}
	return 0
}

// entered is a function in which a thread is.
type entered struct {
	thread   kernel.ThreadID
	function any
}

// statement notes the variables of the function in which a thread is.
func (x *survey) statement(v engine.View, id kernel.ThreadID, n uint64) {
	s := v.(engine.Sighted)
	x.begun = n
	e := entered{id, s.Function(id)}
	if e == x.last || x.known[e] {
		x.last = e
		return
	}
	x.last, x.known[e] = e, true
	for _, name := range s.LocalNames(id) {
		x.locals[id] = with(x.locals[id], name)
		for _, fn := range s.FunctionNames(id) {
			x.inside[id] = with(x.inside[id], fn+"."+name)
		}
	}
}

func with(names []string, name string) []string {
	if slices.Contains(names, name) {
		return names
	}
	return append(names, name)
}

// Shown is a variable that a thread shows at some time of the run.
type Shown struct {
	Thread kernel.ThreadID
	Name   string // THREAD.VARIABLE, as a predicate names it
}

// Shown lists the variables that predicates can speak of.
func (r *Run) Shown() (all []Shown, err error) {
	if err := r.survey(); err != nil {
		return nil, err
	}
	for _, id := range r.threads() {
		for _, name := range r.shows[id] {
			all = append(all, Shown{id, r.variable(id, name)})
		}
	}
	return all, nil
}

// showing returns those of some threads that show a variable or, if none does, those that have one of that name in a
// function.
func (r *Run) showing(threads []kernel.ThreadID, name string) []kernel.ThreadID {
	if some := having(threads, r.shows, name); len(some) > 0 {
		return some
	}
	some := having(threads, r.locals, name)
	if strings.Contains(name, ".") {
		some = having(threads, r.inside, name)
	}
	for _, id := range some {
		r.wanted[id] = with(r.wanted[id], name)
	}
	return some
}

// having returns those of some threads that have a name.
func having(threads []kernel.ThreadID, names map[kernel.ThreadID][]string, name string) []kernel.ThreadID {
	return slices.DeleteFunc(slices.Clone(threads), func(id kernel.ThreadID) bool {
		return !slices.Contains(names[id], name)
	})
}

// variables returns what a thread shows, and those of its own variables that some predicate is about.
func (r *Run) variables(v engine.View, id kernel.ThreadID) []kernel.Variable {
	all := v.Variables(id)
	s, ok := v.(engine.Sighted)
	if !ok {
		return all
	}
	for _, name := range r.wanted[id] {
		if x, ok := s.Local(id, name); ok {
			all = append(all, kernel.Variable{Thread: id, Name: name, Value: x})
		}
	}
	return all
}
