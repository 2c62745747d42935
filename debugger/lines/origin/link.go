package origin

import (
	"machsim/debugger/lines/source"
	"machsim/kernel/hook"
)

// Kind is what a link of a chain is.
type Kind uint8

// The kinds. From Constant on they end a chain.
const (
	Assigned  Kind = iota // a variable was assigned to, or declared with a value
	Argument              // a function was called with the value
	Result                // a function has returned it
	Message               // it came in a message: the statement has sent that
	Outside               // code without hooks has made it of its arguments
	Constant              // the source says the value
	Zero                  // it is that with which the variable began
	Kernel                // the kernel has said it: a number at random, a time, a name
	Given                 // the thread was given it when it began
	Before                // it was there before the task ran
	Unheard               // no hook tells of it
	Forgotten             // it was made earlier than is remembered
)

var kinds = [...]string{"assigned", "argument", "result", "message", "outside", "constant", "zero", "kernel", "given",
	"before", "unheard", "forgotten"}

func (k Kind) String() string { return kinds[k] }

// Ends says whether a link of a kind ends a chain.
func (k Kind) Ends() bool { return k >= Constant }

// Link is a source of a value: a statement of a thread.
type Link struct {
	Kind  Kind
	At    source.Hit // before the statement
	Place source.Place
	Name  string // of what was assigned, called or returned
	Value string // what it was then; "" if that is not known
	Text  string // the statement, in one line
	// Sent and Received are the events of a message; -1 for none.
	Sent, Received int
	Branch         string // the condition within which the source of a chain stands; "" for none
	BranchLine     int
	Skipped        int     // the line that would have assigned something, had the branch been taken; 0 for none
	Times          int     // so many statements one after the other: a sum
	From           []*Link // its sources, once they were found
	Left           int     // how many sources were left out
	Again          bool    // its sources stand elsewhere

	expand func() []*Link
	found  bool
	log    *log // with its statement, at i
	i      int
}

// linkKey identifies what is one link.
type linkKey struct {
	log    *log
	i      int
	kind   Kind
	target int
	path   string
}

// make makes a link at a statement, or returns the one that there is.
func (t *tracer) make(key linkKey, at place, expand func() []*Link) *Link {
	if l := t.links[key]; l != nil {
		return l
	}
	e := at.entry()
	file, line := e.pkg.Place(e.stmt())
	l := &Link{Kind: key.kind, Sent: -1, Received: -1, Times: 1, expand: expand, log: key.log, i: key.i,
		At:    source.Hit{Thread: e.by.id, N: uint64(e.n), Event: e.event},
		Place: source.Place{Func: source.Qualified(e.pkg, e.of().function()), Path: file.Path, Line: line},
		Text:  t.code(at).text(e.code)}
	t.links[key] = l
	return l
}

// end is the end of a chain at a statement.
func (t *tracer) end(at place, k Kind, name string) *Link {
	l := t.make(linkKey{at.log, at.s, k, 0, name}, at, nil)
	l.Name = name
	if k == Constant || k == Zero {
		e := at.entry()
		l.Branch, l.BranchLine = t.code(at).files[at.fn().File].branch(t.code(at).statement(e.code).node)
	}
	return l
}

// link is a link for what has written something, or made it.
func (t *tracer) link(l *log, w write, p path) *Link {
	e := l.at(w.i)
	s := w.i
	if e.kind != began {
		s = l.head(w.i, e.by, e.frame)
	}
	if e.kind == declared && e.of().function().Vars[e.code].Kind != hook.Plain {
		return t.argument(l, w.i, p)
	}
	if s < 0 {
		return t.forgotten(l)
	}
	at := in(l, s)
	x := t.make(linkKey{l, w.i, Assigned, w.target, p.String()}, at, nil)
	if x.expand == nil {
		x.Name, x.expand = t.nameOf(at, e, w)+p.words(), func() []*Link { return t.assigned(at, w, p) }
		x.Value = t.shown(l, w, p)
	}
	return x
}

// forgotten is the end of a chain where the log does not go on: at the first statement that is remembered.
func (t *tracer) forgotten(l *log) *Link {
	i := l.left
	for i < l.len()-1 && l.at(i).kind != began {
		i++
	}
	return t.end(in(l, i), Forgotten, "")
}

// nameOf is what a statement calls what it assigns to.
func (t *tracer) nameOf(at place, e *entry, w write) string {
	switch e.kind {
	case declared:
		return e.of().function().Vars[e.code].Name
	case accessed:
		return oneLine(e.site().Expr)
	}
	targets := t.code(at).statement(e.code).targets
	if x := t.code(at).targetOf(e.code, targets[w.target].from); x != nil {
		f := t.code(at).files[at.fn().File]
		return oneLine(f.text[offset(x.Pos()):offset(x.End())])
	}
	return at.fn().Vars[targets[w.target].slot].Name
}

// assigned finds the sources of what a statement has assigned.
func (t *tracer) assigned(at place, w write, p path) []*Link {
	switch e := at.log.at(w.i); e.kind {
	case declared:
		return t.born(at, w.i, p)
	case accessed:
		return t.stored(at, int(e.site().From), p)
	default:
		return t.stored(at, t.code(at).statement(e.code).targets[w.target].from, p)
	}
}

// linkOf is a link of a kind at a statement that leaves a function.
func (t *tracer) linkOf(l *log, s int, k Kind, n int, p path) *Link {
	at := in(l, s)
	x := t.make(linkKey{l, s, k, n, p.String()}, at, nil)
	if x.expand == nil {
		x.Name = at.fn().Name
		x.expand = func() []*Link { return t.returned(at, n, p) }
	}
	return x
}
