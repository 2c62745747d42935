package lang

import "strconv"

func (p *parser) linked() (*Node, error) {
	n, err := p.joined(Linked, "->", p.unless)
	if err != nil {
		return nil, err
	}
	first := n
	if n.Op == Linked {
		first = n.Kids[0]
	}
	if first.Op == Unless {
		return nil, p.Mistake(first.Kids[0].To, "without says what does not happen between two events, as in P -> Q "+
			"without R, and before this one there is none")
	}
	return n, nil
}

// unless parses an event, perhaps with what does not happen between the event before it and it.
func (p *parser) unless() (*Node, error) {
	n, err := p.concurrent()
	if err != nil || p.values {
		return n, err
	}
	if _, ok := p.accept("without"); !ok {
		return n, nil
	}
	bar, err := p.concurrent()
	if err != nil {
		return nil, err
	}
	return &Node{Op: Unless, At: n.At, To: bar.To, Kids: []*Node{n, bar}}, nil
}

func (p *parser) concurrent() (*Node, error) { return p.joined(Concurrent, "||", p.implied) }
func (p *parser) or() (*Node, error)         { return p.joined(Or, "or", p.and) }
func (p *parser) and() (*Node, error)        { return p.joined(And, "and", p.unary) }

// unary parses a predicate that no word joins to another.
func (p *parser) unary() (*Node, error) {
	defer p.shallower()
	if err := p.deeper(); err != nil {
		return nil, err
	}
	t := p.peek()
	if then := p.after(1); t.is("not") &&
		(!p.values || then.sort == number || then.sort == character || beginsOperand(then)) {
		p.take()
		n, err := p.unary()
		if err != nil {
			return nil, err
		}
		return &Node{Op: Not, Word: true, At: t.at, To: n.To, Kids: []*Node{n}}, nil
	}
	if p.values {
		return p.value()
	}
	if o, ok := functions[t.text]; ok && t.sort == word && p.after(1).is("(") {
		return p.function(o)
	}
	if n, ok, err := p.ofTime(); ok || err != nil {
		return n, err
	}
	if n, how, ok := p.quantifier(); ok {
		return p.quantified(n, how)
	}
	if next := p.after(1); t.sort == word && functions[t.text] > 0 && (next.sort == word || next.sort == number) {
		return nil, p.Mistake(next.at, "%s is followed by a predicate in brackets, as in %s(x = 1)", t.text, t.text)
	}
	return p.value()
}

// functions are the words before predicates in brackets.
var functions = map[string]Op{
	"possibly": Possibly, "definitely": Definitely, "concurrent": Concurrent, "simultaneous": Simultaneous,
}

// function parses a predicate in brackets; concurrent and simultaneous can have several.
func (p *parser) function(o Op) (*Node, error) {
	t := p.take()
	p.take()
	n := &Node{Op: o, At: t.at, Word: o == Concurrent}
	part, several := p.linked, o == Concurrent || o == Simultaneous
	if several {
		before := p.listed
		p.listed = true
		defer func() { p.listed = before }()
		part = func() (*Node, error) { return p.inStates(p.or) }
	}
	for {
		kid, err := part()
		if err != nil {
			return nil, err
		}
		n.Kids = append(n.Kids, kid)
		if _, ok := p.accept(","); !ok || !several {
			break
		}
	}
	n.To = p.peek().to
	if o == Concurrent && len(n.Kids) == 1 {
		return nil, p.wrong(p.peek(), "a comma and another event")
	}
	return n, p.expect(")", "a closing bracket )")
}

// quantifier parses some, all, or two different, if a name follows.
func (p *parser) quantifier() (n int, how string, ok bool) {
	t, then := p.peek(), p.after(1)
	switch {
	case t.sort == word && (t.text == "some" || t.text == "any") && then.isName(inValues):
		p.take()
		return 1, "some", true
	case t.sort == word && (t.text == "all" || t.text == "every") && then.isName(inValues):
		p.take()
		return 0, "all", true
	case then.is("different") && p.after(2).isName(inValues):
		n = numerals[t.text]
		if k, err := strconv.Atoi(t.text); err == nil && t.sort == number {
			n = k
		}
		if n < 2 {
			return 0, "", false
		}
		p.take()
		p.take()
		return n, "different", true
	}
	return 0, "", false
}

// quantified parses FAMILY (CONDITION), or FAMILY.VARIABLE with a comparison.
func (p *parser) quantified(times int, how string) (*Node, error) {
	t := p.peek()
	steps, to, err := p.steps()
	if err != nil {
		return nil, err
	}
	n := &Node{Op: Quantified, At: t.at, Text: how, N: times, Steps: steps}
	if p.peek().is("(") {
		return n, p.body(n)
	}
	p.hole = &Node{Op: Variable, At: t.at, To: to}
	kid, err := p.comparison()
	if err != nil {
		return nil, err
	}
	n.Kids, n.To = []*Node{kid}, kid.To
	return n, nil
}

// aggregate parses sum of VARIABLE, or of FAMILY (EXPRESSION).
func (p *parser) aggregate() (*Node, error) {
	t := p.take()
	p.take()
	n := &Node{Op: Aggregate, At: t.at, Text: t.text}
	if p.peek().is("(") {
		return n, p.body(n)
	}
	at := p.peek().at
	steps, to, err := p.steps()
	if err != nil {
		return nil, err
	}
	n.Steps = steps
	if p.peek().is("(") {
		return n, p.body(n)
	}
	kid, err := p.parts(&Node{Op: Variable, At: at, To: to})
	if err != nil {
		return nil, err
	}
	n.Kids, n.To = []*Node{kid}, kid.To
	return n, nil
}

// body parses the brackets after a family.
func (p *parser) body(n *Node) error {
	p.take()
	kid, err := p.inStates(p.or)
	if err != nil {
		return err
	}
	n.Kids, n.To = []*Node{kid}, p.peek().to
	return p.expect(")", "a closing bracket )")
}

// bracket parses something in brackets, perhaps with a repetition.
func (p *parser) bracket() (*Node, error) {
	t := p.take()
	n, err := p.linked()
	if err != nil {
		return nil, err
	}
	closing := p.peek()
	if err := p.expect(")", "a closing bracket )"); err != nil {
		return nil, err
	}
	n.At, n.To = t.at, closing.to
	if !p.repeats(n) {
		return p.parts(n)
	}
	p.take()
	t = p.take()
	times, err := strconv.Atoi(t.text)
	if t.sort != number || err != nil || times < 1 || times > maxTimes {
		return nil, p.wrong(t, "how often, a number from 1 to "+strconv.Itoa(maxTimes)+",")
	}
	return &Node{Op: Repeated, At: n.At, To: t.to, Kids: []*Node{n}, N: times}, nil
}

// repeats says whether a repetition comes after a bracket: between values, ^ is Go's.
func (p *parser) repeats(n *Node) bool { return p.peek().is("^") && !p.states && n.IsTruth() }

// maxTimes limits the repetition of a condition.
const maxTimes = 1000
