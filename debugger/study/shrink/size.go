package shrink

import (
	"cmp"
	"fmt"

	"machsim/debugger/choose/schedule"
	"machsim/debugger/run/runner"
	"machsim/kernel"
)

// Size is how large a run is.
type Size struct {
	Events   int `json:"events"`
	Switches int `json:"switches"` // how often another thread or packet took the next step
	Tasks    int `json:"tasks"`    // that took steps
	Choices  int `json:"choices"`  // other than who goes next, and not the first option
	Lines    int `json:"lines"`    // of console input
	Edits    int `json:"edits"`
	Faults   int `json:"faults"`
	Probes   int `json:"probes,omitempty"` // that the run has
}

// less says whether a run is smaller than another: fewer lines of input, edits, faults and probes before all, then
// fewer switches, events, and choices.
func (z Size) less(y Size) bool {
	return cmp.Or(cmp.Compare(z.outside(), y.outside()),
		cmp.Compare(z.Switches, y.Switches), cmp.Compare(z.Events, y.Events), cmp.Compare(z.Choices, y.Choices)) < 0
}

// outside is how much comes from outside of the program.
func (z Size) outside() int { return z.Lines + z.Edits + z.Faults + z.Probes }

// String returns events and switches.
func (z Size) String() string { return fmt.Sprintf("%d events, %d switches", z.Events, z.Switches) }

// measure measures a run, whose schedule a Door has taken down.
func (m *run) measure(r *runner.Run, d *schedule.Door) {
	m.size = Size{Events: len(m.to.Steps), Switches: m.to.Switches(), Choices: m.to.Chosen(), Lines: len(m.to.Lines),
		Edits: len(m.edits), Faults: m.to.Faults(), Probes: len(m.may.Probes())}
	if r.State == nil {
		return
	}
	tasks := map[kernel.TaskID]bool{}
	for id := range r.State.Threads.All {
		if d.Took(kernel.ThreadID(id)) {
			tasks[r.State.Threads.At(id).Task] = true
		}
	}
	m.size.Tasks = len(tasks)
}

// own makes the size of a run, which did all that, the size of what is left without some tasks, and returns that.
func (z *Size) own(to *schedule.Schedule, all []Segment, without map[kernel.TaskID]bool) (left []Segment) {
	var steps []schedule.Step
	tasks, n := map[kernel.TaskID]bool{}, 0
	for _, x := range all {
		from := n
		if n += len(x.Calls); !without[x.task] {
			left, steps = append(left, x), append(steps, to.Steps[from:n]...)
		} else if x.thread {
			tasks[x.task] = true
		}
	}
	z.Events, z.Switches, z.Tasks = len(steps), to.With(steps).Switches(), z.Tasks-len(tasks)
	return left
}
