package cycle

import (
	"fmt"
	"strings"
)

// String says how often the run repeats itself, to go on with in a sentence.
func (c *Cycle) String() string {
	if c.Livelock {
		return fmt.Sprintf("%s%sfrom event %d on", listed(c.Threads()), round, c.From)
	}
	return fmt.Sprintf("it repeats itself since event %d, %d times", c.Since, c.Times)
}

// round is between the names of threads and the rest of what is said of a livelock.
const round = " in a cycle of states "

// Who says who is in a livelock, given the String of its Cycle.
func Who(text string) string {
	who, _, _ := strings.Cut(text, round)
	return who
}

// listed is names in a row.
func listed(names []string) string {
	if n := len(names) - 1; n > 0 {
		return strings.Join(names[:n], ", ") + " and " + names[n]
	}
	return strings.Join(names, "")
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
	return append(all, c.means())
}

// means says what follows from the cycle.
func (c *Cycle) means() string {
	switch {
	case c.Livelock:
		return "whoever could go had a turn, and all variables are what they were: it can go on so for ever"
	case c.Why != "":
		return "whoever could go had a turn: perhaps a livelock, but variables were not compared, because " + c.Why
	case c.Looked:
		return "whoever could go had a turn, but the program has other variables each time: it may end yet"
	}
	return "whoever could go had a turn: a livelock, unless the program counts in a variable, for these are not compared"
}
