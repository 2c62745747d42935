package repl

import (
	"fmt"
	"strconv"
)

// toParent goes back to what a fork was made from.
func (p *Prompt) toParent([]string) error {
	if p.on.parent == nil {
		return fmt.Errorf("this is the recording itself: it has no parent here; run makes a fork of it")
	}
	return p.entered(p.on.parent)
}

// listForks lists the forks that were made here.
func (p *Prompt) listForks([]string) error {
	t := newTable("", "fork", "made from", ">after", "change", ">seed", ">events", "ended", "saved in")
	return rows(p, "there are no forks yet: run makes one here, choose THREAD one in which that thread goes next", t, p.forks, func(f *fork) []string {
		mark, change := " ", f.change
		if f == p.on {
			mark = "*"
		}
		if f.next != 0 {
			change = f.s.Tape.End.ThreadName(f.next) + " goes next"
		}
		return []string{mark, f.name(), f.parent.name(), fmt.Sprint(f.at), change, fmt.Sprint(f.s.Rec.Seed), fmt.Sprint(f.s.Tape.Len()), ending(f.s), f.known()}
	})
}

// toFork enters a fork again.
func (p *Prompt) toFork(words []string) error {
	n, err := strconv.Atoi(words[0])
	switch {
	case len(p.forks) == 0:
		return fmt.Errorf("there are no forks yet: type run to make one here")
	case err != nil || n < 1 || n > len(p.forks):
		return fmt.Errorf("there is no fork %q: they have the numbers 1 to %d; forks lists them", words[0], len(p.forks))
	}
	return p.entered(p.forks[n-1])
}

// forkNumbers are the forks that can be entered.
func forkNumbers(p *Prompt) []string {
	var all []string
	for _, f := range p.forks {
		all = append(all, fmt.Sprint(f.n))
	}
	return all
}
