package contrast

import (
	"fmt"

	"machsim/debugger/event/text"
)

// Summary says how many runs there were, and how they ended.
func (x *Result) Summary() string {
	return fmt.Sprintf("%d runs: %d good, %d failing", x.Runs, x.Good, x.Runs-x.Good)
}

// Nothing says why there is nothing to compare; "" if there is something.
func (x *Result) Nothing() string {
	switch {
	case len(x.Classes) == 0:
		return "no run fails: there is nothing to compare"
	case x.Good == 0:
		return "no run is good: there is nothing to compare them with"
	}
	return ""
}

// Failure says how the runs of a class failed.
func (c *Class) Failure() string {
	if c.Text == "" {
		return string(c.Verdict)
	}
	return string(c.Verdict) + ": " + c.Text
}

// Nothing says of a class that was compared that nothing tells it apart; "" if something does.
func (c *Class) Nothing() string {
	if len(c.Tells) > 0 {
		return ""
	}
	return fmt.Sprintf("nothing tells them apart from the good ones: none of %s is significant",
		text.Counted(c.Tested, "feature"))
}

// Chance is how likely it is that these runs have the feature by chance.
func (l *Tell) Chance() string { return fmt.Sprintf("%.1g", l.Corrected) }

// Also says what exactly the same runs have.
func (l *Tell) Also() (all []string) {
	all = text.Each(l.Others, func(other string) string { return "and so " + other })
	if more := l.Alike - len(l.Others); more > 0 {
		all = append(all, fmt.Sprintf("and %d more that exactly these runs have", more))
	}
	return all
}
