package runner

import (
	"slices"

	"machsim/ipc"
	"machsim/kernel"
)

// Apart reports whether tasks kept out of each other's way in all of n runs, with the seeds from
// o.Seed on: several of them set to work, but never one while another was at it. Then the seeds
// try nothing but orders of whole tasks. It makes the runs, up to the first that shows otherwise.
func Apart(first *NewOptions, n int) bool {
	o := *first
	for range n {
		w := NewShift()
		o.Tracer, o.Check, o.Lines = kernel.Tracer{Event: w.See}, nil, false
		r := Do(&o)
		r.Close()
		if r.Failed() || len(w.Together) > 0 || len(w.Tasks) < 2 {
			return false
		}
		o.Seed++
	}
	return n > 0
}

// Shift watches a run for tasks that are at work at the same time. A task sets to work when it sends
// a message of its own accord: it has just begun, or a sleep or a time limit of its own is over. What
// a server does because it was asked does not count. The task is at work until nobody can go on
// before the time of a timer has come, or, in the middle of an RPC, until that is over.
type Shift struct {
	Tasks    []string    // that set to work, in the order in which they did first
	Together [][2]string // two of them that were at work at once, the lesser name first

	asleep  map[kernel.ThreadID]bool // threads that have taken a step, and whether they slept after it
	free    map[kernel.ThreadID]bool // those that go on of their own accord
	working map[kernel.TaskID]bool
	worked  map[kernel.TaskID]string
	pairs   map[[2]string]bool
}

// NewShift returns a Shift that has seen nothing.
func NewShift() *Shift {
	return &Shift{asleep: map[kernel.ThreadID]bool{}, free: map[kernel.ThreadID]bool{},
		working: map[kernel.TaskID]bool{}, worked: map[kernel.TaskID]string{}, pairs: map[[2]string]bool{}}
}

// See takes an event in (kernel.Tracer.Event).
func (w *Shift) See(e *kernel.Event) {
	if id := e.Actor.Thread; id != 0 {
		w.step(e, id)
	}
	if s := e.State; s.Ready.Len()+s.Arrive.Len() == 0 && !travels(s) {
		w.rest(s)
	}
}

// step takes in the step of a thread.
func (w *Shift) step(e *kernel.Event, id kernel.ThreadID) {
	if slept, known := w.asleep[id]; slept || !known {
		w.free[id] = true
	}
	w.asleep[id] = e.Wait.Kind == kernel.WaitSleep
	task := e.State.Threads.At(uint32(id)).Task
	if w.free[id] && e.Call.Msg != 0 && e.Phase == 0 && !e.State.Tasks.At(uint32(task)).Server {
		w.work(e.State, task)
	}
	if e.Done && (e.Result.Code == ipc.MACH_RCV_TIMED_OUT || e.Result.Code == ipc.MACH_SEND_TIMED_OUT) {
		w.free[id] = true
	}
}

func (w *Shift) work(s *kernel.State, task kernel.TaskID) {
	if w.worked[task] == "" {
		w.worked[task] = s.TaskName(task)
		w.Tasks = append(w.Tasks, w.worked[task])
	}
	w.begin(task)
}

// begin notes that a task is at work, and with which others.
func (w *Shift) begin(task kernel.TaskID) {
	if w.working[task] {
		return
	}
	for other := range w.working {
		w.together(w.worked[task], w.worked[other])
	}
	w.working[task] = true
}

func (w *Shift) together(a, b string) {
	pair := [2]string{min(a, b), max(a, b)}
	if !w.pairs[pair] {
		w.pairs[pair] = true
		w.Together = append(w.Together, pair)
	}
}

// rest is called when nobody can go on before the time of a timer has come.
func (w *Shift) rest(s *kernel.State) {
	clear(w.free)
	clear(w.working)
	for id := range w.asleep {
		t := s.Threads.At(uint32(id))
		const rpc = ipc.MACH_SEND_MSG | ipc.MACH_RCV_MSG
		if t.Status == kernel.Blocked && t.Wait.Kind == kernel.WaitReceive && t.Call.Opt&rpc == rpc &&
			w.worked[t.Task] != "" {
			w.working[t.Task] = true
		}
	}
}

// travels reports whether a packet is on a wire that takes time.
func travels(s *kernel.State) bool {
	return slices.ContainsFunc(s.Timers, func(t kernel.Timer) bool { return t.Packet != 0 })
}
