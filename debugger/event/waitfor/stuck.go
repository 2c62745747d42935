package waitfor

import (
	"slices"

	"machsim/kernel"
)

// Stuck returns, in order, the threads that can never go on: each waits, and all threads that
// could end its wait are stuck as well. It is conservative: a thread that another might wake,
// however unlikely, is not stuck.
func Stuck(rows []Row) []kernel.ThreadID {
	a := newAlive(rows)
	for a.pass() {
	}
	var stuck []kernel.ThreadID
	for i := range rows {
		if !a.threads[rows[i].Thread] {
			stuck = append(stuck, rows[i].Thread)
		}
	}
	return stuck
}

// alive is the set of threads that can go on. Each pass adds some.
type alive struct {
	rows    []Row
	threads map[kernel.ThreadID]bool
	tasks   map[kernel.TaskID]int // live threads of each task
	dead    map[kernel.TaskID]int // the others
}

func newAlive(rows []Row) *alive {
	a := &alive{rows, map[kernel.ThreadID]bool{}, map[kernel.TaskID]int{}, map[kernel.TaskID]int{}}
	for i := range rows {
		a.dead[rows[i].Task]++
	}
	return a
}

// pass adds the threads whose wait a thread in the set can end. It returns true if it added one.
func (a *alive) pass() (more bool) {
	for i := range a.rows {
		r := &a.rows[i]
		if !a.threads[r.Thread] && a.goesOn(r) {
			a.threads[r.Thread] = true
			a.tasks[r.Task]++
			a.dead[r.Task]--
			more = true
		}
	}
	return more
}

func (a *alive) goesOn(r *Row) bool {
	switch {
	case r.Reason == Ready, r.Until != 0, r.Arrives, r.AnyThread && len(a.threads) > 0:
		return true
	case r.Reason == Alone:
		return a.dead[r.Task] == 1
	case r.On != 0:
		return a.threads[r.On]
	}
	return slices.ContainsFunc(r.Threads, func(t kernel.ThreadID) bool { return a.threads[t] }) ||
		a.any(r.Tasks) || a.any(r.Possible)
}

func (a *alive) any(tasks []kernel.TaskID) bool {
	return slices.ContainsFunc(tasks, func(t kernel.TaskID) bool { return a.tasks[t] > 0 })
}
