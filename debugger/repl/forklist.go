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
	return p.entered(p.on.open())
}

// open is the nearest run that the fork was made from and that is not closed.
func (f *fork) open() *fork {
	for f = f.parent; f.closed(); {
		f = f.parent
	}
	return f
}

// closeFork closes a fork, by its number, or the one that the prompt is in.
func (p *Prompt) closeFork(words []string) error {
	f := p.on
	if len(words) == 1 {
		var err error
		if f, err = p.numberedFork(words[0]); err != nil {
			return err
		}
	}
	if f.n == 0 {
		return fmt.Errorf("this is the recording itself, which stays open: type close and the number of a fork, or quit to leave")
	}
	leaves := f == p.on
	if leaves {
		p.enter(f.open())
	}
	p.letGo(f)
	f.close()
	saved := ""
	if f.kept {
		saved = "; it is saved in " + f.file
	}
	p.printf("%s is closed%s\n", f.name(), saved)
	if leaves {
		return p.entered(p.on)
	}
	return nil
}

// letGo lets go of what was found in the run of a fork.
func (p *Prompt) letGo(f *fork) {
	if p.stops.s == f.s {
		p.stops.s = nil
		for _, b := range p.stops.list {
			b.hits, b.all = nil, nil
		}
	}
	if p.global.s == f.s {
		p.global.s = nil
		for _, g := range p.global.list {
			g.forget()
		}
	}
}

// numberedFork is the fork of a number.
func (p *Prompt) numberedFork(word string) (*fork, error) {
	n, err := strconv.Atoi(word)
	switch {
	case len(p.forks) == 0:
		return nil, fmt.Errorf("there are no forks yet: type run to make one here")
	case err != nil || n < 1 || n > len(p.forks):
		return nil, fmt.Errorf("there is no fork %q: they have the numbers 1 to %d; forks lists them", word, len(p.forks))
	case p.forks[n-1].closed():
		return nil, fmt.Errorf("fork %d is closed; forks lists those that are open", n)
	}
	return p.forks[n-1], nil
}

// opened are the forks that are not closed.
func (p *Prompt) opened() (all []*fork) {
	for _, f := range p.forks {
		if !f.closed() {
			all = append(all, f)
		}
	}
	return all
}

// listForks lists the forks that were made here.
func (p *Prompt) listForks([]string) error {
	t := newTable("", "fork", "made from", ">after", "change", ">seed", ">events", "ended", "saved in")
	return rows(p, "there are no forks yet: run makes one here, choose THREAD one in which that thread goes next", t, p.opened(), func(f *fork) []string {
		mark, change := " ", f.change
		if f == p.on {
			mark = "*"
		}
		if f.next != 0 {
			change = f.s.Tape.End.ThreadName(f.next) + " goes next"
		}
		return []string{mark, f.name(), f.maker(), fmt.Sprint(f.at), change, fmt.Sprint(f.seed), fmt.Sprint(f.s.Tape.Len()), ending(f.s), f.known()}
	})
}

// toFork enters a fork again.
func (p *Prompt) toFork(words []string) error {
	f, err := p.numberedFork(words[0])
	if err != nil {
		return err
	}
	return p.entered(f)
}

// forkNumbers are the forks that can be entered.
func forkNumbers(p *Prompt) []string {
	var all []string
	for _, f := range p.opened() {
		all = append(all, fmt.Sprint(f.n))
	}
	return all
}
