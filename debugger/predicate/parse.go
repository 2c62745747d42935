package predicate

import (
	"slices"
	"strconv"
	"strings"
)

// parser reads the tokens from the first to the last.
type parser struct {
	source
	rest  []token
	given *node // the operand that comes next, if it was read already
	depth int
}

// maxDepth is how deep parts may stand in each other.
const maxDepth = 100

// parse reads a predicate or an expression.
func parse(s string) (*node, error) {
	p := &parser{source: source(s), rest: scan(s)}
	n, err := p.linked()
	if err != nil {
		return nil, err
	}
	if t := p.peek(); t.sort != end {
		return nil, p.wrong(t, "and, or, ->, ||, a comparison or the end")
	}
	return n, nil
}

func (p *parser) peek() token { return p.rest[0] }

// after is the n-th token after the next one.
func (p *parser) after(n int) token { return p.rest[min(n, len(p.rest)-1)] }

func (p *parser) take() token {
	t := p.rest[0]
	if t.sort != end {
		p.rest = p.rest[1:]
	}
	return t
}

// accept takes the next token if it is one of some signs or words.
func (p *parser) accept(words ...string) (token, bool) {
	if t := p.peek(); (t.sort == sign || t.sort == word) && slices.Contains(words, t.text) {
		return p.take(), true
	}
	return token{}, false
}

func (p *parser) expect(sign, expected string) error {
	if _, ok := p.accept(sign); !ok {
		return p.wrong(p.peek(), expected)
	}
	return nil
}

// wrong is a mistake at a token, where something else was expected.
func (p *parser) wrong(t token, expected string) error {
	switch t.sort {
	case end:
		return p.mistake(t.at, "%s is missing here", expected)
	case unclosed:
		return p.mistake(t.at, "this text has no quote at its end, or a bad escape in it")
	}
	shown := t.text
	if t.sort == quotation {
		shown = strconv.Quote(t.text)
	}
	return p.mistake(t.at, "%s was expected here, not %s", expected, shown)
}

// several reads parts with a sign or word between them; a single part is left as it is.
func (p *parser) several(o op, between string, part func() (*node, error)) (*node, error) {
	first, err := part()
	if err != nil {
		return nil, err
	}
	all := &node{op: o, at: first.at, to: first.to, kids: []*node{first}}
	for {
		if _, ok := p.accept(between); !ok {
			break
		}
		n, err := part()
		if err != nil {
			return nil, err
		}
		all.kids, all.to = append(all.kids, n), n.to
	}
	if len(all.kids) == 1 {
		return first, nil
	}
	return all, nil
}

func (p *parser) linked() (*node, error)     { return p.several(linked, "->", p.concurrent) }
func (p *parser) concurrent() (*node, error) { return p.several(concurrent, "||", p.or) }
func (p *parser) or() (*node, error)         { return p.several(or, "or", p.and) }
func (p *parser) and() (*node, error)        { return p.several(and, "and", p.unary) }

func (p *parser) unary() (*node, error) {
	if p.depth++; p.depth > maxDepth {
		return nil, p.mistake(p.peek().at, "this is too deep in brackets and nots")
	}
	defer func() { p.depth-- }()
	t := p.peek()
	if _, ok := p.accept("not"); ok {
		n, err := p.unary()
		if err != nil {
			return nil, err
		}
		return &node{op: not, at: t.at, to: n.to, kids: []*node{n}}, nil
	}
	if t.sort == word && (t.text == "possibly" || t.text == "definitely") && p.after(1).is("(") {
		return p.modal()
	}
	if n, how, ok := p.quantifier(); ok {
		return p.quantified(n, how)
	}
	return p.comparison()
}

func (p *parser) modal() (*node, error) {
	t := p.take()
	p.take()
	kid, err := p.linked()
	if err != nil {
		return nil, err
	}
	n := &node{op: possibly, at: t.at, to: p.peek().to, kids: []*node{kid}}
	if t.text == "definitely" {
		n.op = definitely
	}
	return n, p.expect(")", "a closing bracket )")
}

