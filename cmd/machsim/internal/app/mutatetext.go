package app

import (
	"fmt"
	"io"
	"strings"

	"machsim/cmd/machsim/internal/mutate"
	"machsim/debugger/event/text"
	"machsim/ipc/quote"
)

// print tells what came of the mutants: of those that survive all, of the others a line.
func (r *mutantsReport) print(w io.Writer) {
	fmt.Fprintf(w, "%s  %s\n", r.Program, r.summary())
	for _, line := range r.against() {
		fmt.Fprintf(w, "  %s\n", line)
	}
	for _, g := range r.All {
		if g.Status == mutate.Survives {
			fmt.Fprintln(w)
			survivor(w, g)
		}
	}
	if r.Mutants > r.Survive {
		fmt.Fprintln(w)
	}
	r.others(w)
}

func (r *mutantsReport) summary() string {
	word := ""
	if r.Interrupted {
		word = "INTERRUPTED: "
	}
	return fmt.Sprintf("%s%s: %d noticed, %d survive, %d run like the program", word, text.Counted(r.Mutants, "mutant"),
		r.Noticed, r.Survive, r.Same)
}

// against says what the mutants were held against.
func (r *mutantsReport) against() (lines []string) {
	if r.Tests != "" {
		lines = append(lines, fmt.Sprintf("%d of those noticed fail a test in %s", r.ByTests, quote.Line(r.Tests)))
	} else {
		lines = append(lines, "there are no tests: they were held against runs only")
	}
	if r.Same > 0 {
		lines = append(lines, fmt.Sprintf("%d do in %d seeds what the program does, and may differ in others; to %d of them no "+
			"run came", r.Same, r.Seeds, r.Unreached))
	}
	return lines
}

func survivor(w io.Writer, g *mutate.Graded) {
	fmt.Fprintf(w, "  SURVIVES  %s\n", g.Name)
	for _, line := range g.Diff() {
		fmt.Fprintf(w, "    %s\n", quote.Line(line))
	}
	d := g.Difference
	if d.Event == 0 {
		fmt.Fprintf(w, "    seed %d differs in what no trace shows\n", d.Seed)
	} else {
		fmt.Fprintf(w, "    seed %d differs at event %d:\n      program  %s\n      mutant   %s\n", d.Seed, d.Event,
			orEnded(d.Program), orEnded(d.Mutant))
	}
	fmt.Fprintf(w, "    look at it: %s\n", g.Open)
}

func orEnded(line string) string {
	if line == "" {
		return "(has ended)"
	}
	return strings.Join(strings.Fields(line), " ")
}

// others tells a line of each mutant that does not survive.
func (r *mutantsReport) others(w io.Writer) {
	width := 0
	for _, g := range r.All {
		width = max(width, len(g.Name))
	}
	for _, g := range r.All {
		if g.Status != mutate.Survives {
			fmt.Fprintf(w, "  %-12s %-*s  %s\n", g.Status, width, g.Name, because(g))
		}
	}
}

// because says by what a mutant was noticed.
func because(g *mutate.Graded) string {
	var parts []string
	if g.Test != "" {
		parts = append(parts, g.Test)
	}
	if g.Run != nil && g.Run.Seed > 0 {
		parts = append(parts, fmt.Sprintf("seed %d: %s", g.Run.Seed, g.Run.What))
	} else if g.Run != nil {
		parts = append(parts, g.Run.What)
	}
	if parts == nil {
		return strings.Join(strings.Split(g.Old, "\n")[:1], "")
	}
	return quote.Line(strings.Join(parts, "; "))
}
