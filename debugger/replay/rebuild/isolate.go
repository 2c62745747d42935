package rebuild

import (
	"machsim/debugger/replay/graph"
	"machsim/debugger/replay/tape"
	"machsim/kernel"
)

// Isolate runs the threads of one task from the start to the end of the run, with the code of p. Of
// other tasks it runs the threads that made those of the task, up to that point. It also applies
// the debugger's changes of variables. No thread is ended by another.
func (e Engine) Isolate(task kernel.TaskID, p *kernel.Program) error {
	a := &alone{t: e.Tape.With(p), task: task, cut: make([]uint32, len(e.Tape.Lanes))}
	a.upTo(task, e.Tape.Len())
	a.t.Edits(func(event int, _ *kernel.Edit) {
		if event >= a.t.First() {
			a.cut[a.t.Lane(event)]++
		}
	})
	r := New(a.t)
	r.alone = a
	defer r.Close()
	return r.to(graph.At(a.cut))
}

// alone is a task that runs alone.
type alone struct {
	t    *tape.Tape
	task kernel.TaskID
	cut  []uint32 // with all events of the task, and of others as far as they made its threads
}

// upTo adds the events of a task up to one of the run, and the events that made the task's threads.
func (a *alone) upTo(task kernel.TaskID, event int) {
	for i := range a.t.Lanes {
		l := &a.t.Lanes[i]
		if l.Thread == 0 || a.t.TaskOf(l.Thread) != task || uint32(l.Before(event)) <= a.cut[i] {
			continue
		}
		a.cut[i] = uint32(l.Before(event))
		if asked := a.t.Asker(l.Thread); asked >= a.t.First() {
			if maker := a.t.Lanes[a.t.Lane(asked)].Thread; maker != 0 {
				a.upTo(a.t.TaskOf(maker), asked+1)
			}
		}
	}
}

// indifferent says whether the next call of a thread does not matter after so many calls: the
// thread has made a thread of the task, and goes no further.
func (a *alone) indifferent(id kernel.ThreadID, calls int) bool {
	lane := a.t.LaneOf(id)
	return a.t.TaskOf(id) != a.task && calls >= a.t.Lanes[lane].Runnable(int(a.cut[lane]))
}
