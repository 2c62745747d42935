package report

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	"machsim/debugger/runner"
)

// Command is the command that makes a run with these options.
func Command(verb string, o *runner.Options) string {
	words := []string{"machsim", verb, o.Program.Name, "--seed", fmt.Sprint(o.Seed)}
	for _, name := range slices.Sorted(maps.Keys(o.Args)) {
		words = append(words, "--"+name+"="+quote(o.Args[name]))
	}
	if o.Weak {
		words = append(words, "--weak")
	}
	if o.FreeTimers {
		words = append(words, "--free-timers")
	}
	if o.MaxSteps != 0 {
		words = append(words, "--max-events", fmt.Sprint(o.MaxSteps))
	}
	return strings.Join(words, " ")
}

// quote makes a word that a shell takes as one.
func quote(s string) string {
	safe := func(r rune) bool {
		return r >= 'a' && r <= 'z' || r >= 'A' && r <= 'Z' || r >= '0' && r <= '9' || strings.ContainsRune("-_./,:+@%", r)
	}
	if strings.IndexFunc(s, func(r rune) bool { return !safe(r) }) < 0 {
		return s
	}
	return "'" + strings.ReplaceAll(s, "'", `'\''`) + "'"
}
