package cycle

import (
	"fmt"
	"strings"
)

// String says how often the run repeats itself, to go on with in a sentence.
func (c *Cycle) String() string {
	return fmt.Sprintf("it repeats itself since event %d, %d times", c.Since, c.Times)
}

// mostCalls is how many calls of a thread are told.
const mostCalls = 8

// Lines tell of the cycle, and what it does not say.
func (c *Cycle) Lines() (all []string) {
	text := fmt.Sprintf("a cycle: events %d to %d, after which the state is what it was before them", c.From, c.To)
	if c.From == c.To {
		text = fmt.Sprintf("a cycle: event %d, after which the state is what it was before it", c.From)
	}
	all = append(all, text)
	for _, t := range c.Turns {
		calls := t.Calls[:min(len(t.Calls), mostCalls)]
		text := fmt.Sprintf("  %s: %s", t.Thread, strings.Join(calls, ", "))
		if n := len(t.Calls) - len(calls); n > 0 {
			text += fmt.Sprintf(", and %d more", n)
		}
		all = append(all, text)
	}
	return append(all, "whoever could go had a turn: a livelock, unless the program counts in a variable, "+
		"for these are not compared")
}
