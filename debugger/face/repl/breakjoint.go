package repl

import (
	"fmt"
	"slices"

	"machsim/debugger"
	"machsim/debugger/face/repl/answer"
)

// joint returns the command ocb or pcb: it goes to where all processes that have breakpoints are stopped
// together.
func joint(mode debugger.Mode) func(*Prompt, []string) error {
	return func(p *Prompt, words []string) error {
		back := false
		words = slices.DeleteFunc(slices.Clone(words), func(w string) bool {
			is := w == "back" || w == "-b"
			back = back || is
			return is
		})
		numbers, err := p.numbers(words)
		if err != nil {
			return err
		}
		j, err := p.d.Joint(p.a.Ctx, mode, back, numbers...)
		if err != nil {
			return err
		}
		p.a.Printf("%s, %s: %s\n", j.Breakpoints, ways[mode], arrivals(j))
		if err := p.moved(j.Motion, nil); err != nil {
			return err
		}
		t := answer.NewTable("breakpoint", "thread", "why it stands where it stands")
		for _, r := range j.Rows {
			t.Add(r.Breakpoints, r.Thread, r.Why)
		}
		p.a.Table(t)
		for _, n := range j.Gone {
			p.gone(n)
		}
		return nil
	}
}

var ways = map[debugger.Mode]string{
	debugger.Optimistic:  "all others as far as they can get",
	debugger.Pessimistic: "all others as far as they are needed",
}

// arrivals says how many of the processes have come to their breakpoints.
func arrivals(j *debugger.Joint) string {
	switch n, of := j.Arrived, j.Targets; {
	case of == 1:
		return "its thread is there"
	case n == 2 && of == 2:
		return "both threads are there"
	case n == of:
		return fmt.Sprintf("all %d threads are there", of)
	default:
		return fmt.Sprintf("%d of %d are there, for one place comes before another", n, of)
	}
}

// aboutJoint is the part of the help that ocb and pcb share.
const aboutJoint = `The breakpoints with these numbers, or all that are enabled, each stop their own threads, and
the program is shown where all these threads are stopped together. Each goes to its next place
after the present position, or with back to its last one before it. There is one such position,
whatever the order in which the run was recorded, and a line for each thread says why it
stands where it stands.`