func (p *parser) comparison() (*node, error) {
	left, err := p.sum()
	if err != nil || !comparison(p.peek()) {
		return left, err
	}
	t := p.take()
	right, err := p.sum()
	if err != nil {
		return nil, err
	}
	if n := p.peek(); comparison(n) {
		return nil, p.mistake(n.at, "a comparison of a comparison; join two comparisons by and")
	}
	return &node{op: compare, text: strings.Replace(t.text, "==", "=", 1), at: left.at, to: right.to, kids: []*node{left, right}}, nil
}

func (p *parser) sum() (*node, error) { return p.operated(p.product, "+", "-") }

func (p *parser) product() (*node, error) { return p.operated(p.factor, "*", "/", "%") }

// operated reads parts with arithmetic signs between them, from left to right.
func (p *parser) operated(part func() (*node, error), signs ...string) (*node, error) {
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
		left = &node{op: arithmetic, text: t.text, at: left.at, to: right.to, kids: []*node{left, right}}
	}
}

// factor is an operand.
func (p *parser) factor() (*node, error) {
	if p.depth++; p.depth > maxDepth {
		return nil, p.mistake(p.peek().at, "this is too deep in brackets")
	}
	defer func() { p.depth-- }()
	if n := p.given; n != nil {
		p.given = nil
		return p.parts(n)
	}
	t := p.peek()
	switch {
	case t.sort == number:
		return p.number()
	case t.sort == quotation && !p.after(1).is("."):
		p.take()
		return &node{op: literal, at: t.at, to: t.to, value: textual(t.text)}, nil
	case t.is("-"):
		p.take()
		n, err := p.factor()
		if err != nil {
			return nil, err
		}
		return &node{op: negative, at: t.at, to: n.to, kids: []*node{n}}, nil
	case t.is("("):
		return p.bracket()
	case p.atPlace():
		return p.place()
	case t.sort == word && !reserved[t.text], t.sort == quotation:
		return p.named()
	}
	return nil, p.wrong(t, "a condition (kant.holding = 2, label critical by kant, ...)")
}

// reserved are words that have a meaning of their own: a variable or thread of that name
// has to be put in quotes, with a dot before or after it.
var reserved = map[string]bool{
	"and": true, "or": true, "not": true, "of": true, "by": true, "different": true,
}

func (p *parser) number() (*node, error) {
	t := p.take()
	n := &node{op: literal, at: t.at, to: t.to}
	if i, err := strconv.ParseInt(t.text, 0, 64); err == nil {
		n.value = integer(i)
	} else if f, err := strconv.ParseFloat(t.text, 64); err == nil {
		n.value = floating(f)
	} else {
		return nil, p.mistake(t.at, "%s is no number", t.text)
	}
	return n, nil
}

// bracket reads something in brackets, which may be repeated.
func (p *parser) bracket() (*node, error) {
	t := p.take()
	n, err := p.linked()
	if err != nil {
		return nil, err
	}
	closing := p.peek()
	if err := p.expect(")", "a closing bracket )"); err != nil {
		return nil, err
	}
	n.at, n.to = t.at, closing.to
	if _, ok := p.accept("^"); !ok {
		return n, nil
	}
	t = p.take()
	times, err := strconv.Atoi(t.text)
	if t.sort != number || err != nil || times < 1 || times > maxTimes {
		return nil, p.wrong(t, "how often, a number from 1 to "+strconv.Itoa(maxTimes)+",")
	}
	return &node{op: repeated, at: n.at, to: t.to, kids: []*node{n}, n: times}, nil
}

// maxTimes is how often a condition may be repeated.
const maxTimes = 1000

// named reads what begins with a name: a variable, or a function.
func (p *parser) named() (*node, error) {
	t := p.peek()
	if t.sort == word && p.after(1).is("(") && (t.text == "len" || t.text == "sum") {
		return p.function()
	}
	if t.sort == word && p.after(1).is("of") && slices.Contains(aggregates, t.text) {
		return p.aggregate()
	}
	if t.sort == word && (t.text == "true" || t.text == "false") && !p.after(1).is(".") {
		p.take()
		return &node{op: literal, at: t.at, to: t.to, value: boolean(t.text == "true")}, nil
	}
	steps, to, err := p.steps()
	if err != nil {
		return nil, err
	}
	return p.parts(&node{op: variable, at: t.at, to: to, steps: steps})
}

