package shrink

import (
	"slices"
	"strings"

	"machsim/debugger/run/report"
)

// same says whether a failure is the wanted one: the same check, deadlock of the same objects, or the same first object
// that threads wait at in vain, for fewer of them may do so in a smaller run.
func same(want, f report.Failure) bool {
	if want.Verdict != report.Stuck || f.Verdict != report.Stuck {
		return want == f
	}
	first, _, _ := strings.Cut(want.What, ", ")
	return slices.Contains(strings.Split(f.What, ", "), first)
}

// local says whether a failure is decided by the last event: what does not come before that does not matter.
func local(f report.Failure) bool {
	switch f.Verdict {
	case report.CheckFailed, report.Panic, report.Misuse, report.Unhandled, report.Goexit:
		return true
	}
	return false
}
