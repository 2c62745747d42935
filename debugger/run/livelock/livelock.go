package livelock

import (
	"cmp"
	"errors"
	"fmt"
	"time"

	"machsim/debugger/record"
	"machsim/debugger/run/cycle"
	"machsim/debugger/run/runner"
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
	last    *moment
	same    map[uint64][]*moment // by sum, in order
	from    uint64               // after this event the cycle begins, and
	to      uint64               // with this one it ends; 0: none is found
	why     string               // the first that keeps a cycle from being one
	spent   int

	functions map[uintptr]string // of the digesters
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
		armed: map[*hook.Thread]bool{}, ran: map[passed]uint64{}, same: map[uint64][]*moment{},
		functions: map[uintptr]string{}}
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
	if j.to == 0 {
		with.Why = j.because()
		return &with
	}
	found := w.Between(j.from, j.to)
	found.Livelock, found.Looked = true, true
	return found
}

// walk makes the run again, up to where a cycle is found.
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
	case run.Broken != nil:
		return fmt.Errorf("machsim itself is at fault: %s", run.Broken.Text)
	case d != nil:
		return fmt.Errorf("the program with hooks makes another run from event %d on", d.Event)
	case run.Loop != nil:
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
	if j.to == 0 && j.wanted[e.Step] && j.spent < mostSpent {
		if j.find(j.look(e)); j.to > 0 {
			j.machine.Interrupt()
		}
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

// find finds the fair cycle that ends at a moment, if everything is then what it was before. It is the first one of the
// run.
func (j *judge) find(to *moment) {
	if to.why != "" {
		return
	}
	before := j.same[to.sum]
	j.same[to.sum] = append(before, to)
	for back := 1; back <= len(before); back += max(1, back/8) { // the farther, the fewer
		from := before[len(before)-back]
		if !j.watch.Same(from.event, to.event) || !j.watch.Fair(from.event, to.event) {
			continue
		}
		hides := cmp.Or(to.hides(from), j.depends(from.event, to.event))
		if hides == "" {
			j.from, j.to = from.event, to.event
			return
		}
		j.why = cmp.Or(j.why, hides)
		return // another one that is farther hides as much
	}
}

// because says what keeps it from being known whether there is a cycle, "" if everything is known to be different.
func (j *judge) because() string {
	switch {
	case j.why != "":
		return j.why
	case j.spent >= mostSpent:
		return "the program has more memory than is compared"
	case j.last != nil:
		return j.last.why
	}
	return ""
}

// depends says which call between two events has an answer that depends on what is never the same, or has an effect
// that is not compared; "" if there is none.
func (j *judge) depends(a, b uint64) (why string) {
	j.watch.Calls(a, b, func(thread string, op kernel.Op) bool {
		switch op {
		case kernel.OpClock, kernel.OpHostStays:
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
