package repl

import (
	"fmt"
	"strconv"

	"machsim/debugger/session"
	"machsim/kernel"
)

// run makes a fork here that another seed runs on, and enters it.
func (p *Prompt) run(words []string) error {
	b := session.Branch{Seed: p.unused()}
	if len(words) == 1 {
		seed, err := strconv.ParseUint(words[0], 10, 64)
		if err != nil {
			return fmt.Errorf("%q is no seed: type run, or run and a number, as in run %d", words[0], b.Seed)
		}
		b.Seed = seed
	}
	return p.branch(b)
}

// choose does the same, but lets a thread go next.
func (p *Prompt) choose(words []string) error {
	b := session.Branch{Seed: p.unused()}
	if last := len(words) - 1; last > 0 {
		if seed, err := strconv.ParseUint(words[last], 10, 64); err == nil {
			b.Seed, words = seed, words[:last]
		}
	}
	var err error
	if b.First, err = p.here(words); err != nil {
		return err
	}
	if err := p.canGo(b.First); err != nil {
		return err
	}
	return p.branch(b)
}

// unused is the next seed that no run here has had.
func (p *Prompt) unused() uint64 {
	used := map[uint64]bool{}
	for _, f := range p.forks {
		used[f.seed] = true
	}
	seed := p.root().s.Rec.Seed + 1
	for used[seed] {
		seed++
	}
	return seed
}

// root is the recording that was opened.
func (p *Prompt) root() *fork {
	f := p.on
	for f.parent != nil {
		f = f.parent
	}
	return f
}

// canGo says why a thread cannot go next, and which ones can.
func (p *Prompt) canGo(id kernel.ThreadID) error {
	st := p.s.State()
	if st.Ready.Has(uint32(id)) {
		return nil
	}
	var can []string
	for other := range st.Threads.All {
		if st.Ready.Has(other) {
			can = append(can, st.ThreadName(kernel.ThreadID(other)))
		}
	}
	advice := "no thread can: go back first"
	if can != nil {
		advice = "choose one that can: " + names(can)
	}
	return fmt.Errorf("%s cannot go next: it %s; %s", st.ThreadName(id), p.halted(id), advice)
}

// halted says why a thread is not ready.
func (p *Prompt) halted(id kernel.ThreadID) string {
	for _, place := range p.s.Where() {
		if place.Thread == id {
			return p.s.Explain(&place).Text
		}
	}
	return "is not there yet"
}

// branch makes a fork of the present run and enters it: at its end or, if something was
// changed, just after that. Nothing has changed if it cannot.
func (p *Prompt) branch(b session.Branch) error {
	at := p.s.Done()
	b.File = p.on.file
	s, data, err := p.s.Branch(b, session.Options{LoopLimit: p.o.LoopLimit, Stop: p.stop})
	switch {
	case p.interrupted():
		if err == nil {
			s.Close()
		}
		return fmt.Errorf("interrupted; no fork was made")
	case err != nil:
		return err
	case s.Tape.Len() == at:
		s.Close()
		return fmt.Errorf("nothing is left to run here: %s; go back first, as in goto %d", ending(p.s), max(at-10, 0))
	}
	to := s.Graph.All()
	if len(b.Edits) > 0 {
		to = s.Graph.First(at + len(b.Edits))
	}
	if err := s.MoveTo(to); err != nil {
		s.Close()
		return err
	}
	f := p.add(s, data, at, b)
	p.introduce(f)
	return p.entered(f)
}

// introduce tells what a fork is that has just been made.
func (p *Prompt) introduce(f *fork) {
	p.printf("%s: %s, then %s\n", f.name(), f.origin(), f.how())
	if f.along {
		p.printf("it ends after event %d: %s\n", f.s.Tape.Len(), ending(f.s))
	}
	if f.n == 1 {
		p.printf("parent goes back, forks lists the forks, save keeps this one\n")
	}
}

// origin says what a fork has in common with its parent.
func (f *fork) origin() string {
	if f.s.Rec.Parent.Reordered {
		return fmt.Sprintf("the %d events of %s that the position held", f.at, f.maker())
	}
	return fmt.Sprintf("as %s up to event %d", f.maker(), f.at)
}

// how says what a fork does of its own.
func (f *fork) how() string {
	switch {
	case f.along:
		return fmt.Sprintf("%s; on as recorded as far as that fits, then by seed %d", f.change, f.s.Rec.Seed)
	case f.next == 0:
		return fmt.Sprintf("by seed %d", f.s.Rec.Seed)
	}
	return fmt.Sprintf("%s goes next, then by seed %d", f.s.State().ThreadName(f.next), f.s.Rec.Seed)
}
