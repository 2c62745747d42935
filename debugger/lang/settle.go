package lang

import (
	"slices"
	"strings"
)

// settle decides the meaning of each ||. Between values it is Go's or. Where a predicate asks for
// events, two values could also be meant as concurrent, so settle refuses that.
func (p *parser) settle(n *Node, events bool) error {
	parts := n.Kids
	if n.Place != nil && n.Place.If != nil {
		parts = []*Node{n.Place.If}
	}
	for _, k := range parts {
		if err := p.settle(k, false); err != nil {
			return err
		}
	}
	switch infix := n.Op == Concurrent && !n.Word; {
	case infix && events:
		return p.unambiguous(n)
	case infix && n.allValues():
		n.Op = Or
	}
	return p.joinsValues(n)
}

func (n *Node) allValues() bool {
	return !slices.ContainsFunc(n.Kids, func(k *Node) bool { return !k.isValue() })
}

// unambiguous refuses a || with a value expression on either side of it.
func (p *parser) unambiguous(n *Node) error {
	for i := 1; i < len(n.Kids); i++ {
		left, right := n.Kids[i-1].last(), n.Kids[i].first()
		if !left.isValue() || !right.isValue() {
			continue
		}
		at := n.Kids[i-1].To + strings.Index(p.Text[n.Kids[i-1].To:], "||")
		either, event := left.String()+" or "+right.String(), left
		if n.Kids[i-1].Op == AtPlace {
			either, event = "("+left.String()+" || "+right.String()+")", n.Kids[i-1]
		}
		return p.Mistake(at, "|| has two meanings here: write %s if one of them has to hold, "+
			"or concurrent(%s, %s) if neither is to come about before the other", either, event, right)
	}
	return nil
}

// last returns the part of a predicate that a || after it would join as a value.
func (n *Node) last() *Node {
	switch {
	case n.Word && n.Op != Concurrent:
		return n.Kids[len(n.Kids)-1].last()
	case n.Op == AtPlace && n.Place != nil && n.Place.If != nil:
		return n.Place.If.last()
	}
	return n
}

// first returns the part of a predicate that a || before it would join as a value.
func (n *Node) first() *Node {
	if n.Word && (n.Op == And || n.Op == Or) {
		return n.Kids[0].first()
	}
	return n
}

// joinsValues refuses the signs &&, || and ! with predicates.
func (p *parser) joinsValues(n *Node) error {
	if n.Word || n.Op != And && n.Op != Or && n.Op != Not {
		return nil
	}
	for _, k := range n.Kids {
		if !k.isValue() {
			return p.Mistake(k.At, "%s joins values; write %s with what is more than a value", signOf[n.Op], wordOf[n.Op])
		}
	}
	return nil
}

// signOf and wordOf are how conditions are joined in value expressions and in predicates.
var (
	signOf = map[Op]string{And: "&&", Or: "||", Not: "!"}
	wordOf = map[Op]string{And: "and", Or: "or", Not: "not"}
)
