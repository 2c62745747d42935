package breakpoint

import (
	"strings"

	"machsim/debugger/event/text"
	"machsim/debugger/lang"
	"machsim/kernel"
)

// entries returns the first call of each thread in a function after a call elsewhere or, for leave, elsewhere after
// one in it. Code that runs in the function before its first kernel call leaves no trace in a recording.
func (r *Run) entries(s spec) (found []Occurrence, err error) {
	funcs := map[uintptr]string{}
	inside, last, leave, known := false, -1, s.Kind == lang.Leave, false
	r.calls(func(lane, call int, c *kernel.Call) {
		if lane != last {
			inside, last = false, lane
		}
		if c.PC == 0 {
			return
		}
		name, seen := funcs[c.PC]
		if !seen {
			name = kernel.FrameAt(c.PC).Func
			funcs[c.PC] = name
		}
		was := inside
		inside = isFunc(name, s.Text.Text)
		if known = known || inside; was == leave && inside != leave {
			found = append(found, r.occurrence(lane, call))
		}
	})
	if !known {
		return nil, s.noFunc(funcs)
	}
	return found, nil
}

// isFunc says whether the user typed the whole name of a function, as philosophers.dine, or the end
// of it.
func isFunc(name, typed string) bool { return name == typed || strings.HasSuffix(name, "."+typed) }

func (s spec) noFunc(funcs map[uintptr]string) error {
	var names []string
	for _, name := range funcs {
		if name != "" {
			names = append(names, name[strings.IndexByte(name, '.')+1:])
		}
	}
	return s.absent(s.Text.At, "no thread makes a kernel call in a function %s in this run; %s", s.Text.Text,
		text.Offer(s.Text.Text, names, "functions"))
}
