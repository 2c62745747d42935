package lang

import (
	"math"
	"slices"
	"strconv"
	"strings"
)

// Within says how far from the present position an operator of time looks: from From to To, in microseconds or, if
// Events is set, in events.
type Within struct {
	From, To int64
	Events   bool
	Clock    Word // the host whose clock measures it; empty for virtual time

	At   int
	text string // the numbers and the unit, as they are printed
}

// units are the units of time in microseconds, and 0 for events.
var units = map[string]int64{"us": 1, "ms": 1000, "s": 1_000_000, "event": 0, "events": 0}

// prefixes are the operators of time that stand before one predicate.
var prefixes = map[string]Op{
	"once": Once, "previously": Previously, "eventually": Eventually, "always": Always, "never": Never,
}

// wordsOfTime are the words of the operators of time.
var wordsOfTime = map[Op]string{
	Once: "once", Previously: "previously", SoFar: "always so far", Since: "since",
	Eventually: "eventually", Always: "always", Never: "never", Until: "until", LeadsTo: "leads to",
}

// implied parses predicates with implies or leads to between them.
func (p *parser) implied() (*Node, error) {
	left, err := p.lasting()
	if err != nil {
		return nil, err
	}
	if _, ok := p.accept("implies"); ok {
		right, err := p.lasting()
		if err != nil {
			return nil, err
		}
		return &Node{Op: Implies, At: left.At, To: right.To, Kids: []*Node{left, right}}, nil
	}
	if p.peek().is("leads") || p.peek().is("is") && p.after(1).is("followed") {
		return p.leadsTo(&Node{Op: LeadsTo, At: left.At, Kids: []*Node{left}})
	}
	return left, nil
}

// leadsTo parses what follows the first part of a LeadsTo.
func (p *parser) leadsTo(n *Node) (*Node, error) {
	switch t := p.take(); {
	case t.is("leads") && p.peek().is("to"), t.is("is") && p.peek().is("followed") && p.after(1).is("by"):
		if p.take().is("followed") {
			p.take()
		}
	default:
		return nil, p.wrong(t, "leads to")
	}
	right, err := p.lasting()
	if err != nil {
		return nil, err
	}
	n.Kids = append(n.Kids, right)
	return n, p.within(n)
}

// lasting parses predicates with since or until between them.
func (p *parser) lasting() (*Node, error) {
	left, err := p.or()
	if err != nil {
		return nil, err
	}
	t, ok := p.accept("since", "until")
	if !ok {
		return left, nil
	}
	right, err := p.or()
	if err != nil {
		return nil, err
	}
	n := &Node{Op: Since, At: left.At, Kids: []*Node{left, right}}
	if t.text == "until" {
		n.Op = Until
	}
	return n, p.within(n)
}

// ofTime parses an operator of time that begins with its word; ok is false if none comes next.
func (p *parser) ofTime() (n *Node, ok bool, err error) {
	t, then := p.peek(), p.after(1)
	switch o := prefixes[t.text]; {
	case t.sort != word:
		return nil, false, nil
	case t.text == "events" && then.is("of"):
		n, err = p.matches()
		return n, true, err
	case t.text == "every" && p.beginsEvent(t):
		n, err = p.everyEvent()
		return n, true, err
	case o == 0 || !beginsOperand(then):
		return nil, false, nil
	default:
		n, err = p.prefix(o)
		return n, true, err
	}
}

// beginsOperand says whether a word before a token is an operator, and not the name of a variable.
func beginsOperand(t token) bool {
	switch t.sort {
	case word:
		return !slices.Contains([]string{"and", "or", "since", "until", "implies", "leads", "within", "of"}, t.text)
	case sign:
		return t.text == "(" || t.text == "!"
	}
	return t.sort == quotation
}

// beginsEvent says whether an event comes after every, and not the name of a family.
func (p *parser) beginsEvent(every token) bool {
	t := lexName(p.Text, every.to, p.listed)
	then := lex(p.Text, t.to)
	return t.is("(") || t.sort == word && !then.is("(") && !then.is(".") &&
		(t.text == "after" || isKind(t.text) || strings.Contains(t.text, ".go:"))
}

func (p *parser) prefix(o Op) (*Node, error) {
	n := &Node{Op: o, At: p.take().at}
	if o == Always && p.peek().is("so") && p.after(1).is("far") {
		n.Op = SoFar
		p.take()
		p.take()
	}
	kid, err := p.unary()
	if err != nil {
		return nil, err
	}
	n.Kids = []*Node{kid}
	return n, p.within(n)
}

