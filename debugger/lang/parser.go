package lang

import (
	"errors"
	"slices"
	"strconv"
	"strings"
)

// parser reads a text from its beginning to its end.
type parser struct {
	Source
	at     int // the text before this byte has been read
	next   token
	looked bool // next is the next token

	values  bool   // only values are possible, so that no word but and, or and not has a meaning of its own
	states  bool   // inside a condition on one position, where || is Go's or
	inner   bool   // inside an index, or an argument
	place   *Place // the place whose condition is being read; the condition may name its message; nil for none
	listed  bool   // inside a list with commas
	pattern bool   // inside a regular expression, whose signs end names
	every   int    // how many every are around, whose events have names and the same message
	hole    *Node  // the next operand, if it has been read already
	depth   int
}

// maxDepth limits the nesting of parts.
const maxDepth = 100

// Parse parses a predicate. The error is a *Mistake.
func Parse(s string) (*Node, error) { return parse(s, false) }

// ParseExpression parses a value, or a condition on one position, in which || means or. The error
// is a *Mistake.
func ParseExpression(s string) (*Node, error) { return parse(s, true) }

func parse(s string, states bool) (*Node, error) {
	return (&parser{Source: Source{ofPredicate, s}, states: states}).whole()
}

// ParseValue parses an expression of values, as print takes it and conditions of lines are. No name has to be in quotes
// there, for these are Go's: a name is that of a variable, whatever it means in a predicate. The error is a *Mistake.
func ParseValue(s string) (*Node, error) {
	n, err := (&parser{Source: Source{ofValue, s}, states: true, values: true}).whole()
	if m := (*Mistake)(nil); errors.As(err, &m) {
		m.Grammar = true
	}
	return n, err
}

// whole parses a text that is one predicate.
func (p *parser) whole() (*Node, error) {
	if err := p.bounded(); err != nil {
		return nil, err
	}
	n, err := p.linked()
	if err != nil {
		return nil, err
	}
	if t := p.peek(); t.sort != end {
		return nil, p.more(t)
	}
	return n, p.settle(n, !p.states)
}

// more reports a token that comes after the end of a predicate or a value.
func (p *parser) more(t token) error {
	switch {
	case !p.values:
		return p.wrong(t, "and, or, ->, ||, a comparison or the end")
	case t.is(":"):
		return p.Mistake(t.at, "this is no expression but a change; to compare, write ==")
	case t.is(","), t.text == ";":
		return p.Mistake(t.at, "this is no expression but the end of one: ask for one at a time")
	}
	return p.Mistake(t.at, "the expression has ended before %s, and more follows it", p.Text[t.at:t.to])
}

// ParsePlace parses the place of a breakpoint. A condition extends to the end of the text. The
// error is a *Mistake.
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

// after returns the n-th token after the next one.
func (p *parser) after(n int) token {
	t := p.peek()
	for range n {
		t = lex(p.Text, t.to)
	}
	return t
}

// name returns the next token where the grammar expects a name of a place.
func (p *parser) name() token {
	t := lexName(p.Text, p.at, p.listed)
	if n := strings.IndexAny(t.text, "*+?|"); p.pattern && t.sort == word && n >= 0 {
		if n == 0 {
			return p.peek()
		}
		t.text, t.to = t.text[:n], t.at+n
	}
	return t
}

// acceptName is accept where the grammar expects a name of a place.
func (p *parser) acceptName(words ...string) (string, bool) {
	if t := p.name(); t.sort == word && slices.Contains(words, t.text) {
		return p.taken(t).text, true
	}
	return "", false
}

// taken advances past a token.
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

// wrong reports an unexpected token, and what was expected.
func (p *parser) wrong(t token, expected string) error {
	switch t.sort {
	case end:
		return p.Mistake(t.at, "%s is missing here", expected)
	case unclosed:
		return p.Mistake(t.at, "this text has no quote at its end, or a bad escape in it")
	}
	switch p.Text[t.at:t.to] {
	case "{":
		return p.Mistake(t.at, "a literal with parts is not possible here; compare the parts one by one")
	case "<":
		if p.values && lex(p.Text, t.to).is("-") {
			return p.Mistake(t.at, "receiving from a channel would change the program")
		}
	case "~":
		return p.Mistake(t.at, "~ is between two texts; the complement of bits is ^")
	}
	shown := t.text
	if t.sort == quotation {
		shown = strconv.Quote(t.text)
	}
	return p.Mistake(t.at, "%s was expected here, not %s", expected, shown)
}

// maxLength limits the length of a text, and so the time for everything done with it.
const maxLength = 20_000

func (p *parser) bounded() error {
	if len(p.Text) > maxLength {
		return p.Mistake(maxLength, "this text has more than %d characters", maxLength)
	}
	return nil
}

// deeper enters a nested part; a call of shallower has to follow.
func (p *parser) deeper() error {
	if p.depth++; p.depth > maxDepth {
		return p.Mistake(p.peek().at, "this is too deep in brackets, nots and conditions")
	}
	return nil
}

func (p *parser) shallower() { p.depth-- }

// inside parses an index, or an argument.
func (p *parser) inside() (*Node, error) {
	before := p.inner
	p.inner = true
	defer func() { p.inner = before }()
	return p.inStates(p.value)
}

// inStates parses a part in which || means or, because it contains no order of events.
func (p *parser) inStates(part func() (*Node, error)) (*Node, error) {
	before := p.states
	p.states = true
	defer func() { p.states = before }()
	return part()
}

// joined parses parts with a sign or word between them; it returns a single part unchanged.
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
