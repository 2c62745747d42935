package lang

import (
	"slices"
	"strings"
)

// Pattern is a regular expression over the events of an object or a thread.
type Pattern struct {
	Sort string // port, mutex, thread, ...; "" if it was not said
	Of   Word
	Root *Regular
}

// RegularOp is what a Regular is.
type RegularOp uint8

// The sorts of regular expressions.
const (
	Single   RegularOp = iota // an event, Place
	Sequence                  // kids, one after the other
	Either                    // one of kids
	Repeat                    // kid 0, any number of times
	Several                   // kid 0, once or more
	Optional                  // kid 0, or nothing
)

// Regular is a part of a regular expression.
type Regular struct {
	Op    RegularOp
	At    int // index of its first byte in the text
	To    int // index of the byte after it
	Kids  []*Regular
	Place *Place // of a Single
}

// patternSorts are the sorts of what has events.
var patternSorts = []string{"thread", "task", "port", "set", "mutex", "condition"}

// repetitions are the signs behind what is repeated.
var repetitions = map[string]RegularOp{"*": Repeat, "+": Several, "?": Optional}

// matches parses events of NAME match EXPRESSION.
func (p *parser) matches() (n *Node, err error) {
	n = &Node{Op: Matches, At: p.take().at, Pattern: &Pattern{}}
	p.take()
	if sort := p.after(1); !sort.is("match") {
		n.Pattern.Sort, _ = p.acceptName(patternSorts...)
	}
	if n.Pattern.Of, err = p.nameOf("the name of a thread, a task or an object"); err != nil {
		return nil, err
	}
	if err = p.expect("match", "match"); err != nil {
		return nil, err
	}
	p.pattern = true
	n.Pattern.Root, err = p.alternatives()
	p.pattern, n.To = false, p.at
	return n, err
}

// alternatives parses sequences with | between them.
func (p *parser) alternatives() (*Regular, error) {
	defer p.shallower()
	if err := p.deeper(); err != nil {
		return nil, err
	}
	all := &Regular{Op: Either}
	for next := true; next; _, next = p.accept("|") {
		kid, err := p.sequence()
		if err != nil {
			return nil, err
		}
		all.Kids = append(all.Kids, kid)
	}
	return all.sole(), nil
}

// sole returns the only kid of an expression, or the expression.
func (r *Regular) sole() *Regular {
	if len(r.Kids) == 1 {
		return r.Kids[0]
	}
	return r
}

func (p *parser) sequence() (*Regular, error) {
	all := &Regular{Op: Sequence}
	for {
		t := p.name()
		if !t.is("(") && (t.sort != word || !isKind(t.text)) {
			break
		}
		kid, err := p.repeated()
		if err != nil {
			return nil, err
		}
		all.Kids = append(all.Kids, kid)
	}
	if len(all.Kids) == 0 {
		return nil, p.wrong(p.peek(), "an event ("+strings.Join(kindWords()[:5], ", ")+", ...)")
	}
	return all.sole(), nil
}

// repeated parses an event, or an expression in brackets, with a sign behind it.
func (p *parser) repeated() (r *Regular, err error) {
	if _, ok := p.accept("("); ok {
		if r, err = p.alternatives(); err != nil {
			return nil, err
		}
		err = p.expect(")", "a closing bracket )")
	} else {
		r, err = p.single()
	}
	for err == nil {
		t, ok := p.accept("*", "+", "?")
		if !ok {
			break
		}
		r = &Regular{Op: repetitions[t.text], Kids: []*Regular{r}}
	}
	return r, err
}

// single parses an event: its kind and, perhaps, its object or text, and who has to make the call.
func (p *parser) single() (*Regular, error) {
	s := &Place{Source: p.Source}
	t := p.taken(p.name())
	s.Kind = Label + Kind(slices.Index(kindWords(), t.text))
	next := p.name()
	another := next.sort == word && isKind(next.text) || p.endsSingle(next)
	switch d := &Kinds[s.Kind]; {
	case d.Text && (d.Need || !another):
		if err := p.textOf(s); err != nil {
			return nil, err
		}
	case !d.Text && !another:
		if err := p.object(s); err != nil {
			return nil, err
		}
	}
	if _, ok := p.acceptName("by", "in"); ok {
		if err := p.one(s); err != nil {
			return nil, err
		}
	}
	return &Regular{Place: s, At: t.at, To: p.at}, nil
}

// endsSingle says whether a token cannot be the object of an event in a pattern.
func (p *parser) endsSingle(t token) bool {
	return endsPlace(t) || t.is("(") || t.is("by") || t.is("in")
}

// String formats a pattern as it is typed.
func (m *Pattern) String() string {
	words := "events of "
	if m.Sort != "" {
		words += m.Sort + " "
	}
	return words + NameText(m.Of.Text) + " match " + m.Root.in(Either)
}

// tightness orders how tightly the sorts of expressions hold together.
var tightness = map[RegularOp]int{Either: 0, Sequence: 1, Single: 3, Repeat: 2, Several: 2, Optional: 2}

// in formats an expression, in brackets if it holds together less than what is around it.
func (r *Regular) in(around RegularOp) string {
	s := r.text()
	if tightness[r.Op] < tightness[around] {
		return "(" + s + ")"
	}
	return s
}

func (r *Regular) text() string {
	var all []string
	for _, k := range r.Kids {
		all = append(all, k.in(map[RegularOp]RegularOp{Either: Sequence, Sequence: Repeat}[r.Op]))
	}
	switch r.Op {
	case Single:
		return r.Place.call()
	case Sequence:
		return strings.Join(all, " ")
	case Either:
		return strings.Join(all, " | ")
	}
	for sign, o := range repetitions {
		if o == r.Op {
			return r.Kids[0].in(Repeat) + sign
		}
	}
	return ""
}
