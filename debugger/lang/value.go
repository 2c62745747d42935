package lang

import (
	"slices"
	"strconv"
	"strings"
)

// value reads a value expression: Go's, with = for == too, and ~ for contains. Outside of conditions
// on one position, || is left to the predicate around it.
func (p *parser) value() (*Node, error) {
	if p.states {
		return p.joined(Or, "||", p.conjoined)
	}
	return p.conjoined()
}

func (p *parser) conjoined() (*Node, error) { return p.joined(And, "&&", p.comparison) }

func isComparison(t token) bool { return t.sort == sign && slices.Contains(comparisons, t.text) }

func (p *parser) comparison() (*Node, error) {
	left, err := p.sum()
	if err != nil || !isComparison(p.peek()) {
		if err == nil && left.ofMessage() {
			return nil, p.wrong(p.peek(), "a comparison ("+strings.Join(comparisons, " ")+")")
		}
		return left, err
	}
	t := p.take()
	from := p.peek()
	right, err := p.compared(left)
	if err != nil {
		return nil, err
	}
	if n := p.peek(); isComparison(n) {
		return nil, p.Mistake(n.at, "a comparison of a comparison; join two comparisons by &&")
	}
	n := &Node{Op: Compare, Text: t.text, At: left.At, To: right.To, Kids: []*Node{left, right}}
	return n, p.fitting(n, from)
}

// compared reads what something is compared with: the type of a message with a name, in quotes or not.
func (p *parser) compared(with *Node) (*Node, error) {
	if t := p.peek(); with.Op == MessageType && t.sort == word {
		p.take()
		return &Node{Op: Literal, At: t.at, To: t.to, Value: t.text}, nil
	}
	return p.sum()
}

// ofMessage says whether a node is a part of a message.
func (n *Node) ofMessage() bool {
	return n.Op == MessageID || n.Op == MessageItem || n.Op == MessageType
}

// fitting checks what a part of a message is compared with, as far as the text tells.
func (p *parser) fitting(n *Node, from token) error {
	left, right := n.Kids[0], n.Kids[1]
	switch _, isText := right.Value.(string); {
	case left.Op == MessageID && n.Text == "~":
		return p.Mistake(from.at, "~ is for texts, and the id of a message is a number")
	case left.Op == MessageID && right.Op == Literal && !isID(right.Value):
		return p.wrong(from, "a number of 32 bits, as the id of a message is,")
	case left.Op == MessageItem && n.Text == "~" && right.Op == Literal && !isText:
		return p.wrong(from, "a text in quotes")
	}
	return nil
}

func isID(x any) bool {
	n, ok := x.(int64)
	return ok && int64(int32(n)) == n
}

func (p *parser) sum() (*Node, error) { return p.computed(p.product, "+", "-") }

func (p *parser) product() (*Node, error) { return p.computed(p.factor, "*", "/", "%") }

// computed reads parts with arithmetic signs between them, from left to right.
func (p *parser) computed(part func() (*Node, error), signs ...string) (*Node, error) {
	left, err := part()
	if err != nil {
		return nil, err
	}
	for {
		t, ok := p.accept(signs...)
		if !ok {
			return left, nil
		}
		right, err := part()
		if err != nil {
			return nil, err
		}
		left = &Node{Op: Arithmetic, Text: t.text, At: left.At, To: right.To, Kids: []*Node{left, right}}
	}
}

// factor reads an operand.
func (p *parser) factor() (*Node, error) {
	defer p.shallower()
	if err := p.deeper(); err != nil {
		return nil, err
	}
	if n := p.hole; n != nil {
		p.hole = nil
		return p.parts(n)
	}
	t := p.peek()
	switch {
	case t.sort == number:
		return p.number(t, "")
	case t.sort == quotation && !p.after(1).is("."):
		p.take()
		return &Node{Op: Literal, At: t.at, To: t.to, Value: t.text}, nil
	case t.is("-") && p.after(1).sort == number:
		p.take()
		return p.number(t, "-")
	case t.is("-"), t.is("!"):
		return p.prefixed()
	case t.is("("):
		return p.bracket()
	case p.atPlace():
		return p.atPlaceNode()
	case t.isName(inValues):
		return p.named()
	case p.place != nil:
		return nil, p.wrong(t, "a condition: id, item and its number, or one on variables that the thread shows,")
	}
	return nil, p.wrong(t, "a condition (kant.holding = 2, label critical by kant, ...)")
}

