package lang

import (
	gotoken "go/token"
	"slices"
	"strconv"
	"strings"

	"machsim/debugger/event/text"
)

// atPlace says whether the next token begins a place, in the words of breakpoints.
func (p *parser) atPlace() bool {
	t := p.name()
	if t.sort != word {
		return false
	}
	if strings.Contains(t.text, ".go:") || !p.inner && isSpot(t.text) {
		return true
	}
	if then := lex(p.Text, t.to); then.sort == sign && (!endsPlace(then) || isArithmetic(then)) {
		return false // it is a variable of that name
	}
	return t.text == "after" || t.text == blocked || isKind(t.text)
}

// isSpot says whether a name is that of a label of Go in a function: FUNCTION:LABEL.
func isSpot(name string) bool {
	function, label, ok := strings.Cut(name, ":")
	last := function[strings.LastIndexByte(function, '.')+1:]
	return ok && gotoken.IsIdentifier(label) && gotoken.IsIdentifier(last) && !strings.HasSuffix(function, ".go") &&
		!strings.ContainsAny(function, "[]")
}

// spotBy reads by whom a thread is to stand at a label of Go, or at the begin of a function.
func (p *parser) spotBy(n *Node) (*Node, error) {
	place, _ := Spot(n, p.Source)
	family, err := p.doer(place.Place)
	if err != nil {
		return nil, err
	}
	if place.To = p.at; family != nil {
		family.At, family.To, family.Kids = place.At, place.To, []*Node{place}
		return family, nil
	}
	return place, nil
}

// Spot is the place of a label of Go or of a function, which begins there. ok is false if a node is no name.
func Spot(n *Node, source Source) (place *Node, ok bool) {
	if n.Op != Variable || len(n.Steps) == 0 {
		return nil, false
	}
	names := text.Each(n.Steps, func(s Step) string { return s.Text })
	p := &Place{Kind: Line, Text: Word{strings.Join(names, "."), n.At}, LineAt: n.At, Source: source}
	return &Node{Op: AtPlace, At: n.At, To: n.To, Place: p}, true
}

func isArithmetic(t token) bool {
	return slices.Contains(sums, t.text) || slices.Contains(products, t.text)
}

func isKind(s string) bool { return slices.Contains(kindWords(), s) }

// endsPlace says whether a token cannot belong to the place before it.
func endsPlace(t token) bool {
	switch t.text {
	case ")", ",", "->", "||", "&&", "^", "]", "|", "*", "+", "?":
		return t.sort == sign
	case "and", "or", "since", "until", "implies", "leads", "is", "within", "without":
		return t.sort == word
	}
	return t.sort == end
}

// ends says whether a token is outside the present place. The place of a breakpoint extends to the
// end of the text.
func (p *parser) ends(t token) bool {
	if p.Of == ofBreakpoint && p.place == nil {
		return t.sort == end
	}
	return endsPlace(t)
}

// atPlaceNode parses a place in a predicate, perhaps that of a family.
func (p *parser) atPlaceNode() (*Node, error) {
	defer p.shallower()
	if err := p.deeper(); err != nil {
		return nil, err
	}
	n := &Node{Op: AtPlace, At: p.peek().at}
	family, err := p.placeOf(n)
	if err != nil {
		return nil, err
	}
	if t := p.peek(); !endsPlace(t) {
		return nil, p.wrong(t, n.more())
	}
	n.To = p.at
	if family != nil {
		family.At, family.To, family.Kids = n.At, n.To, []*Node{n}
		return family, nil
	}
	return n, nil
}

// more lists what may follow a place.
func (n *Node) more() string {
	if n.Place == nil {
		return "by and a name, a place (blocked lock mutex m), or the end"
	}
	return n.Place.more()
}

// placeOf parses the words of a place. If they contain a family, it returns that.
func (p *parser) placeOf(n *Node) (family *Node, err error) {
	if _, ok := p.acceptName(blocked); ok {
		n.Blocked = true
		switch t := p.name(); {
		case endsPlace(t):
			return nil, nil
		case t.is("by"), t.is("in"):
			return p.anywhereBy()
		}
	}
	n.Place = &Place{Source: p.Source}
	return p.call(n.Place, p.doer)
}

