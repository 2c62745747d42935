package repl

import (
	"slices"
	"strings"

	"machsim/debugger"
	"machsim/debugger/face/repl/answer"
)

// aboutPanic is the help on the panic button.
const aboutPanic = `The panic button (Krawczuk 3.5) stops all threads where they are. While something takes long it
is Ctrl-C: a motion, a search or a fork that is being made is given up, and the position is
what it was. A run that machsim debug PROGRAM makes is given up too, and opened where it was.
As a command, panic goes nowhere: it says for each thread that has not ended what it is doing
here, those that can go on first, and who waits for whom in a cycle.`

// panicButton prints what all threads are doing.
func (p *Prompt) panicButton([]string) error {
	h, err := p.d.Here(p.a.Ctx)
	if err != nil {
		return err
	}
	x, err := p.d.Panic(p.a.Ctx)
	if err != nil {
		return err
	}
	p.here(h)
	p.a.Printf("all threads stand still: %d could go on, %d cannot, %d ended\n", len(x.Able), len(x.Unable), x.Ended)
	if all := slices.Concat(x.Able, x.Unable); len(all) > 0 {
		t := answer.NewTable("", "thread", "host", ">since ms", "what it is doing", "source")
		answer.Rows(&p.a, "", t, all, func(r debugger.Doing) []string {
			return []string{mark(r.Focus, "*"), r.Thread, r.Host, answer.Since(r.Since), r.Text, r.Source}
		})
	}
	if len(x.Cycle) > 0 {
		p.a.Printf("a cycle: %s -> %s\n", strings.Join(x.Cycle, " -> "), x.Cycle[0])
	}
	return nil
}

// mark returns the mark of a row, if it has that.
func mark(has bool, mark string) string {
	if has {
		return mark
	}
	return " "
}
