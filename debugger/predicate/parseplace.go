package predicate

import (
	"errors"
	"slices"
	"strings"

	"machsim/debugger/breakpoint"
)

// blocked is the word before a place at which a thread has to wait.
const blocked = "blocked"

// atPlace says whether a place begins here, in the words of breakpoints.
func (p *parser) atPlace() bool {
	t, then := p.peek(), p.after(1)
	if t.sort != word || then.is(".") && !p.atLine() {
		return false
	}
	if then.sort == sign && !then.is("->") && !then.is("||") && !then.is(")") && !then.is("^") && !p.atLine() {
		return false
	}
	return t.text == "after" || t.text == blocked || isKind(t.text) || p.atLine()
}

func isKind(s string) bool {
	return slices.ContainsFunc(breakpoint.Kinds[breakpoint.Label:], func(d breakpoint.Description) bool { return d.Word == s })
}

// atLine says whether FILE.go: begins here.
func (p *parser) atLine() bool {
	return p.after(1).is(".") && p.after(2).is("go") && p.after(3).is(":")
}

// place reads a place: up to a sign or word that no place has.
func (p *parser) place() (*node, error) {
	first := p.peek()
	n := &node{op: place, at: first.at, to: first.to}
	if _, ok := p.accept(blocked); ok {
		n.in = true
		n.to = first.to
		if t := p.peek(); p.ends(t) || t.is("by") || t.is("in") {
			n.any = true
		}
	}
	words := []byte(p.source[:p.peek().at])
	from, conditional := len(words), false
	var family *node
	for !p.ends(p.peek()) {
		t := p.take()
		conditional = conditional || t.is("if")
		if (t.is("by") || t.is("in")) && family == nil && !conditional {
			if f, ok, err := p.doer(n); err != nil {
				return nil, err
			} else if ok {
				family = f
				n.to = p.last(from)
				continue
			}
		}
		if conditional && (t.is("(") || t.is("[")) {
			t.to = p.closing()
		}
		n.to = t.to
		words = append(words, strings.Repeat(" ", t.at-len(words))...) // of a family, its words
		words = append(words, p.source[t.at:t.to]...)
	}
	if err := p.spec(n, from, string(words[from:])); err != nil {
		return nil, err
	}
	if family != nil {
		family.kids, family.at, family.to = []*node{n}, n.at, n.to
		return family, nil
	}
	return n, nil
}

// last is where the token before the next one ends.
func (p *parser) last(from int) int {
	end := from
	for _, t := range scan(string(p.source)) {
		if t.at < p.peek().at {
			end = t.to
		}
	}
	return end
}

// closing takes tokens to the bracket that closes one that was taken, and returns where it ends.
// That brackets are missing, and what stands in them, is for the reader of the condition to say.
func (p *parser) closing() (to int) {
	for depth := 1; depth > 0; {
		t := p.take()
		switch {
		case t.sort == end:
			return t.to
		case t.is("(") || t.is("["):
			depth++
		case t.is(")") || t.is("]"):
			depth--
		}
		to = t.to
	}
	return to
}

// ends says whether a token can be no part of a place.
func (p *parser) ends(t token) bool {
	switch {
	case t.sort == end, t.is(")"), t.is("->"), t.is("||"), t.is("^"), t.is("or"):
		return true
	case t.is("and"):
		return !p.after(1).is("id") && !p.after(1).is("item")
	}
	return false
}

// doer reads who does it, if that is a family: by some worker. Of a place at any call it
// reads any name.
func (p *parser) doer(n *node) (family *node, ok bool, err error) {
	if times, how, ok := p.quantifier(); ok {
		steps, _, err := p.steps()
		return &node{op: quantified, text: how, n: times, steps: steps}, true, err
	}
	if !n.any {
		return nil, false, nil
	}
	p.accept("thread", "task")
	steps, _, err := p.steps()
	return &node{op: quantified, text: "some", n: 1, steps: steps}, true, err
}

// spec reads the words of a breakpoint.
func (p *parser) spec(n *node, from int, words string) error {
	if n.any {
		if words != "" {
			return p.mistake(from, "by and a name, a place (blocked lock mutex m), or the end was expected here")
		}
		return nil
	}
	spec, err := breakpoint.Parse(words)
	var m *breakpoint.Mistake
	if errors.As(err, &m) {
		return p.mistake(from+m.At, "%s", m.What)
	}
	n.spec, n.from = spec, from
	return err
}
