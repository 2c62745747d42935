package lang

import (
	"slices"
	"strconv"
)

// parser reads a text from its beginning to its end.
type parser struct {
	Source
	at     int // up to here the text was taken
	next   token
	looked bool // next is the next token

	states bool   // a condition on one position is read, in which || is Go's or
	place  *Place // whose condition is read, which may speak of its message; nil for none
	listed bool   // a part of a list with commas is read
	hole   *Node  // the operand that comes next, if it was read already
	depth  int
}

// maxDepth is how deep parts may stand in each other.
const maxDepth = 100

// Parse reads a predicate. The error is a *Mistake.
func Parse(s string) (*Node, error) { return parse(s, false) }

// ParseExpression reads a value, or a condition on one position, in which || is or. The error is a
// *Mistake.
func ParseExpression(s string) (*Node, error) { return parse(s, true) }

func parse(s string, states bool) (*Node, error) {
	p := &parser{Source: Source{ofPredicate, s}, states: states}
	if err := p.bounded(); err != nil {
		return nil, err
	}
	n, err := p.linked()
	if err != nil {
		return nil, err
	}
	if t := p.peek(); t.sort != end {
		return nil, p.wrong(t, "and, or, ->, ||, a comparison or the end")
	}
	return n, p.settle(n, !states)
}

// ParsePlace reads a place as a breakpoint has it, whose condition goes on to the end. The error is a
// *Mistake.
func ParsePlace(s string) (*Place, error) {
	p := &parser{Source: Source{ofBreakpoint, s}, states: true}
	if err := p.bounded(); err != nil {
		return nil, err
	}
	place := &Place{Source: p.Source}
	if err := p.breakpoint(place); err != nil {
		return nil, err
	}
	return place, nil
}

func (p *parser) peek() token {
	if !p.looked {
		p.next, p.looked = lex(p.Text, p.at), true
	}
	return p.next
}

// after is the n-th token after the next one.
func (p *parser) after(n int) token {
	t := p.peek()
	for range n {
		t = lex(p.Text, t.to)
	}
	return t
}

// name is the next token where a name of a place is expected.
func (p *parser) name() token { return lexName(p.Text, p.at, p.listed) }

// acceptName takes the next token, where a name of a place is expected, if it is one of some words.
func (p *parser) acceptName(words ...string) (string, bool) {
	if t := p.name(); t.sort == word && slices.Contains(words, t.text) {
		return p.taken(t).text, true
	}
	return "", false
}

// taken goes on behind a token.
func (p *parser) taken(t token) token {
	p.at, p.looked = t.to, false
	return t
}

func (p *parser) take() token { return p.taken(p.peek()) }

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
		return p.Mistake(t.at, "%s is missing here", expected)
	case unclosed:
		return p.Mistake(t.at, "this text has no quote at its end, or a bad escape in it")
	}
	shown := t.text
	if t.sort == quotation {
		shown = strconv.Quote(t.text)
	}
	return p.Mistake(t.at, "%s was expected here, not %s", expected, shown)
}

// maxLength is how long a text may be, so that all that is done with it has an end.
const maxLength = 20_000

func (p *parser) bounded() error {
	if len(p.Text) > maxLength {
		return p.Mistake(maxLength, "this text has more than %d characters", maxLength)
	}
	return nil
}

// deeper notes that a part begins that stands in another one; shallower has to follow.
func (p *parser) deeper() error {
	if p.depth++; p.depth > maxDepth {
		return p.Mistake(p.peek().at, "this is too deep in brackets, nots and conditions")
	}
	return nil
}

func (p *parser) shallower() { p.depth-- }

// inStates reads a part in which || is or, since there is no order of events in it.
func (p *parser) inStates(part func() (*Node, error)) (*Node, error) {
	before := p.states
	p.states = true
	defer func() { p.states = before }()
	return part()
}

// joined reads parts with a sign or word between them; a single part is left as it is.
func (p *parser) joined(o Op, between string, part func() (*Node, error)) (*Node, error) {
	first, err := part()
	if err != nil {
		return nil, err
	}
	all := &Node{Op: o, At: first.At, To: first.To, Kids: []*Node{first}, Word: between == "and" || between == "or"}
	for {
		if _, ok := p.accept(between); !ok {
			break
		}
		n, err := part()
		if err != nil {
			return nil, err
		}
		all.Kids, all.To = append(all.Kids, n), n.To
	}
	if len(all.Kids) == 1 {
		return first, nil
	}
	return all, nil
}
