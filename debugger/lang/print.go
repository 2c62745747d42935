package lang

import (
	"fmt"
	"go/constant"
	"slices"
	"strconv"
	"strings"

	"machsim/debugger/event/text"
)

// The levels of the grammar: a part of a lower level than where it stands has to be in brackets.
const (
	levelLinked = iota
	levelConcurrent
	levelImplied
	levelLasting
	levelOr
	levelAnd
	levelUnary
	levelValueAnd
	levelComparison
	levelSum
	levelProduct
	levelFactor
)

// level returns the level at which a node is printed.
func (n *Node) level() int {
	switch n.Op {
	case Linked:
		return levelLinked
	case Unless:
		return levelConcurrent
	case Concurrent:
		if n.Word {
			return levelUnary
		}
		return levelConcurrent
	case Not:
		if n.Word {
			return levelUnary
		}
		return levelFactor
	case Or, And:
		return joinLevel(n.Op, n.Word)
	case Implies, LeadsTo:
		return levelImplied
	case Since, Until:
		return levelLasting
	case Once, Previously, SoFar, Eventually, Always, Never, Matches, Quantified, Possibly, Definitely, Simultaneous,
		AtPlace:
		return levelUnary
	case Compare:
		return levelComparison
	case Arithmetic:
		if slices.Contains(sums, n.Text) {
			return levelSum
		}
		return levelProduct
	}
	return levelFactor
}

func joinLevel(o Op, word bool) int {
	switch {
	case o == Or && word:
		return levelOr
	case o == And && word:
		return levelAnd
	case o == Or: // in brackets everywhere: there, no || asks for events
		return levelLinked
	}
	return levelValueAnd
}

// String formats a predicate or an expression so that parsing it gives an equal tree.
func (n *Node) String() string { return n.in(levelLinked) }

// in formats a node, with brackets if its level is lower than the given one.
func (n *Node) in(level int) string {
	if n.level() < level {
		return "(" + n.text() + ")"
	}
	return n.text()
}

func (n *Node) text() string {
	switch n.Op {
	case Literal, Variable, MessageID, MessageItem, MessageType:
		return n.operand()
	case Member, Element, Sliced, Asserted, ListType, Called, Function, Unary, Arithmetic, Compare:
		return n.computation()
	case Not:
		if n.Word {
			return "not " + n.Kids[0].in(levelUnary)
		}
		return "!" + n.Kids[0].in(levelFactor)
	case And, Or:
		return n.junction()
	case AtPlace:
		return n.place()
	case Quantified, Aggregate:
		return n.family()
	case Implies:
		return n.Kids[0].in(levelLasting) + " implies " + n.Kids[1].in(levelLasting)
	}
	if n.IsOfTime() {
		return n.ofTime()
	}
	return n.events()
}

// operand formats a node without parts.
func (n *Node) operand() string {
	switch {
	case n.Op == MessageID:
		return "id"
	case n.Op == MessageItem:
		return fmt.Sprintf("item %d", n.N)
	case n.Op == MessageType:
		return "type"
	case n.Op == Variable:
		return stepsText(n.Steps)
	}
	switch n.Value.Kind() {
	case constant.String:
		return strconv.Quote(constant.StringVal(n.Value))
	case constant.Bool:
		return n.Value.String()
	}
	return n.Text
}

func stepsText(steps []Step) string {
	var all []string
	for _, s := range steps {
		if s.Quoted {
			all = append(all, strconv.Quote(s.Text))
		} else {
			all = append(all, s.Text)
		}
	}
	return strings.Join(all, ".")
}

func (n *Node) computation() string {
	first := n.Kids[0]
	switch n.Op {
	case Member:
		return first.whole() + "." + fieldText(n.Text)
	case Asserted:
		return first.whole() + ".(" + n.Text + ")"
	case Element, Sliced:
		return first.whole() + "[" + n.bounds() + "]"
	case Called:
		return first.whole() + arguments(n.Kids[1:])
	case Function:
		return n.Text + arguments(n.Kids)
	case ListType:
		return "[]" + first.text()
	case Unary:
		if first.Op == Literal || n.Text == "&" && first.Op == Unary {
			return n.Text + "(" + first.text() + ")"
		}
		return n.Text + first.in(levelFactor)
	case Compare:
		return first.in(levelSum) + " " + n.Text + " " + n.Kids[1].in(levelSum)
	}
	return first.in(n.level()) + " " + n.Text + " " + n.Kids[1].in(n.level()+1)
}

