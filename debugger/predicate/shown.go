package predicate

import (
	"slices"

	"machsim/debugger/engine"
	"machsim/kernel"
)

// survey runs the programs once, to find out which variables each thread ever shows.
func (r *Run) survey() error {
	if r.shows != nil {
		return nil
	}
	names := make([][]string, r.Tape.End.Threads.Cap())
	err := r.walk(func(v engine.View, id kernel.ThreadID, _ int) {
		for i, x := range v.Variables(id) {
			if n := names[id]; i >= len(n) || n[i] != x.Name {
				names[id] = with(n, x.Name)
			}
		}
	})
	if err != nil {
		return err
	}
	r.shows = map[kernel.ThreadID][]string{}
	for id, n := range names {
		if len(n) > 0 {
			r.shows[kernel.ThreadID(id)] = n
		}
	}
	return nil
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
			all = append(all, Shown{id, r.ThreadName(id) + "." + name})
		}
	}
	return all, nil
}

// showing returns those of some threads that show a variable.
func (r *Run) showing(threads []kernel.ThreadID, name string) []kernel.ThreadID {
	return slices.DeleteFunc(slices.Clone(threads), func(id kernel.ThreadID) bool {
		return !slices.Contains(r.shows[id], name)
	})
}