// anywhereBy parses a place of any thread that is blocked, at any call.
func (p *parser) anywhereBy() (family *Node, err error) {
	p.taken(p.name())
	if family, err = p.family(); family != nil || err != nil {
		return family, err
	}
	p.acceptName("thread", "task")
	who, err := p.nameOf("the name of a thread or task")
	return &Node{Op: Quantified, Text: "some", N: 1, Steps: stepsOf(who, p.Text)}, err
}

// stepsOf splits a name at its dots into steps.
func stepsOf(w Word, source string) (all []Step) {
	whole := []Step{{w.Text, w.At, true}}
	at, before := w.At, ' '
	for part := range strings.SplitSeq(w.Text, ".") {
		t := lexHere(part+" ", before)
		if t.sort != word || t.to < len(part) || reserved[part]&inValues != 0 || source[w.At] == '"' {
			return whole
		}
		all = append(all, Step{Text: part, At: at})
		at, before = at+len(part)+1, '.'
	}
	return all
}

// family parses some, all or several different threads; nil if none of these words comes next.
func (p *parser) family() (*Node, error) {
	times, how, ok := p.quantifier()
	if !ok {
		return nil, nil
	}
	steps, _, err := p.steps()
	return &Node{Op: Quantified, Text: how, N: times, Steps: steps}, err
}

// doer parses the caller in a place of a predicate.
func (p *parser) doer(s *Place) (family *Node, err error) {
	if _, ok := p.acceptName("by", "in"); !ok {
		return nil, nil
	}
	if family, err = p.family(); family != nil || err != nil {
		return family, err
	}
	return nil, p.one(s)
}

// one parses the thread or task that makes the call.
func (p *parser) one(s *Place) (err error) {
	s.Who, _ = p.acceptName("thread", "task")
	s.By, err = p.nameOf("the name of a thread or task")
	return err
}

// breakpoint parses a place up to the end of the text.
func (p *parser) breakpoint(s *Place) error {
	_, err := p.call(s, func(s *Place) (*Node, error) {
		if _, ok := p.acceptName("by", "in"); !ok {
			return nil, nil
		}
		return nil, p.one(s)
	})
	if err != nil {
		return err
	}
	if t := p.peek(); t.sort != end {
		return p.wrong(t, s.more())
	}
	if s.If != nil {
		return p.settle(s.If, false)
	}
	return nil
}

// call parses the words of a place; who parses the caller, and may return a family.
func (p *parser) call(s *Place, who func(*Place) (*Node, error)) (family *Node, err error) {
	if _, ok := p.acceptName("after"); ok {
		s.After = true
	}
	if err = p.what(s); err != nil {
		return nil, err
	}
	p.same(s)
	if family, err = who(s); err != nil {
		return nil, err
	}
	if err = p.count(s); err != nil {
		return nil, err
	}
	p.same(s)
	if err = p.with(s); err != nil {
		return nil, err
	}
	return family, p.condition(s)
}

// more lists what may still follow at the end.
func (s *Place) more() string {
	switch {
	case s.If != nil:
		return "and, or the end"
	case s.Count.Mode != Each:
		return "if, or the end"
	case s.By.Text != "":
		return "count, every, if, or the end"
	}
	if d := Kinds[s.Kind]; d.Objects != nil && s.Object.Text == "" {
		return strings.Join(append(slices.Clone(d.Before), d.Objects...), ", ") + ", by, count, every, if, or the end"
	}
	return "by, count, every, if, or the end"
}

// what parses the kind and its object or text.
func (p *parser) what(s *Place) error {
	t := p.name()
	if t.sort != word {
		return p.wrong(t, "a source line (FILE.go:LINE) or one of "+strings.Join(kindWords(), ", "))
	}
	if isSpot(t.text) && !strings.Contains(t.text, ".go") {
		p.taken(t)
		s.Text, s.LineAt = Word{t.text, t.at}, t.at
		return nil
	}
	if strings.Contains(t.text, ".go") || strings.Contains(t.text, ":") {
		return p.line(s, p.taken(t))
	}
	i := slices.Index(kindWords(), t.text)
	if i < 0 {
		return p.Mistake(t.at, "%s is no kind of breakpoint; %s", t.text, text.Offer(t.text, kindWords(), "kinds"))
	}
	p.taken(t)
	s.Kind = Label + Kind(i)
	s.After = s.After || Kinds[s.Kind].Past
	if Kinds[s.Kind].Text {
		return p.textOf(s)
	}
	return p.object(s)
}

