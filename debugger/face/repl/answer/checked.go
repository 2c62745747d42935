package answer

import (
	"fmt"

	"machsim/debugger"
)

// maxRefuted is how many refutations of an assertion are told.
const maxRefuted = 10

// Checked is what a run says to a predicate, in lines. Remarks and efforts are not among them.
func Checked(x *debugger.Checked) (lines []string) {
	switch v := x.Verdict; {
	case v != nil:
		return verdict(v)
	case x.Avoided != nil:
		return avoided(x.Avoided)
	case !x.Found:
		return []string{NoState(x.Since)}
	}
	return append([]string{foundAs(x.Form)}, x.Why...)
}

// NoState says that no state satisfies a predicate, of a run that is known from an event on, 0 for all of it.
func NoState(since int) string {
	if since > 0 {
		return fmt.Sprintf("no state from event %d on satisfies it", since)
	}
	return "no state of the run satisfies it"
}

// avoided is what a run says to a condition that not all of its ways come to.
func avoided(x *debugger.Avoided) []string {
	if x.Position.IsZero() {
		return []string{"can be avoided; it is not decided whether any state satisfies it", x.Way()}
	}
	lines := []string{"can be avoided: states satisfy it, but not on every way to the end", x.Way(),
		"the first state that satisfies it is " + x.Position.String()}
	return append(lines, x.Why...)
}

// foundAs says in which sense a state was found.
func foundAs(f debugger.Form) string {
	switch f {
	case debugger.Simultaneous:
		return "simultaneous: somebody knows it, at first here"
	case debugger.Possibly:
		return "possible: a state that satisfies it"
	case debugger.Definitely:
		return "definite: every way to the end comes to a state that satisfies it, as this one"
	}
	return "satisfied, at first here"
}

// verdict is what a run says to an assertion about time.
func verdict(v *debugger.Verdict) []string {
	lines := []string{v.String()}
	for i, r := range v.Refuted {
		if i == maxRefuted {
			lines = append(lines, fmt.Sprintf("and %d more", v.Owed-i))
			break
		}
		lines = append(lines, fmt.Sprintf("%d. %s", i+1, r.Why))
	}
	if o := v.Orders; o != nil {
		lines = append(lines, o.String(v.Truth))
		for _, more := range []string{o.Why, o.First} {
			if more != "" {
				lines = append(lines, "  "+more)
			}
		}
	}
	return lines
}
