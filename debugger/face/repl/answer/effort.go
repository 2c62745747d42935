package answer

import (
	"fmt"
	"strings"

	"machsim/debugger"
	"machsim/debugger/event/text"
)

// Effort is what debuggers without the causal order need to halt at a state, in lines, with the moves that they make if
// these were wanted.
func Effort(e *debugger.Effort) []string {
	lines := []string{
		fmt.Sprintf("Manabe and Aoyagi's algorithm halts a replay here with %s among the processes%s",
			text.Counted(e.Requests(), "control message"), asked(e.Sorts)),
		fmt.Sprintf("its end is detected with %s of the debugger and %s (Dijkstra and Scholten): all are passive at "+
			"step %d, which is known at step %d", text.Counted(e.Starts, "start"),
			text.Counted(e.Acks, "acknowledgement"), e.Halted, e.Known),
	}
	step := -1
	for i := range e.Moves {
		m := &e.Moves[i]
		if m.Kind == "gets" || m.Kind == "takes" {
			continue // that follows from the others
		}
		at := ""
		if m.Step != step {
			at = fmt.Sprint(m.Step)
		}
		step = m.Step
		lines = append(lines, fmt.Sprintf("%6s  %s", at, m.Text))
	}
	if e.Untold > 0 {
		lines = append(lines, fmt.Sprintf("        and %s after these, which are not shown", text.Counted(e.Untold, "move")))
	}
	return lines
}

// asked says how often processes asked for what.
func asked(sorts []debugger.Asked) string {
	var all []string
	for _, s := range sorts {
		one := fmt.Sprintf("%s %d", s.Sort, s.Requests)
		if s.Answers > 0 {
			one += fmt.Sprintf(", answered %d", s.Answers)
		}
		all = append(all, one)
	}
	if len(all) == 0 {
		return ""
	}
	return ": " + strings.Join(all, "; ")
}