// everyEvent parses every EVENT leads to PREDICATE.
func (p *parser) everyEvent() (*Node, error) {
	p.every++
	defer func() { p.every-- }()
	n := &Node{Op: LeadsTo, Word: true, At: p.take().at}
	first, err := p.unary()
	if err != nil {
		return nil, err
	}
	n.Kids = []*Node{first}
	return p.leadsTo(n)
}

// within parses the interval of an operator, if there is one, and ends its node.
func (p *parser) within(n *Node) (err error) {
	n.To = n.Kids[len(n.Kids)-1].To
	t, ok := p.accept("within")
	if !ok {
		return nil
	}
	w := &Within{At: t.at}
	from, unit, err := p.amount()
	if err != nil {
		return err
	}
	to := from
	if _, ok := p.accept("to"); ok && unit == "" {
		if to, unit, err = p.amount(); err != nil {
			return err
		}
		w.text = from + " to " + to
	} else {
		from, w.text = "0", to
	}
	if unit == "" {
		return p.wrong(p.peek(), "a unit: us, ms, s or events")
	}
	w.text, w.Events = w.text+" "+unit, units[unit] == 0
	if w.From, err = p.measure(t, from, unit); err == nil {
		w.To, err = p.measure(t, to, unit)
	}
	switch {
	case err != nil:
		return err
	case w.From > w.To:
		return p.Mistake(t.at, "this interval ends before it begins")
	}
	n.Within = w
	err = p.clock(w)
	n.To = p.at
	return err
}

// amount parses a number, and its unit if one follows.
func (p *parser) amount() (digits, unit string, err error) {
	t := p.peek()
	if t.sort != number {
		return "", "", p.wrong(t, "how long, as 5 ms or 20 events,")
	}
	p.take()
	digits = strings.TrimRightFunc(t.text, isLetter)
	if unit = t.text[len(digits):]; unit == "" {
		if u := p.peek(); u.sort == word && u.text != "to" {
			unit = p.take().text
		}
	}
	if _, known := units[unit]; unit != "" && !known {
		return "", "", p.Mistake(t.at, "%s is no unit; us, ms, s and events are", unit)
	}
	return digits, unit, nil
}

// measure returns so much of a unit, in microseconds or events.
func (p *parser) measure(t token, text, unit string) (int64, error) {
	x, err := strconv.ParseFloat(text, 64)
	if times := units[unit]; times > 0 {
		x *= float64(times)
	}
	if err != nil || x != math.Trunc(x) || x < 0 || x > 1e15 {
		return 0, p.Mistake(t.to, "%s is no whole number of %s", text, map[bool]string{
			true: "events", false: "microseconds"}[units[unit] == 0])
	}
	return int64(x), nil
}

// clock parses on HOST's clock, or on the clock of HOST.
func (p *parser) clock(w *Within) (err error) {
	t, ok := p.accept("on")
	if !ok {
		return nil
	}
	if w.Events {
		return p.Mistake(t.at, "no clock counts events")
	}
	if p.peek().is("the") && p.after(1).is("clock") && p.after(2).is("of") {
		for range 3 {
			p.take()
		}
		w.Clock, err = p.nameOf("the name of a host")
		return err
	}
	h := p.name()
	name, whose := strings.CutSuffix(h.text, "'s")
	if h.sort != word || !whose || name == "" {
		return p.wrong(h, "a host's clock, as in on h1's clock,")
	}
	p.taken(h)
	w.Clock = Word{name, h.at}
	return p.expect("clock", "clock")
}

// String formats an interval as it is typed.
func (w *Within) String() string {
	switch name := w.Clock.Text; {
	case name == "":
		return "within " + w.text
	case NameText(name) == name && lexName(name+"'s", 0, true).text == name+"'s":
		return "within " + w.text + " on " + name + "'s clock"
	default:
		return "within " + w.text + " on the clock of " + NameText(name)
	}
}

// ofTime formats an operator of time.
func (n *Node) ofTime() (s string) {
	switch word := wordsOfTime[n.Op]; {
	case n.Op == Matches:
		return n.Pattern.String()
	case n.Op == LeadsTo && n.Word:
		s = "every " + n.Kids[0].in(levelUnary) + " leads to " + n.Kids[1].in(levelLasting)
	case n.Op == LeadsTo:
		s = n.Kids[0].in(levelLasting) + " leads to " + n.Kids[1].in(levelLasting)
	case n.Op == Since || n.Op == Until:
		s = n.Kids[0].in(levelOr) + " " + word + " " + n.Kids[1].in(levelOr)
	default:
		s = word + " " + n.Kids[0].in(levelUnary)
	}
	if n.Within != nil {
		s += " " + n.Within.String()
	}
	return s
}
