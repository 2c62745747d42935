package breakpoint

import (
	"slices"
	"strconv"
	"strings"
)

// Parse reads a breakpoint:
//
//	["after"] WHAT ["by" ["thread"|"task"] NAME] ["count" N | "count" N+ | "every" N]
//	["if" CONDITION {"and" CONDITION}]
//
// WHAT is FILE.go:LINE, or a word of Kinds with an object or text; CONDITION is "id" or
// "item" N, compared with a number, a text in quotes, true or false. Names may be put in
// quotes. What the names stand for is looked up by Run.Match. The error is a *Mistake.
func Parse(s string) (*Spec, error) {
	p := &parser{spec: &Spec{text: s}, rest: scan(s)}
	if err := p.all(); err != nil {
		return nil, err
	}
	return p.spec, nil
}

// parser reads the tokens from the first to the last.
type parser struct {
	spec *Spec
	rest []token
}

func (p *parser) peek() token { return p.rest[0] }

func (p *parser) take() token {
	t := p.rest[0]
	if t.sort != end {
		p.rest = p.rest[1:]
	}
	return t
}

// accept takes the next token if it is one of some words.
func (p *parser) accept(words ...string) (string, bool) {
	if t := p.peek(); t.sort == word && slices.Contains(words, t.text) {
		return p.take().text, true
	}
	return "", false
}

// wrong is a mistake at a token, where something else was expected.
func (p *parser) wrong(t token, expected string) error {
	switch t.sort {
	case end:
		return p.spec.mistake(t.at, "%s is missing here", expected)
	case unclosed:
		return p.spec.mistake(t.at, "this text has no quote at its end, or a bad escape in it")
	}
	return p.spec.mistake(t.at, "%s was expected here, not %s", expected, p.shown(t))
}

// shown is a token as it was typed.
func (p *parser) shown(t token) string {
	if t.sort == quotation {
		return strconv.Quote(t.text)
	}
	return t.text
}

func (p *parser) all() error {
	if _, ok := p.accept("after"); ok {
		p.spec.After = true
	}
	for _, part := range []func() error{p.what, p.who, p.count, p.conditions} {
		if err := part(); err != nil {
			return err
		}
	}
	if t := p.peek(); t.sort != end {
		return p.wrong(t, p.more())
	}
	return nil
}

// more is what may still come at the end.
func (p *parser) more() string {
	s := p.spec
	switch {
	case len(s.If) > 0:
		return "and, or the end"
	case s.Count.Mode != Each:
		return "if, or the end"
	case s.By.Text != "":
		return "count, every, if, or the end"
	}
	if d := Kinds[s.Kind]; d.Objects != nil && s.Object.Text == "" {
		return strings.Join(append(d.Before, d.Objects...), ", ") + ", by, count, every, if, or the end"
	}
	return "by, count, every, if, or the end"
}

// what reads the kind and its object or text.
func (p *parser) what() error {
	t := p.peek()
	if t.sort != word {
		return p.wrong(t, "a source line (FILE.go:LINE) or one of "+strings.Join(words(), ", "))
	}
	if strings.Contains(t.text, ".go") || strings.Contains(t.text, ":") {
		return p.line(p.take())
	}
	i := slices.Index(words(), t.text)
	if i < 0 {
		return p.spec.mistake(t.at, "%s is no kind of breakpoint; %s", t.text, didYouMean(t.text, words(), "kinds"))
	}
	p.take()
	p.spec.Kind = Label + Kind(i)
	if Kinds[p.spec.Kind].Text {
		return p.text()
	}
	return p.object()
}

// line reads FILE.go:LINE.
func (p *parser) line(t token) error {
	file, number, ok := strings.Cut(t.text, ":")
	switch {
	case !strings.HasSuffix(file, ".go") || file == ".go":
		return p.spec.mistake(t.at, "a source line is written FILE.go:LINE, as philosophers.go:38")
	case !ok:
		return p.spec.mistake(t.at+len(t.text), "a colon and a line number are missing here, as in %s:38", file)
	}
	n, err := strconv.Atoi(number)
	if err != nil || n < 1 {
		return p.spec.mistake(t.at+len(file)+1, "a line number from 1 on was expected here")
	}
	p.spec.File, p.spec.Number, p.spec.lineAt = file, n, t.at
	return nil
}

// text reads the text of a label, print or call.
func (p *parser) text() error {
	t := p.peek()
	need := Kinds[p.spec.Kind].Need
	switch {
	case t.sort == quotation, t.sort == word && !reserved[t.text]:
		p.spec.Text = Word{p.take().text, t.at}
		return nil
	case !need && (t.sort == end || t.sort == word):
		return nil
	case p.spec.Kind == Call:
		return p.wrong(t, "the name of a kernel call, as vm_allocate,")
	}
	return p.wrong(t, "a text")
}

