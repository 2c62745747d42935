package commandline

import (
	"cmp"
	"fmt"
	"maps"
	"path/filepath"
	"slices"
	"strings"

	"machsim/debugger/choose/strategy"
	"machsim/debugger/run/runner"
	"machsim/ipc/quote"
)

// Command returns the command line that makes a run with these options. It replays the recording of
// a run that no options describe: a fork that took its parent's events in another order, or a run whose
// choices depend on the runs before it.
func Command(verb string, o *runner.Setup) string {
	if p := o.Parent; p != nil && p.Reordered || o.Recording != "" && alone(o.Strategy) {
		return Open("replay", o.Recording, o.Trust)
	}
	words := append([]string{"machsim", verb}, subject(o)...)
	if cmp.Or(o.Strategy, strategy.Usual()) != strategy.Usual() {
		words = append(words, "--strategy", Quote(o.Strategy))
	}
	if o.Weak {
		words = append(words, "--weak")
	}
	if o.FreeTimers {
		words = append(words, "--free-timers")
	}
	if o.Lenient {
		words = append(words, "--lenient")
	}
	if o.Preempt {
		words = append(words, "--preempt")
	}
	if o.KeepGoing {
		words = append(words, "--keep-going")
	}
	if all := o.Faults.WithoutProbes().String(); all != "" {
		words = append(words, "--faults", Quote(all))
	}
	for _, p := range o.Faults.Probes() {
		words = append(words, "--probe", Quote(p.String()))
	}
	if !o.Keep.All() {
		words = append(words, "--keep", o.Keep.String())
	}
	if o.MaxSteps != 0 && o.MaxSteps != runner.Endless {
		words = append(words, "--max-events", fmt.Sprint(o.MaxSteps))
	}
	if verb == "run" && len(o.Claims) > 0 {
		words = append(words, Words(o.Claims))
	}
	if o.Parent != nil && o.Trust {
		words = append(words, trust)
	}
	return strings.Join(words, " ")
}

// alone says that no command line has a strategy make the same run once more.
func alone(name string) bool {
	s := strategy.Named(name)
	return s == nil || s.Learns
}

// trust is the flag that lets a recording name a package outside of the current module.
const trust = "--trust"

// Open returns the command line that opens the recording in a file with a verb. trusting adds the
// flag that a package outside of the current module needs.
func Open(verb, file string, trusting bool) string {
	command := "machsim " + verb + " " + File(file)
	if trusting {
		command += " " + trust
	}
	return command
}

// File quotes the name of a file for a shell, and so that machsim does not read it as a flag.
func File(name string) string {
	if strings.HasPrefix(name, "-") {
		name = "." + string(filepath.Separator) + name
	}
	return Quote(name)
}

// subject returns the words that say what to run: a program with its parameters, or a fork.
func subject(o *runner.Setup) []string {
	seed := fmt.Sprint(o.Seed)
	if p := o.Parent; p != nil {
		return []string{"--from", File(p.File), "--at", fmt.Sprint(p.Event), "--seed", seed}
	}
	words := []string{Quote(cmp.Or(o.As, o.Program.Name)), "--seed", seed}
	for _, name := range slices.Sorted(maps.Keys(o.Args)) {
		words = append(words, param(name, o.Args[name])...)
	}
	return words
}

// param returns the words that give a parameter.
func param(name, value string) []string {
	if Taken != nil && Taken(name) {
		return []string{"--param", Quote(name + "=" + value)}
	}
	return []string{"--" + name + "=" + Quote(value)}
}

// Taken says whether the commands have a flag of a name, so that no parameter can have one. Whoever has commands sets
// it once, before any runs.
var Taken func(name string) bool

// Words quotes the words of a command line for a shell.
func Words(words []string) string {
	quoted := make([]string, len(words))
	for i, w := range words {
		quoted[i] = Quote(w)
	}
	return strings.Join(quoted, " ")
}

// Quote returns s as a single word for a shell.
func Quote(s string) string {
	safe := func(r rune) bool {
		return r >= 'a' && r <= 'z' || r >= 'A' && r <= 'Z' || r >= '0' && r <= '9' || strings.ContainsRune("-_./,:+@%=", r)
	}
	if strings.IndexFunc(s, func(r rune) bool { return !safe(r) }) < 0 {
		return s
	}
	if quote.Line(s) != s {
		return ansi(s)
	}
	return "'" + strings.ReplaceAll(s, "'", `'\''`) + "'"
}

// ansi returns s in the form of shells for unprintable characters: $'a\x1b'.
func ansi(s string) string {
	var b strings.Builder
	b.WriteString("$'")
	for i := range len(s) {
		switch c := s[i]; {
		case c == '\'' || c == '\\':
			b.WriteString(`\` + string(c))
		case c < ' ' || c >= 0x7f:
			fmt.Fprintf(&b, `\x%02x`, c)
		default:
			b.WriteByte(c)
		}
	}
	return b.String() + "'"
}
