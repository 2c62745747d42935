package predicate

import (
	"path"
	"slices"
	"strings"

	"machsim/debugger/event/text"
	"machsim/debugger/lang"
	"machsim/kernel"
)

// joined are names with dots between them.
func joined(steps []lang.Step) string {
	all := text.Each(steps, func(s lang.Step) string { return s.Text })
	return strings.Join(all, ".")
}

// process returns the threads that a name means: those of a set, the thread of that name, or those of the task. It
// tries one rule after the other until some thread fits.
func (r *Run) process(name string) []kernel.ThreadID {
	if r.set != nil {
		if ids, ok, _ := r.set(name); ok {
			return ids // none, if there is something wrong with it
		}
	}
	lower := strings.ToLower(name)
	for _, fits := range []func(thread, task string) bool{
		func(thread, _ string) bool { return thread == name },
		func(_, task string) bool { return task == name },
		func(thread, task string) bool {
			return strings.ToLower(thread) == lower || strings.ToLower(task) == lower
		},
		func(thread, _ string) bool { return strings.ToLower(kernel.BaseOf(thread)) == lower },
		func(_, task string) bool { return strings.ToLower(kernel.BaseOf(task)) == lower },
		func(thread, _ string) bool {
			return strings.HasSuffix(strings.ToLower(kernel.BaseOf(thread)), "."+lower)
		},
	} {
		if all := r.fitting(fits); len(all) > 0 {
			return all
		}
	}
	return nil
}

func (r *Run) fitting(fits func(thread, task string) bool) (all []kernel.ThreadID) {
	for _, id := range r.threads() {
		if fits(r.ThreadName(id), r.Tape.End.TaskName(r.TaskOf(id))) {
			all = append(all, id)
		}
	}
	return all
}

// family returns the threads of a family: those of a task, or those that fit a pattern, or
// all whose names, or whose tasks' names, begin so; a plural's s may be left out.
func (r *Run) family(name string) []kernel.ThreadID {
	if strings.ContainsAny(name, "*?") {
		return r.fitting(func(thread, task string) bool {
			all := []string{thread, task, kernel.BaseOf(thread), kernel.BaseOf(task)}
			return slices.ContainsFunc(all, func(n string) bool { fits, _ := path.Match(name, n); return fits })
		})
	}
	for _, n := range []string{name, strings.TrimSuffix(name, "s")} {
		if all := r.process(n); len(all) > 0 {
			return all
		}
		lower := strings.ToLower(n)
		begins := func(s string) bool { return strings.HasPrefix(strings.ToLower(s), lower) }
		last := func(s string) string { s = kernel.BaseOf(s); return s[strings.LastIndexByte(s, '.')+1:] }
		all := r.fitting(func(thread, task string) bool {
			return begins(thread) || begins(task) || begins(last(thread))
		})
		if len(all) > 0 {
			return all
		}
	}
	return nil
}

// processNames are the names of all threads and tasks.
func (r *Run) processNames() (all []string) {
	for _, id := range r.threads() {
		all = append(all, r.ThreadName(id), r.Tape.End.TaskName(r.TaskOf(id)))
	}
	slices.Sort(all)
	return slices.Compact(all)
}

// variableNames are the names of the variables that some threads show.
func (r *Run) variableNames(threads []kernel.ThreadID) (all []string) {
	for _, id := range threads {
		all = append(append(all, r.shows[id]...), r.locals[id]...)
	}
	slices.Sort(all)
	return slices.Compact(all)
}