// object reads what the breakpoint is about, if it is said.
func (p *parser) object() (err error) {
	d := &Kinds[p.spec.Kind]
	_, before := p.accept(d.Before...)
	sort, sorted := p.accept(d.Objects...)
	t := p.peek()
	switch {
	case before || sorted:
		p.spec.Object, err = p.name(either(article(d.Objects)))
		p.spec.Sort = sort
	case t.sort == quotation || t.sort == word && !reserved[t.text]:
		p.spec.Object, err = p.name("")
	}
	return err
}

// article puts "the name of a" before sorts.
func article(sorts []string) (all []string) {
	for _, s := range sorts {
		all = append(all, "the name of a "+s)
	}
	return all
}

// name reads a name.
func (p *parser) name(expected string) (Word, error) {
	t := p.peek()
	if t.text == "" || t.sort != quotation && (t.sort != word || reserved[t.text]) {
		if reserved[t.text] && t.sort == word {
			expected += " (in quotes if it is " + t.text + ")"
		}
		return Word{}, p.wrong(t, expected)
	}
	p.take()
	return Word{t.text, t.at}, nil
}

// who reads which thread or task it has to be.
func (p *parser) who() (err error) {
	if _, ok := p.accept("by", "in"); !ok {
		return nil
	}
	p.spec.Who, _ = p.accept("thread", "task")
	p.spec.By, err = p.name("the name of a thread or task")
	return err
}

// count reads which hits count.
func (p *parser) count() error {
	how, ok := p.accept("count", "every")
	if !ok {
		return nil
	}
	t := p.peek()
	digits, from := strings.CutSuffix(t.text, "+")
	n, err := strconv.Atoi(digits)
	if t.sort != word || err != nil || n < 1 || from && how == "every" {
		return p.wrong(t, "a number from 1 on")
	}
	p.take()
	switch {
	case from:
		p.spec.Count = Count{n, From}
	case how == "every":
		p.spec.Count = Count{n, Every}
	default:
		p.spec.Count = Count{n, Only}
	}
	return nil
}

// conditions reads what has to hold.
func (p *parser) conditions() error {
	if _, ok := p.accept("if"); !ok {
		return nil
	}
	for {
		c, err := p.condition()
		if err != nil {
			return err
		}
		p.spec.If = append(p.spec.If, c)
		if _, ok := p.accept("and"); !ok {
			return nil
		}
	}
}

func (p *parser) condition() (Predicate, error) {
	t := p.peek()
	about, ok := p.accept("id", "item")
	switch {
	case !ok:
		return p.variables(t)
	case !Kinds[p.spec.Kind].Content:
		return nil, p.spec.mistake(t.at, "%s has no message to put a condition on; only send, receive and source lines have", p.spec.Kind)
	}
	n := 0
	if about == "item" {
		t := p.peek()
		var err error
		if n, err = strconv.Atoi(t.text); t.sort != word || err != nil || n < 1 {
			return nil, p.wrong(t, "the number of an item, from 1 on,")
		}
		p.take()
	}
	if t = p.take(); t.sort != sign {
		return nil, p.wrong(t, "a comparison ("+strings.Join(signs[1:], " ")+")")
	}
	op := t.text
	if op == "==" {
		op = "="
	}
	if about == "id" {
		return p.id(op)
	}
	v, err := p.value(op)
	return &Item{n, op, v}, err
}

// variables takes what is no condition on a message: up to one, or to the end.
func (p *parser) variables(from token) (Predicate, error) {
	if from.sort == end {
		return nil, p.wrong(from, "a condition: id, item and its number, or one on variables that the thread shows,")
	}
	to := from
	for to.sort != end && !p.onMessage() {
		p.take()
		to = p.peek()
	}
	return &Variables{Text: strings.TrimSpace(p.spec.text[from.at:to.at]), At: from.at}, nil
}

// onMessage says whether a condition on a message comes next, after an and.
func (p *parser) onMessage() bool {
	if len(p.rest) < 2 || p.rest[0].sort != word || p.rest[0].text != "and" {
		return false
	}
	next := p.rest[1]
	return next.sort == word && (next.text == "id" || next.text == "item")
}

// id is a condition on the id of a message, which is a number.
func (p *parser) id(op string) (Predicate, error) {
	t := p.take()
	n, err := strconv.ParseInt(t.text, 0, 32)
	switch {
	case t.sort != word || err != nil:
		return nil, p.wrong(t, "a number of 32 bits, as the id of a message is,")
	case op == "~":
		return nil, p.spec.mistake(t.at, "~ is for texts, and the id of a message is a number")
	}
	return &ID{op, int32(n)}, nil
}

// value reads what an item is compared with.
func (p *parser) value(op string) (Value, error) {
	t := p.take()
	_, err := strconv.ParseFloat(t.text, 64)
	if _, base := strconv.ParseInt(t.text, 0, 64); base == nil {
		err = nil
	}
	switch {
	case t.sort == quotation:
		return Value{t.text, true}, nil
	case op == "~":
		return Value{}, p.wrong(t, "a text in quotes")
	case t.sort == word && (err == nil || t.text == "true" || t.text == "false"):
		return Value{t.text, false}, nil
	}
	return Value{}, p.wrong(t, "a number, true, false, or a text in quotes")
}
