package repl

import (
	"fmt"
	"strconv"
	"strings"

	"machsim/debugger"
	"machsim/debugger/face/repl/answer"
)

// breakpoints lists the breakpoints, below the global predicates.
func (p *Prompt) breakpoints([]string) error {
	stops, err := p.d.Stops(p.a.Ctx)
	if err != nil {
		return err
	}
	all, err := p.d.Breakpoints(p.a.Ctx)
	if err != nil {
		return err
	}
	if len(stops) > 0 {
		if p.listStops(stops); len(all) == 0 {
			return nil
		}
	}
	t := answer.NewTable(">number", "enabled", "breakpoint", ">hits", ">so far")
	answer.Rows(&p.a, Words(debugger.ErrNoBreakpoints), t, all, func(b debugger.Breakpoint) []string {
		if b.Unknown != "" {
			return []string{strconv.Itoa(b.Number), enabled(b), b.Text, "-", "-"}
		}
		return []string{strconv.Itoa(b.Number), enabled(b), b.Text, strconv.Itoa(b.Hits), strconv.Itoa(b.SoFar)}
	})
	for _, b := range all {
		if b.Unknown != "" {
			p.a.Printf("breakpoint %d stops nobody: %s\n", b.Number, b.Unknown)
		}
	}
	return nil
}

func enabled(b debugger.Breakpoint) string {
	switch {
	case b.Disabled:
		return "no"
	case b.Once:
		return "once"
	}
	return "yes"
}

// numbers reads numbers of breakpoints.
func (p *Prompt) numbers(words []string) (numbers []int, err error) {
	for _, w := range words {
		n, err := strconv.Atoi(w)
		if err != nil {
			return nil, p.noNumber(w)
		}
		numbers = append(numbers, n)
	}
	return numbers, nil
}

// noNumber returns the error for a word that is the number of no breakpoint.
func (p *Prompt) noNumber(word string) error {
	all, err := p.d.Breakpoints(p.a.Ctx)
	switch {
	case err != nil:
		return err
	case len(all) == 0:
		return debugger.ErrNoBreakpoints
	}
	return fmt.Errorf("%q is no number of a breakpoint; there are %s", word, strings.Join(pointNumbers(p), ", "))
}

// setEnabled returns the command that enables or disables breakpoints: those that are named, or all.
func setEnabled(on bool) func(*Prompt, []string) error {
	return func(p *Prompt, words []string) error {
		numbers, err := p.numbers(words)
		if err != nil {
			return err
		}
		if err := p.d.Enable(p.a.Ctx, on, numbers...); err != nil {
			return err
		}
		return p.breakpoints(nil)
	}
}

// deletes removes breakpoints, by their numbers, or a checkpoint or a note.
func (p *Prompt) deletes(words []string) error {
	if _, err := strconv.Atoi(words[0]); err != nil {
		switch two := len(words) == 2; {
		case two && words[0] == "note":
			return p.deleteNote(words[1])
		case two && words[0] == "name":
			return p.d.UnnameThread(p.a.Ctx, words[1])
		case two && words[0] == "query":
			return p.deleteQuery(words[1])
		case len(words) > 1:
			return fmt.Errorf("delete takes the name of one checkpoint, or numbers of breakpoints, not %q",
				strings.Join(words, " "))
		}
		return p.forget(words)
	}
	numbers, err := p.numbers(words)
	if err != nil {
		return err
	}
	stops, some, err := p.d.Delete(p.a.Ctx, numbers...)
	for _, s := range stops {
		p.a.Printf("%s is deleted\n", s)
	}
	for _, b := range some {
		p.a.Printf("breakpoint %d is deleted\n", b.Number)
	}
	return err
}

// pointNumbers completes the numbers of breakpoints.
var pointNumbers = listed((*debugger.Debugger).Breakpoints,
	func(b debugger.Breakpoint) string { return strconv.Itoa(b.Number) })

func deletable(p *Prompt) []string { return append(checkpointNames(p), pointNumbers(p)...) }

func jointWords(p *Prompt) []string { return append(pointNumbers(p), "back") }
