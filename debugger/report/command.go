package report

import (
	"cmp"
	"fmt"
	"maps"
	"path/filepath"
	"slices"
	"strings"

	"machsim/debugger/runner"
	"machsim/kernel/quote"
)

// Command is the command that makes a run with these options. There is none for a fork
// that took its parent's events in another order: only its recording makes that again.
func Command(verb string, o *runner.Options) string {
	if p := o.Parent; p != nil && p.Reordered {
		return Open("replay", o.Recording, o.Trust)
	}
	words := append([]string{"machsim", verb}, what(o)...)
	if o.Weak {
		words = append(words, "--weak")
	}
	if o.FreeTimers {
		words = append(words, "--free-timers")
	}
	if o.Lenient {
		words = append(words, "--lenient")
	}
	if o.KeepGoing {
		words = append(words, "--keep-going")
	}
	if o.MaxSteps != 0 {
		words = append(words, "--max-events", fmt.Sprint(o.MaxSteps))
	}
	for _, word := range o.Claims {
		if verb == "run" {
			words = append(words, Quote(word))
		}
	}
	if o.Parent != nil && o.Trust {
		words = append(words, trust)
	}
	return strings.Join(words, " ")
}

// trust is the flag by which a recording may name a package of anywhere.
const trust = "--trust"

// Open is the command that opens the recording in a file, as a verb does. Trusting says
// that the recording's package is not of the module one stands in, which takes a flag.
func Open(verb, file string, trusting bool) string {
	command := "machsim " + verb + " " + File(file)
	if trusting {
		command += " " + trust
	}
	return command
}

// File makes a word of the name of a file that a shell takes as one, and machsim as no flag.
func File(name string) string {
	if strings.HasPrefix(name, "-") {
		name = "." + string(filepath.Separator) + name
	}
	return Quote(name)
}

// what says in words what is run: a program with its parameters, or a fork.
func what(o *runner.Options) []string {
	seed := fmt.Sprint(o.Seed)
	if p := o.Parent; p != nil {
		return []string{"--from", File(p.File), "--at", fmt.Sprint(p.Event), "--seed", seed}
	}
	words := []string{Quote(cmp.Or(o.As, o.Program.Name)), "--seed", seed}
	for _, name := range slices.Sorted(maps.Keys(o.Args)) {
		words = append(words, "--"+name+"="+Quote(o.Args[name]))
	}
	return words
}

// Quote makes a word that a shell takes as one.
func Quote(s string) string {
	safe := func(r rune) bool {
		return r >= 'a' && r <= 'z' || r >= 'A' && r <= 'Z' || r >= '0' && r <= '9' || strings.ContainsRune("-_./,:+@%", r)
	}
	if strings.IndexFunc(s, func(r rune) bool { return !safe(r) }) < 0 {
		return s
	}
	if quote.Line(s) != s {
		return ansi(s)
	}
	return "'" + strings.ReplaceAll(s, "'", `'\''`) + "'"
}

// ansi is a word with what is not printable written as shells have it: $'a\x1b'.
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
