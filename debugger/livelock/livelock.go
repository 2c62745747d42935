package livelock

import (
	"cmp"
	"errors"
	"fmt"
	"time"

	"machsim/debugger/cycle"
	"machsim/debugger/record"
	"machsim/debugger/runner"
	"machsim/kernel"
	"machsim/kernel/hook"
)

// mostSpent is how much memory of a program is compared in all.
const mostSpent = 256 << 20

// judge makes a run again, and looks at its programs.
type judge struct {
	watch   *cycle.Watch
	wanted  map[uint64]bool // the events after which it looks
	machine *kernel.Machine
	code    *code
	steps   map[kernel.ThreadID]uint64
	armed   map[*hook.Thread]bool
	ran     map[passed]uint64
	moments []moment
	spent   int
}

// passed is a statement in an activation of a function.
type passed struct {
	thread kernel.ThreadID
	serial uint64
	stmt   int32
}

// Judge says whether a cycle of a run is a livelock: whether the programs, too, come back to what they were. p is the
// program of the recording with hooks, and w has looked at the run. It returns the cycle that is to be told: one that
// is a livelock if there is one, and else c with what keeps it from being known.
func Judge(p *kernel.Program, rec *record.Recording, w *cycle.Watch, c *cycle.Cycle, limit time.Duration) *cycle.Cycle {
	with := *c
	with.Looked = true
	j := &judge{watch: w, wanted: map[uint64]bool{}, code: newCode(), steps: map[kernel.ThreadID]uint64{},
		armed: map[*hook.Thread]bool{}, ran: map[passed]uint64{}}
	if with.Why = j.code.why; rec.Preempt {
		with.Why = "threads take turns in the middle of statements, and nobody can see what these have come to"
	}
	if with.Why != "" {
		return &with
	}
	for _, e := range w.Recurring() {
		j.wanted[e] = true
	}
	if err := j.walk(p, rec, limit); err != nil {
		with.Why = err.Error()
		return &with
	}
	a, b, why := j.find()
	if why != "" || b == 0 {
		with.Why = why
		return &with
	}
	found := w.Between(a, b)
	found.Livelock, found.Looked = true, true
	return found
}

// walk makes the run again.
func (j *judge) walk(p *kernel.Program, rec *record.Recording, limit time.Duration) error {
	o := runner.Replay(p, rec)
	o.Within(limit)
	o.Heard = func(m *kernel.Machine) { j.machine = m }
	o.Tracer = kernel.Tracer{Event: j.event}
	run := runner.Do(o)
	defer run.Close()
	switch d := o.Replayed().Result(run.Ending()).Divergence; {
	case run.Err != nil:
		return run.Err
	case d != nil:
		return fmt.Errorf("the program with hooks makes another run from event %d on", d.Event)
	case run.Broken != nil || run.Loop != nil:
		return errors.New("the program with hooks did not come to the end of the run")
	}
	return nil
}

// event is told of each event, when all threads stand at their calls.
func (j *judge) event(e *kernel.Event) {
	j.steps[e.Actor.Thread]++
	if e.Step < j.watch.First() {
		return
	}
	for id := range e.State.Threads.All {
		j.arm(kernel.ThreadID(id))
	}
	if j.wanted[e.Step] && j.spent < mostSpent {
		j.look(e)
	}
}

// arm has a thread tell of its statements from now on.
func (j *judge) arm(id kernel.ThreadID) {
	t := j.machine.Hooks(id)
	if t == nil || j.armed[t] {
		return
	}
	j.armed[t] = true
	t.Stop = 0
	t.Reached = func(t *hook.Thread) {
		t.Stop = t.N + 1
		j.ran[passed{id, t.Frame.Serial, int32(t.Frame.StmtIndex())}] = t.N
	}
}

// find returns the first fair cycle after which everything is what it was before, as the events after which it is so.
// If there is none it says what keeps that from being known, "" if everything is known to be different.
func (j *judge) find() (a, b uint64, why string) {
	same := map[uint64][]*moment{} // by sum, in order
	for n := range j.moments {
		to := &j.moments[n]
		if to.why != "" {
			continue
		}
		before := same[to.sum]
		same[to.sum] = append(before, to)
		for back := 1; back <= len(before); back += max(1, back/8) { // the farther, the fewer
			from := before[len(before)-back]
			if !j.watch.Same(from.event, to.event) || !j.watch.Fair(from.event, to.event) {
				continue
			}
			hides := cmp.Or(to.hides(from), j.depends(from.event, to.event))
			if hides == "" {
				return from.event, to.event, ""
			}
			why = cmp.Or(why, hides)
			break // another one that is farther hides as much
		}
	}
	switch n := len(j.moments); {
	case why != "":
	case j.spent >= mostSpent:
		why = "the program has more memory than is compared"
	case n > 0:
		why = j.moments[n-1].why
	}
	return 0, 0, why
}

// depends says which call between two events has an answer that depends on what is never the same, or has an effect
// that is not compared; "" if there is none.
func (j *judge) depends(a, b uint64) (why string) {
	j.watch.Calls(a, b, func(thread string, op kernel.Op) bool {
		switch op {
		case kernel.OpClock:
			why = thread + " reads the clock in it, which is never the same"
		case kernel.OpReadLine:
			why = thread + " reads a line of input in it"
		case kernel.OpTaskInfo, kernel.OpThreadInfo, kernel.OpPortGetReceiveStatus, kernel.OpPort25Status:
			why = thread + " calls " + op.String() + " in it, which tells of what is never the same"
		}
		if c := op.Class(); c.Makes() != 0 {
			why = thread + " calls " + op.String() + " in it, and the numbers of what is made are not compared"
		}
		return why == ""
	})
	return why
}