// prefixed reads an operand behind - or !.
func (p *parser) prefixed() (*Node, error) {
	t := p.take()
	n, err := p.factor()
	if err != nil {
		return nil, err
	}
	o := Not
	if t.text == "-" {
		o = Negative
	}
	return &Node{Op: o, At: t.at, To: n.To, Kids: []*Node{n}}, nil
}

// number reads a number behind its sign, which began at a token.
func (p *parser) number(from token, minus string) (*Node, error) {
	t := p.take()
	n := &Node{Op: Literal, At: from.at, To: t.to, Text: minus + t.text}
	if i, err := strconv.ParseInt(n.Text, 0, 64); err == nil {
		n.Value = i
	} else if u, err := strconv.ParseUint(n.Text, 0, 64); err == nil {
		n.Value = u
	} else if f, err := strconv.ParseFloat(n.Text, 64); err == nil {
		n.Value = f
	} else {
		return nil, p.Mistake(t.at, "%s is no number", t.text)
	}
	return n, nil
}

// named reads what begins with a name: a part of a message, a function, an aggregate, a truth value or
// a variable.
func (p *parser) named() (*Node, error) {
	t, then := p.peek(), p.after(1)
	switch {
	case t.sort != word:
	case p.place != nil && beginsPart(t.text) && !then.is(".") && !then.is("["):
		return p.partOfMessage()
	case then.is("(") && (t.text == "len" || t.text == "sum"):
		return p.measured()
	case then.is("of") && slices.Contains(aggregates, t.text):
		return p.aggregate()
	case (t.text == "true" || t.text == "false") && !then.is("."):
		p.take()
		return &Node{Op: Literal, At: t.at, To: t.to, Value: t.text == "true"}, nil
	}
	steps, to, err := p.steps()
	if err != nil {
		return nil, err
	}
	return p.parts(&Node{Op: Variable, At: t.at, To: to, Steps: steps})
}

// partOfMessage reads id, or item and its number.
func (p *parser) partOfMessage() (*Node, error) {
	t := p.take()
	if !Kinds[p.place.Kind].Content {
		return nil, p.Mistake(t.at, "%s has no message to put a condition on; only send, receive and source lines have",
			p.place.Kind)
	}
	switch t.text {
	case "id":
		return &Node{Op: MessageID, At: t.at, To: t.to}, nil
	case "type":
		return &Node{Op: MessageType, At: t.at, To: t.to}, nil
	}
	which := p.peek()
	n, err := strconv.Atoi(which.text)
	if which.sort != number || err != nil || n < 1 {
		return nil, p.wrong(which, "the number of an item, from 1 on,")
	}
	p.take()
	return &Node{Op: MessageItem, At: t.at, To: which.to, N: n}, nil
}

// measured reads len(VALUE) or sum(VALUE).
func (p *parser) measured() (*Node, error) {
	t := p.take()
	p.take()
	kid, err := p.inStates(p.sum)
	if err != nil {
		return nil, err
	}
	n := &Node{Op: Length, At: t.at, To: p.peek().to, Kids: []*Node{kid}}
	if t.text == "sum" {
		n.Op = Total
	}
	return n, p.expect(")", "a closing bracket )")
}

// steps reads names with dots between them.
func (p *parser) steps() (all []Step, to int, err error) {
	for {
		t := p.peek()
		if t.sort != word && t.sort != quotation {
			return nil, 0, p.wrong(t, "a name")
		}
		p.take()
		all, to = append(all, Step{t.text, t.at, t.sort == quotation}), t.to
		if _, ok := p.accept("."); !ok {
			return all, to, nil
		}
	}
}

// parts reads elements and fields of a value.
func (p *parser) parts(n *Node) (*Node, error) {
	for {
		if _, ok := p.accept("["); ok {
			index, err := p.inStates(p.sum)
			if err != nil {
				return nil, err
			}
			n = &Node{Op: Element, At: n.At, To: p.peek().to, Kids: []*Node{n, index}}
			if err := p.expect("]", "a closing bracket ]"); err != nil {
				return nil, err
			}
			continue
		}
		if _, ok := p.accept("."); !ok {
			return n, nil
		}
		t := p.take()
		if t.sort != word && t.sort != quotation {
			return nil, p.wrong(t, "the name of a field")
		}
		n = &Node{Op: Member, At: n.At, To: t.to, Text: t.text, Kids: []*Node{n}}
	}
}
