package repl

import (
	"fmt"

	"machsim/debugger/graph"
	"machsim/debugger/record"
	"machsim/debugger/session"
	"machsim/kernel"
)

// fork is a run that the prompt can be in: the recording that was opened, which has number
// 0 and no parent, or a fork that was made here.
type fork struct {
	n      int
	parent *fork
	at     int             // the events that it has in common with its parent
	next   kernel.ThreadID // that was chosen to go next; 0: none was
	change string          // that was made, in words; "" for none
	along  bool            // it goes on as its parent, as far as that fits
	seed   uint64
	s      *session.Session // nil: it is closed
	data   []byte           // of its recording, nil once it is closed
	file   string           // where that is, or would be by default
	kept   bool             // there is such a file

	// How the prompt left it:
	focus kernel.ThreadID
	left  graph.Cut
}

// name is how people call it.
func (f *fork) name() string {
	if f.n == 0 {
		return "the recording"
	}
	return fmt.Sprint("fork ", f.n)
}

// maker is how people call what a fork was made from.
func (f *fork) maker() string {
	if f.parent.closed() {
		return f.parent.name() + ", closed"
	}
	return f.parent.name()
}

func (f *fork) closed() bool { return f.s == nil }

// close gives back all that the fork's run takes up. What is left says what others were
// made from.
func (f *fork) close() {
	if !f.closed() {
		f.s.Close()
	}
	f.s, f.data, f.left = nil, nil, nil
}

// known is the name of its file, "" if there is none.
func (f *fork) known() string {
	if f.kept {
		return f.file
	}
	return ""
}

// original is the recording that was opened.
func original(s *session.Session, file string) *fork {
	f := &fork{s: s, file: file, kept: file != ""}
	if !f.kept {
		f.file = fmt.Sprintf("%s-%d.rec", s.Rec.Program, s.Rec.Seed)
	}
	return f
}

// enter puts the prompt into a run, where it was left.
func (p *Prompt) enter(f *fork) {
	p.on.focus, p.on.left = p.focus, p.left
	p.on, p.s, p.o.File = f, f.s, f.known()
	p.focus, p.left, p.view, p.again = f.focus, f.left, nil, ""
}

// entered enters a run, and says where that is.
func (p *Prompt) entered(f *fork) error {
	p.enter(f)
	p.printf("%s, ", f.name())
	p.where()
	p.focused()
	return nil
}

// suffix is what the prompt shows of the run that one is in.
func (f *fork) suffix() string {
	if f.n == 0 {
		return ""
	}
	return " " + f.name()
}

// add makes a fork of the present run known. Its file is called as the Options say.
func (p *Prompt) add(s *session.Session, data []byte, at int, b session.Branch) *fork {
	f := &fork{n: len(p.forks) + 1, parent: p.on, at: at, next: b.First, along: b.Along, seed: s.Rec.Seed, s: s, data: data}
	for i := range b.Edits {
		f.change = p.inWordsOf(&b.Edits[i])
	}
	f.focus, f.left = s.Culprit(), s.Graph.First(at)
	f.file = fmt.Sprintf("fork-%d.rec", f.n)
	if p.o.ForkFile != nil {
		f.file = p.o.ForkFile(s.Rec.Parent, s.Rec.Program, s.Rec.Seed)
	}
	p.forks = append(p.forks, f)
	return f
}

// Close closes the forks that were made. The Session that the Prompt was given is left to
// its owner.
func (p *Prompt) Close() {
	for _, f := range p.forks {
		f.close()
	}
}

// ForkFile says what the file of a fork is called that is given no name.
type ForkFile func(of *record.Parent, program string, seed uint64) string
