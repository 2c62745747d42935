package lang

import (
	"go/constant"
	gotoken "go/token"
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
		if err == nil && left.ofMessage() && !p.inner {
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
		return &Node{Op: Literal, At: t.at, To: t.to, Value: constant.MakeString(t.text)}, nil
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
	switch literal := right.Op == Literal; {
	case left.Op == MessageID && n.Text == "~":
		return p.Mistake(from.at, "~ is for texts, and the id of a message is a number")
	case left.Op == MessageID && literal && !isID(right.Value):
		return p.wrong(from, "a number of 32 bits, as the id of a message is,")
	case left.Op == MessageItem && n.Text == "~" && literal && right.Value.Kind() != constant.String:
		return p.wrong(from, "a text in quotes")
	}
	return nil
}

func isID(x constant.Value) bool {
	if x.Kind() != constant.Int {
		return false
	}
	n, ok := constant.Int64Val(x)
	return ok && int64(int32(n)) == n
}

// sums and products are the arithmetic signs, in the two levels that Go has.
var (
	sums     = []string{"+", "-", "|", "^"}
	products = []string{"*", "/", "%", "<<", ">>", "&", "&^"}
)

func (p *parser) sum() (*Node, error) { return p.computed(p.product, sums...) }

func (p *parser) product() (*Node, error) { return p.computed(p.factor, products...) }

// computed reads parts with arithmetic signs between them, from left to right.
func (p *parser) computed(part func() (*Node, error), signs ...string) (*Node, error) {
	left, err := part()
	if err != nil {
		return nil, err
	}
	for {
		if p.peek().is("^") && (left.Op == AtPlace || left.Op == Quantified) {
			return left, nil // which repeats brackets only
		}
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
	case t.sort == quotation && (p.values || !p.after(1).is(".")):
		p.take()
		return p.parts(&Node{Op: Literal, At: t.at, To: t.to, Value: constant.MakeString(t.text)})
	case t.sort == character:
		p.take()
		r := constant.MakeFromLiteral(t.text, gotoken.CHAR, 0)
		return &Node{Op: Literal, At: t.at, To: t.to, Text: t.text, Value: r}, nil
	case t.is("-") && p.after(1).sort == number:
		p.take()
		return p.number(t, "-")
	case t.sort == sign && strings.Contains("-!+^*&", t.text):
		return p.prefixed()
	case t.is("("):
		return p.bracket()
	case t.is("["):
		n, err := p.listType()
		if err != nil {
			return nil, err
		}
		return p.parts(n)
	case !p.values && p.atPlace():
		return p.atPlaceNode()
	case t.isName(inValues), p.values && t.sort == word:
		return p.named()
	case p.values:
		return nil, p.wrong(t, "a value")
	case p.place != nil:
		return nil, p.wrong(t, "a condition: id, item and its number, or one on variables that the thread shows,")
	}
	return nil, p.wrong(t, "a condition (kant.holding = 2, label critical by kant, ...)")
}

// prefixed reads an operand behind a sign.
func (p *parser) prefixed() (*Node, error) {
	t := p.take()
	n, err := p.factor()
	if err != nil {
		return nil, err
	}
	if t.text == "!" {
		return &Node{Op: Not, At: t.at, To: n.To, Kids: []*Node{n}}, nil
	}
	return &Node{Op: Unary, Text: t.text, At: t.at, To: n.To, Kids: []*Node{n}}, nil
}

// listType reads []T, where T is a type.
func (p *parser) listType() (*Node, error) {
	t := p.take()
	if err := p.expect("]", "a closing bracket ]"); err != nil {
		return nil, err
	}
	kid, err := p.typeName()
	if err != nil {
		return nil, err
	}
	return &Node{Op: ListType, At: t.at, To: kid.To, Kids: []*Node{kid}}, nil
}

// typeName reads a type: its name, with or without its package, or that of a list.
func (p *parser) typeName() (*Node, error) {
	defer p.shallower()
	if err := p.deeper(); err != nil {
		return nil, err
	}
	if p.peek().is("[") {
		return p.listType()
	}
	t := p.peek()
	steps, to, err := p.steps()
	if err != nil {
		return nil, err
	}
	return &Node{Op: Variable, At: t.at, To: to, Steps: steps}, nil
}

// number reads a number behind its sign, which began at a token.
func (p *parser) number(from token, minus string) (*Node, error) {
	t := p.take()
	for _, kind := range []gotoken.Token{gotoken.INT, gotoken.FLOAT, gotoken.IMAG} {
		c := constant.MakeFromLiteral(t.text, kind, 0)
		if c.Kind() == constant.Unknown {
			continue
		}
		if minus != "" {
			c = constant.UnaryOp(gotoken.SUB, c, 0)
		}
		return &Node{Op: Literal, At: from.at, To: t.to, Text: minus + t.text, Value: c}, nil
	}
	return nil, p.Mistake(t.at, "%s is no number", t.text)
}

// named reads what begins with a name: a part of a message, a function, an aggregate, a truth value or
// a variable.
func (p *parser) named() (*Node, error) {
	t, then := p.peek(), p.after(1)
	switch {
	case t.sort != word:
	case p.place != nil && beginsPart(t.text) && !then.is(".") && !then.is("["):
		return p.partOfMessage()
	case then.is("(") && slices.Contains(callables, t.text):
		return p.builtin()
	case t.text == "func" && p.values && then.is("("):
		return nil, p.Mistake(t.at, "a function literal is not possible here")
	case !p.values && then.is("of") && slices.Contains(aggregates, t.text):
		return p.aggregate()
	case (t.text == "true" || t.text == "false") && !then.is("."):
		p.take()
		return &Node{Op: Literal, At: t.at, To: t.to, Value: constant.MakeBool(t.text == "true")}, nil
	}
	steps, to, err := p.steps()
	if err != nil {
		return nil, err
	}
	n := &Node{Op: Variable, At: t.at, To: to, Steps: steps}
	if then := p.peek(); !p.values && p.place == nil && (then.is("by") || then.is("in")) {
		return p.spotBy(n)
	}
	return p.parts(n)
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

// builtin reads a function of Go, or sum, with its operands.
func (p *parser) builtin() (*Node, error) {
	t := p.take()
	n := &Node{Op: Function, Text: t.text, At: t.at}
	if err := p.arguments(n); err != nil {
		return nil, err
	}
	switch k := len(n.Kids); {
	case k == 0:
		return nil, p.Mistake(n.At, "%s takes a value", t.text)
	case k > 1 && t.text != "min" && t.text != "max":
		return nil, p.Mistake(n.Kids[1].At, "%s takes one value", t.text)
	}
	return p.parts(n)
}

// arguments reads the operands of a call, in brackets.
func (p *parser) arguments(n *Node) error {
	p.take()
	for more := !p.peek().is(")"); more; _, more = p.accept(",") {
		kid, err := p.inside()
		if err != nil {
			return err
		}
		if p.peek().is(".") {
			return p.Mistake(p.peek().at, "a call with ... is not possible here")
		}
		n.Kids = append(n.Kids, kid)
	}
	n.To = p.peek().to
	return p.expect(")", "a closing bracket )")
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
		if then := p.after(1); !p.peek().is(".") || then.is("(") || then.is(".") {
			return all, to, nil
		}
		p.take()
	}
}

// parts reads elements, slices and fields of a value, what it holds of a type, and calls of it.
func (p *parser) parts(n *Node) (_ *Node, err error) {
	for err == nil {
		switch t := p.peek(); {
		case t.is("["):
			n, err = p.element(n)
		case t.is("("):
			call := &Node{Op: Called, At: n.At, Kids: []*Node{n}}
			n, err = call, p.arguments(call)
		case t.is(".") && !p.after(1).is("."):
			p.take()
			n, err = p.member(n)
		case t.text == "{" && t.sort == strange:
			return nil, p.wrong(t, "")
		default:
			return n, nil
		}
	}
	return nil, err
}

// member reads a field, or the type that an interface is to hold, behind a dot.
func (p *parser) member(n *Node) (*Node, error) {
	t := p.take()
	if t.is("(") {
		return p.asserted(n, t)
	}
	if t.sort != word && t.sort != quotation {
		return nil, p.wrong(t, "the name of a field")
	}
	if n.Op == Variable && n.Steps != nil { // in brackets
		n.Steps, n.To = append(n.Steps, Step{t.text, t.at, t.sort == quotation}), t.to
		return n, nil
	}
	return &Node{Op: Member, At: n.At, To: t.to, Text: t.text, Kids: []*Node{n}}, nil
}

// asserted reads a type up to its closing bracket: it is compared with what a type is called.
func (p *parser) asserted(n *Node, from token) (*Node, error) {
	for depth := 1; ; {
		switch t := p.take(); {
		case t.sort == end:
			return nil, p.wrong(t, "a closing bracket )")
		case t.is("("):
			depth++
		case t.is(")"):
			depth--
			if depth == 0 {
				name := strings.TrimSpace(p.Text[from.to:t.at])
				return &Node{Op: Asserted, Text: name, At: n.At, To: t.to, Kids: []*Node{n}}, nil
			}
		}
	}
}

// element reads an index, or the bounds of a slice.
func (p *parser) element(of *Node) (*Node, error) {
	p.take()
	n := &Node{Op: Element, At: of.At, Kids: []*Node{of}}
	for bound := 1; bound <= 4; bound *= 2 {
		if bound > 1 {
			if _, ok := p.accept(":"); !ok {
				break
			}
			n.Op = Sliced
		}
		if t := p.peek(); t.is("]") || t.is(":") {
			continue
		}
		kid, err := p.inside()
		if err != nil {
			return nil, err
		}
		n.Kids, n.N = append(n.Kids, kid), n.N|bound
	}
	switch {
	case n.Op == Element && n.N == 0, n.N&4 != 0 && n.N&2 == 0:
		return nil, p.wrong(p.peek(), "an index")
	case n.Op == Element:
		n.N = 0
	}
	n.To = p.peek().to
	return n, p.expect("]", "a closing bracket ]")
}