// line parses FILE.go:LINE.
func (p *parser) line(s *Place, t token) error {
	file, number, ok := strings.Cut(t.text, ":")
	switch {
	case !strings.HasSuffix(file, ".go") || file == ".go":
		return p.Mistake(t.at, "a source line is written FILE.go:LINE, as philosophers.go:38")
	case !ok:
		return p.Mistake(t.to, "a colon and a line number are missing here, as in %s:38", file)
	}
	n, err := strconv.Atoi(number)
	if err != nil || n < 1 {
		return p.Mistake(t.at+len(file)+1, "a line number from 1 on was expected here")
	}
	s.File, s.Number, s.LineAt = file, n, t.at
	return nil
}

// textOf parses the text of a label, print, call or enter.
func (p *parser) textOf(s *Place) error {
	t := p.name()
	need := Kinds[s.Kind].Need
	switch {
	case t.isName(inPlaces) && !p.ends(t):
		s.Text = Word{p.taken(t).text, t.at}
		return nil
	case !need && (t.sort == word || p.ends(t)):
		return nil
	case s.Kind == Call:
		return p.wrong(t, "the name of a kernel call, as vm_allocate,")
	}
	return p.wrong(t, "a text")
}

// object parses the object of the place, if it is given.
func (p *parser) object(s *Place) (err error) {
	d := &Kinds[s.Kind]
	_, before := p.acceptName(d.Before...)
	sort, sorted := p.acceptName(d.Objects...)
	t := p.name()
	switch {
	case before || sorted:
		s.Object, err = p.nameOf(text.Either(namesOf(d.Objects)))
		s.Sort = sort
	case t.isName(inPlaces) && !p.ends(t):
		s.Object, err = p.nameOf("")
	}
	return err
}

// namesOf puts "the name of a" before sorts.
func namesOf(sorts []string) (all []string) {
	return text.Each(sorts, func(s string) string { return "the name of a " + s })
}

// nameOf parses a name.
func (p *parser) nameOf(expected string) (Word, error) {
	t := p.name()
	if t.text == "" || !t.isName(inPlaces) || p.ends(t) {
		if t.sort == word && reserved[t.text] != 0 {
			expected += " (in quotes if it is " + t.text + ")"
		}
		return Word{}, p.wrong(t, expected)
	}
	p.taken(t)
	return Word{t.text, t.at}, nil
}

// count parses which hits count.
func (p *parser) count(s *Place) error {
	how, ok := p.acceptName("count", "every")
	if !ok {
		return nil
	}
	t := p.name()
	digits, from := strings.CutSuffix(t.text, "+")
	n, err := strconv.Atoi(digits)
	if t.sort != word || err != nil || n < 1 || from && how == "every" {
		return p.wrong(t, "a number from 1 on")
	}
	p.taken(t)
	switch {
	case from:
		s.Count = Count{n, From}
	case how == "every":
		s.Count = Count{n, Every}
	default:
		s.Count = Count{n, Only}
	}
	return nil
}

// beginsPart says whether an unquoted word begins a part of a message.
func beginsPart(word string) bool { return word == "id" || word == "item" || word == "type" }

// condition parses the condition of a place. In a predicate, and and or join the place to others,
// except that an and before a part of the message belongs to the condition.
func (p *parser) condition(s *Place) (err error) {
	if _, ok := p.acceptName("if"); !ok {
		return nil
	}
	around := p.place
	p.place = s
	defer func() { p.place = around }()
	if whole := s.Source.Of == ofBreakpoint && around == nil; whole {
		s.If, err = p.or()
		return err
	}
	n, err := p.unary()
	if err != nil {
		return err
	}
	all := &Node{Op: And, Word: true, At: n.At, Kids: []*Node{n}}
	for p.peek().is("and") && p.after(1).sort == word && beginsPart(p.after(1).text) {
		p.take()
		if n, err = p.unary(); err != nil {
			return err
		}
		all.Kids = append(all.Kids, n)
	}
	if s.If = all; len(all.Kids) == 1 {
		s.If = n
	}
	all.To = p.at
	return nil
}