// aggregates are the words for what is made of many values.
var aggregates = []string{"sum", "count", "min", "max"}

func (p *parser) function() (*node, error) {
	t := p.take()
	p.take()
	kid, err := p.sum()
	if err != nil {
		return nil, err
	}
	n := &node{op: length, at: t.at, to: p.peek().to, kids: []*node{kid}}
	if t.text == "sum" {
		n.op = total
	}
	return n, p.expect(")", "a closing bracket )")
}

// steps reads names with dots between them.
func (p *parser) steps() (all []step, to int, err error) {
	for {
		t := p.peek()
		if t.sort != word && t.sort != quotation {
			return nil, 0, p.wrong(t, "a name")
		}
		p.take()
		all, to = append(all, step{t.text, t.at, t.sort == quotation}), t.to
		if _, ok := p.accept("."); !ok {
			return all, to, nil
		}
	}
}

// parts reads elements and fields of a value.
func (p *parser) parts(n *node) (*node, error) {
	for {
		if _, ok := p.accept("["); ok {
			index, err := p.sum()
			if err != nil {
				return nil, err
			}
			n = &node{op: element, at: n.at, to: p.peek().to, kids: []*node{n, index}}
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
		n = &node{op: member, at: n.at, to: t.to, text: t.text, kids: []*node{n}}
	}
}

// aggregate reads sum of VARIABLE, or of FAMILY (EXPRESSION).
func (p *parser) aggregate() (*node, error) {
	t := p.take()
	p.take()
	n := &node{op: aggregate, at: t.at, text: t.text}
	if p.peek().is("(") {
		return n, p.body(n, p.or)
	}
	at := p.peek().at
	steps, to, err := p.steps()
	if err != nil {
		return nil, err
	}
	n.steps = steps
	if p.peek().is("(") {
		return n, p.body(n, p.or)
	}
	kid, err := p.parts(&node{op: variable, at: at, to: to})
	n.kids, n.to = []*node{kid}, p.rest[0].at
	if err == nil {
		n.to = kid.to
	}
	return n, err
}

// body reads what stands in brackets after a family.
func (p *parser) body(n *node, part func() (*node, error)) error {
	p.take()
	kid, err := part()
	if err != nil {
		return err
	}
	n.kids, n.to = []*node{kid}, p.peek().to
	return p.expect(")", "a closing bracket )")
}

// numerals are the words for how many different ones.
var numerals = map[string]int{"two": 2, "three": 3, "four": 4, "five": 5}

// quantifier reads some, all, or two different, if a name follows.
func (p *parser) quantifier() (n int, how string, ok bool) {
	t, then := p.peek(), p.after(1)
	named := func(t token) bool { return (t.sort == word && !reserved[t.text]) || t.sort == quotation }
	switch {
	case t.sort == word && (t.text == "some" || t.text == "any") && named(then):
		p.take()
		return 1, "some", true
	case t.sort == word && (t.text == "all" || t.text == "every") && named(then):
		p.take()
		return 0, "all", true
	case then.is("different") && named(p.after(2)):
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

// quantified reads FAMILY (CONDITION), or FAMILY.VARIABLE and what it is compared with.
func (p *parser) quantified(times int, how string) (*node, error) {
	t := p.peek()
	steps, to, err := p.steps()
	if err != nil {
		return nil, err
	}
	n := &node{op: quantified, at: t.at, text: how, n: times, steps: steps}
	if p.peek().is("(") {
		return n, p.body(n, p.or)
	}
	p.given = &node{op: variable, at: t.at, to: to}
	kid, err := p.comparison()
	if err != nil {
		return nil, err
	}
	n.kids, n.to = []*node{kid}, kid.to
	return n, nil
}