// whole formats what has parts, in brackets if a sign before it would else have them.
func (n *Node) whole() string {
	if n.Op == Unary || n.Op == Not || n.Op == Literal {
		return "(" + n.text() + ")"
	}
	return n.in(levelFactor)
}

// bounds formats what stands between the square brackets of an Element or Sliced.
func (n *Node) bounds() string {
	if n.Op == Element {
		return n.Kids[1].in(levelValueAnd)
	}
	all, kids := "", n.Kids[1:]
	for bound := 1; bound <= max(2, n.N&4); bound *= 2 {
		if bound > 1 {
			all += ":"
		}
		if n.N&bound != 0 {
			all, kids = all+kids[0].in(levelValueAnd), kids[1:]
		}
	}
	return all
}

// arguments formats the operands of a call.
func arguments(kids []*Node) string {
	all := text.Each(kids, func(k *Node) string { return k.in(levelValueAnd) })
	return "(" + strings.Join(all, ", ") + ")"
}

// fieldText formats the name of a field, in quotes if it is not a word.
func fieldText(name string) string {
	if name == "" || span(name, isLetterOrDigit) < len(name) {
		return strconv.Quote(name)
	}
	return name
}

func (n *Node) junction() string {
	between := signOf[n.Op]
	if n.Word {
		between = wordOf[n.Op]
	}
	return strings.Join(textsOf(n.Kids, max(n.level(), levelLasting)+1), " "+between+" ")
}

// textsOf formats parts that and or or join.
func textsOf(parts []*Node, level int) []string {
	all := make([]string, len(parts))
	for i, k := range parts {
		all[i] = k.in(level)
		if i+1 < len(parts) && k.endsWithPlace() && parts[i+1].beginsWithMessage(level) {
			all[i] = "(" + all[i] + ")" // else the place before it would include it
		}
	}
	return all
}

// endsWithPlace says whether the last words of a node are those of a place.
func (n *Node) endsWithPlace() bool {
	return n.Op == AtPlace || (n.Op == Not && n.Word || n.IsOfTime() && n.Within == nil && n.Op != Matches) &&
		n.Kids[len(n.Kids)-1].endsWithPlace()
}

// beginsWithMessage says whether the printed node begins with the word id or item. That word would
// belong to the condition of a place before it.
func (n *Node) beginsWithMessage(level int) bool {
	if n.level() < level {
		return false // but a bracket
	}
	switch n.Op {
	case MessageID, MessageItem, MessageType:
		return true
	case Variable:
		return n.Steps != nil && !n.Steps[0].Quoted && beginsPart(n.Steps[0].Text)
	case Member, Element, Compare, Arithmetic, And, Or:
		return n.Kids[0].beginsWithMessage(n.level())
	}
	return false
}

func (n *Node) family() string {
	body, how := n.Kids[0], n.Text
	switch {
	case n.Op == Aggregate:
		how += " of"
	case how == "different":
		how = fmt.Sprintf("%d different", n.N)
	}
	switch {
	case body.HasHole():
		return how + " " + stepsText(n.Steps) + body.in(levelComparison)
	case n.Steps == nil:
		return how + " (" + body.inBody() + ")"
	}
	return how + " " + stepsText(n.Steps) + " (" + body.inBody() + ")"
}

// inBody formats a node inside brackets that hold a condition on one position.
func (n *Node) inBody() string {
	if n.Op == Or {
		return n.text()
	}
	return n.in(levelOr)
}

func (n *Node) events() string {
	switch n.Op {
	case Repeated:
		return fmt.Sprintf("(%s)^%d", n.Kids[0], n.N)
	case Possibly:
		return "possibly(" + n.Kids[0].String() + ")"
	case Definitely:
		return "definitely(" + n.Kids[0].String() + ")"
	case Unless:
		return n.Kids[0].in(levelImplied) + " without " + n.Kids[1].in(levelImplied)
	}
	level := n.level() + 1
	if n.Word || n.Op == Simultaneous {
		level = levelOr
	}
	all := text.Each(n.Kids, func(k *Node) string { return k.in(level) })
	switch {
	case n.Op == Simultaneous:
		return "simultaneous(" + strings.Join(all, ", ") + ")"
	case n.Word:
		return "concurrent(" + strings.Join(all, ", ") + ")"
	case n.Op == Concurrent:
		return strings.Join(all, " || ")
	}
	return strings.Join(all, " -> ")
}
