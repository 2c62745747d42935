package trial

import (
	"fmt"
	"io"

	"machsim/debugger/runner"
	"machsim/kernel"
	"machsim/kernel/quote"
)

// Failure says why the run of a seed has failed. Without Text and State the program itself has failed.
type Failure struct {
	Seed  uint64
	Event uint64   // the step after which a claim is broken; 0 at the end
	Text  string   // what is wrong then, "" if no claim about steps or the end is broken
	Lines []string // why, to be printed after the report of the run; nil for nothing more
	State *State   // that was not to be possible; nil if there is none
}

// String says what is wrong with a run that is fine but for a claim.
func (f *Failure) String() string {
	if f.State != nil {
		return broken[noState] + f.State.Text
	}
	return f.Text
}

// State is a consistent state that a claim says is impossible, of a run that is fine otherwise.
type State struct {
	Text      string   // the predicate that it satisfies
	Lines     []string // why
	Recording []byte   // of the run
}

// Check returns the check for making the run again: it ends the run where the claim is broken. others
// checked the run when it was tried; nil if nothing did.
func (f *Failure) Check(others func(*runner.Run) runner.Check) func(*runner.Run) runner.Check {
	if f.Text == "" {
		return others
	}
	return func(r *runner.Run) (c runner.Check) {
		if others != nil {
			c = others(r)
		}
		step, end := c.Step, c.End
		c.Step = func(e *kernel.Event) (text string) {
			if step != nil {
				text = step(e)
			}
			if text == "" && e.Step == f.Event {
				text = f.Text
			}
			return text
		}
		c.End = func() (text string) {
			if end != nil {
				text = end()
			}
			if text == "" && f.Event == 0 {
				text = f.Text
			}
			return text
		}
		return c
	}
}

// Print reports an impossible state: which one, the command that makes the run again, and what recorded
// writes about the recording.
func (f *Failure) Print(w io.Writer, program, repeat string, recorded func(io.Writer)) {
	text := quote.Line(f.State.Text)
	fmt.Fprintf(w, "%s  seed %d  %s%s\n", program, f.Seed, broken[noState], text)
	for _, line := range f.State.Lines {
		fmt.Fprintf(w, "  %s\n", quote.Line(line))
	}
	fmt.Fprintf(w, "  repeat it: %s\n", repeat)
	recorded(w)
	fmt.Fprintf(w, "  and there: start, stop if %s, continue\n", text)
}
