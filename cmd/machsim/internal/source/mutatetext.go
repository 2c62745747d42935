//go:build !wasm

package source

import (
	"cmp"
	"fmt"
	"io"
	"strings"

	"machsim/cmd/machsim/internal/mutate"
	"machsim/debugger/event/text"
	"machsim/debugger/study"
	"machsim/ipc/quote"
)

// printMutants tells what came of mutants: of those that survive all, of the others a line.
func printMutants(w io.Writer, r *study.Mutants) {
	word := ""
	if r.Interrupted {
		word = "INTERRUPTED: "
	}
	fmt.Fprintf(w, "%s  %s%s: %d noticed, %d survive, %d run like the program\n", r.Program, word,
		text.Counted(len(r.All), "mutant"), r.Noticed, r.Survive, r.Same)
	against(w, r)
	for i := range r.All {
		if m := &r.All[i]; m.Status == string(mutate.Survives) {
			survivor(w, m)
		}
	}
	others(w, r)
}

// against says what the mutants were held against.
func against(w io.Writer, r *study.Mutants) {
	if r.Tests != "" {
		fmt.Fprintf(w, "  a test in %s fails with %d of those that are noticed\n", quote.Line(r.Tests), r.ByTests)
	} else {
		fmt.Fprintf(w, "  there are no tests: they were held against runs only\n")
	}
	if r.Same > 0 {
		fmt.Fprintf(w, "  what runs like the program does so in %d seeds, and may differ in others; no run comes to "+
			"%d of them\n", r.Seeds, r.Unreached)
	}
}

func survivor(w io.Writer, m *study.Mutant) {
	fmt.Fprintf(w, "\n  SURVIVES  %s\n", m.Name)
	for _, line := range m.Change {
		fmt.Fprintf(w, "    %s\n", quote.Line(line))
	}
	if m.Event == 0 {
		fmt.Fprintf(w, "    seed %d differs in what no trace shows\n", m.Seed)
	} else {
		fmt.Fprintf(w, "    seed %d differs at event %d:\n      program  %s\n      mutant   %s\n", m.Seed, m.Event,
			orEnded(m.Original), orEnded(m.Instead))
	}
	fmt.Fprintf(w, "    look at it: %s\n", m.Open)
}

func orEnded(line string) string { return cmp.Or(line, "(has ended)") }

// others tells a line of each mutant that does not survive.
func others(w io.Writer, r *study.Mutants) {
	width, blank := 0, "\n"
	for _, m := range r.All {
		width = max(width, len(m.Name))
	}
	for i := range r.All {
		if m := &r.All[i]; m.Status != string(mutate.Survives) {
			fmt.Fprintf(w, "%s  %-12s %-*s  %s\n", blank, m.Status, width, m.Name, because(m))
			blank = ""
		}
	}
}

// because says by what a mutant was noticed, or what it changes.
func because(m *study.Mutant) string {
	var parts []string
	if m.Test != "" {
		parts = append(parts, m.Test)
	}
	switch {
	case m.Failure != "" && m.Seed > 0:
		parts = append(parts, fmt.Sprintf("seed %d: %s", m.Seed, m.Failure))
	case m.Failure != "":
		parts = append(parts, m.Failure)
	case parts == nil:
		parts = m.Change[:1]
	}
	return quote.Line(strings.Join(parts, "; "))
}
