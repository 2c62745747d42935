package schedule

import (
	"slices"

	"machsim/kernel"
)

// Schedule is the order of a run's steps, its other choices, and its console input.
type Schedule struct {
	Actors  []string // names of threads and packets
	Steps   []Step
	Choices []Choice // other than who goes next, in their order
	Lines   []string // of console input

	idle    []bool  // by step: nobody could go after it until time had passed
	offered [][]int // by step: the actors that could go, nil if there was no choice; -1 for one that never went
}

// Step is a step of an actor.
type Step struct {
	Actor int       // in Schedule.Actors; -1 for an edit or a fault
	Op    kernel.Op // the call; 0 for a packet
	Call  uint32    // how many calls of that kind the actor has begun before
	Part  uint32    // how many steps of this call it has taken before
	Done  bool      // the call is done
	// Packet says that the actor is a packet, and Rank how many with the same name, and a lower id, are on the way beside
	// it: the same news may travel twice.
	Packet bool
	Rank   uint32
	// Fault says which fault the step is, "" for none: its kind, and what it hits.
	Fault string
}

// Choice is a choice that is not who goes next: option C of N.
type Choice struct {
	Kind kernel.PointKind
	By   string // the thread that it is for, "" for none
	N, C int
}

// same says whether two steps are the same part of the same call.
func (s Step) same(t Step) bool { return s.Op == t.Op && s.Call == t.Call && s.Part == t.Part }

// With returns a schedule with other steps.
func (s *Schedule) With(steps []Step) *Schedule {
	other := *s
	other.Steps = steps
	return &other
}

// Switches returns how often another actor takes the next step.
func (s *Schedule) Switches() int { return max(len(s.Segments())-1, 0) }

// Segments returns the steps that an actor takes in a row, as the index of the first of each.
func (s *Schedule) Segments() (starts []int) {
	for i := range s.Steps {
		if i == 0 || s.Steps[i].Actor != s.Steps[i-1].Actor {
			starts = append(starts, i)
		}
	}
	return starts
}

// Chosen returns how many choices are not the first option.
func (s *Schedule) Chosen() (n int) {
	for _, c := range s.Choices {
		if c.C != 0 {
			n++
		}
	}
	return n
}

// Faults returns how many faults happen.
func (s *Schedule) Faults() (n int) {
	for _, x := range s.Steps {
		if x.Fault != "" {
			n++
		}
	}
	for _, c := range s.Choices {
		if (c.Kind == kernel.PointPacket || c.Kind == kernel.PointDisk || c.Kind == kernel.PointProbe) && c.C != 0 {
			n++
		}
	}
	return n
}

// Stretches returns the stretch of the run that each step is in: one ends when nobody can go until time has passed.
func (s *Schedule) Stretches() []int {
	all, n := make([]int, len(s.Steps)), 0
	for i := range all {
		if all[i] = n; s.idle[i] {
			n++
		}
	}
	return all
}

// actor returns the index of a name, -1 if nobody has it.
func (s *Schedule) actor(name string) int { return slices.Index(s.Actors, name) }
