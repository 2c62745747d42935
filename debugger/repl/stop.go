package repl

import (
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"machsim/debugger/graph"
	"machsim/debugger/predicate"
	"machsim/debugger/session"
	"machsim/kernel/quote"
)

// global is a global predicate that was set: where it holds the prompt stops, or shows what
// an expression is.
type global struct {
	number   int
	text     string // of the predicate
	show     string // the expression of a trace, "" for a stop
	disabled bool

	disjunct int  // of the primary stop: which of the parts joined by or is meant, from 1; 0 for all
	never    bool // no state of the run satisfies it

	// In the run of the Prompt; nil if it does not know what they are about.
	pred  *predicate.Predicate
	expr  *predicate.Expression
	parts []*predicate.Predicate // where one of them is meant: those joined by or
}

func (g *global) String() string {
	if g.show != "" {
		return fmt.Sprintf("trace %d, %s if %s", g.number, g.show, g.text)
	}
	return fmt.Sprintf("stop %d, %s", g.number, g.text)
}

// globals are those of a Prompt. They have their numbers in common with the breakpoints.
type globals struct {
	list    []*global
	primary int              // the number of the stop at whose first state continue stops, 0 for none
	s       *session.Session // in whose run they were looked for
	halting *global          // at which a motion stops, and has told so; nil for none
}

// predicates are the global predicates, looked for in the present run.
func (p *Prompt) predicates() *globals {
	gs := &p.global
	if gs.s != p.s {
		gs.s = p.s
		for _, g := range gs.list {
			_ = p.bind(g) // the run does not know what it is about
		}
	}
	return gs
}

// bind looks for a global predicate in the present run.
func (p *Prompt) bind(g *global) (err error) {
	g.forget()
	grown := false
	if g.pred, grown, err = p.s.Predicate(g.text); err != nil {
		return shownMistake(err)
	}
	if g.show != "" {
		again := false
		g.expr, again, err = p.s.Expression(g.show)
		grown = grown || again
	}
	if err == nil && g.disjunct > 0 {
		again := false
		again, err = p.bindParts(g)
		grown = grown || again
	}
	if grown {
		p.grown()
	}
	return shownMistake(err)
}

// forget lets go of what is known of one run.
func (g *global) forget() { g.pred, g.expr, g.parts, g.never = nil, nil, nil, false }

// bindParts looks for the parts of a global predicate that are joined by or.
func (p *Prompt) bindParts(g *global) (grown bool, err error) {
	for _, text := range predicate.Disjuncts(g.text) {
		part, again, err := p.s.Predicate(text)
		if err != nil {
			return grown, err
		}
		g.parts, grown = append(g.parts, part), grown || again
	}
	return grown, nil
}

// shownMistake shows where in the text of a predicate a mistake is.
func shownMistake(err error) error {
	if m := (*predicate.Mistake)(nil); errors.As(err, &m) {
		return errors.New(m.Show())
	}
	return err
}

// stop sets a global predicate at which continue stops: stop [if] PREDICATE.
func (p *Prompt) stopIf([]string) error {
	words := p.args
	if len(words) > 0 && words[0].typed == "if" {
		words = words[1:]
	}
	if len(words) == 0 {
		if len(p.predicates().list) == 0 {
			return errors.New("there are no global predicates; type stop if PREDICATE, as in stop if x = 1 and y > 2; help stop says what one may be")
		}
		return p.listGlobals()
	}
	return p.setGlobal(&global{text: spoken(words)})
}

// spoken is what was typed as some words, with its quotes.
func spoken(words []word) string {
	all := make([]string, len(words))
	for i, w := range words {
		all[i] = w.typed
	}
	return strings.Join(all, " ")
}

// traceIf sets an expression whose value is shown where a predicate holds.
func (p *Prompt) traceIf([]string) error {
	i := slices.IndexFunc(p.args, func(w word) bool { return w.typed == "if" })
	if i > 0 && i < len(p.args)-1 {
		return p.setGlobal(&global{show: spoken(p.args[:i]), text: spoken(p.args[i+1:])})
	}
	return errors.New("type it as: trace EXPRESSION if PREDICATE, as in trace sum of balance if teller.busy = 1")
}

// setGlobal adds a global predicate, and says what the run has in store for it.
func (p *Prompt) setGlobal(g *global) error {
	gs, ps := p.predicates(), p.points()
	if err := p.bind(g); err != nil {
		return err
	}
	found, decided, err := p.first(g)
	switch {
	case p.interrupted(): // it may be over long ago, and its number another one's
		return errLeft
	case err != nil:
		return err
	}
	ps.last++
	g.number, g.never = ps.last, decided && found == nil
	gs.list = append(gs.list, g)
	if g.show == "" && gs.primary == 0 && !g.never {
		gs.primary = g.number
	}
	p.printf("%s: %s\n", g, p.outlookOf(g, found))
	for _, text := range g.pred.Remarks {
		p.printf("  %s\n", text)
	}
	return nil
}

// first is the first position that satisfies a predicate. That a search was given up is no
// mistake of the user's: it is not decided then.
func (p *Prompt) first(g *global) (found *predicate.Found, decided bool, err error) {
	found, err = g.pred.First()
	if u := (*predicate.Undecided)(nil); errors.As(err, &u) {
		p.printf("%v\n", err)
		return nil, false, nil
	}
	return found, true, err
}

// outlookOf says where a predicate holds first.
func (p *Prompt) outlookOf(g *global, found *predicate.Found) string {
	if g.never {
		return "no state of the run satisfies it"
	}
	text := "it is not known whether a state satisfies it"
	if found != nil {
		text = "satisfied first at " + p.inWords(found.Cut)
	}
	if gs := p.predicates(); g.show == "" && gs.primary != g.number {
		text += fmt.Sprintf("; stop %d is the primary one (switch %d makes this one it)", gs.primary, g.number)
	}
	return text
}

// switchTo makes another stop the primary one, or a part of one: switch N, switch N,M.
func (p *Prompt) switchTo(words []string) error {
	number, part, parted := strings.Cut(strings.Join(words, ","), ",")
	g := p.stopNumbered(number)
	switch {
	case g == nil:
		return fmt.Errorf("there is no stop %s; stop lists the global predicates", number)
	case g.show != "":
		return fmt.Errorf("%d is a trace; continue stops at stops only", g.number)
	case !parted:
		return p.makePrimary(g, 0, g.String())
	}
	all := predicate.Disjuncts(g.text)
	m, err := strconv.Atoi(part)
	switch {
	case len(all) == 1:
		return fmt.Errorf("%s has no parts joined by or; type switch %d", g, g.number)
	case err != nil || m < 1 || m > len(all):
		return fmt.Errorf("%s has %d parts joined by or: type switch %d,M with M from 1 to %d", g, len(all), g.number, len(all))
	}
	return p.makePrimary(g, m, fmt.Sprintf("part %d of stop %d, %s", m, g.number, all[m-1]))
}

// stopNumbered is the global predicate with a number, nil if there is none.
func (p *Prompt) stopNumbered(number string) *global {
	for _, g := range p.predicates().list {
		if fmt.Sprint(g.number) == number {
			return g
		}
	}
	return nil
}

// makePrimary makes a stop the primary one, or of its parts that are joined by or the m-th.
func (p *Prompt) makePrimary(g *global, m int, name string) error {
	before := g.disjunct
	g.disjunct = m
	if err := p.bind(g); err != nil {
		g.disjunct = before
		_ = p.bind(g) // as before
		return err
	}
	p.predicates().primary = g.number
	p.printf("%s is the primary one: continue goes to where it is satisfied first\n", name)
	return nil
}

// listGlobals lists the global predicates.
func (p *Prompt) listGlobals() error {
	t := newTable("", ">number", "enabled", "form", "predicate", "shows", "here")
	return rows(p, "", t, p.predicates().list, func(g *global) []string {
		mark, form, here, number := " ", "-", "no", fmt.Sprint(g.number)
		if g.number == p.global.primary {
			if mark = "*"; g.disjunct > 0 {
				number += fmt.Sprint(",", g.disjunct)
			}
		}
		if g.pred != nil {
			form = g.pred.Form.String()
			if g.pred.Holds(p.s.Cut()) != nil {
				here = "holds"
			}
		}
		return []string{mark, number, map[bool]string{false: "yes", true: "no"}[g.disabled], form, g.text, g.show, here}
	})
}

// halt is where continue stops for a global predicate.
type halt struct {
	g     *global
	found *predicate.Found
}

// stopping says whether there is a stop at which continue may stop.
func (p *Prompt) stopping() bool { return slices.ContainsFunc(p.predicates().list, (*global).stops) }

// stops says whether continue may stop at a global predicate.
func (g *global) stops() bool { return g.show == "" && !g.disabled && g.pred != nil }

// nearestStop is where continue stops for a stop; nil if it does for none. It is on the way to the
// next state that satisfies the primary stop, on which no process does more than that state
// holds: at that state or, before it, at one that satisfies another stop. If none satisfies the
// primary stop any more it is the nearest of the others.
func (p *Prompt) nearestStop(back bool) (near *halt, err error) {
	gs := p.predicates()
	var primary *halt
	var others []*halt
	for _, g := range gs.list {
		for i, pred := range g.wanted(g.number == gs.primary) {
			f, err := p.nearestOf(pred, back)
			first := g.number == gs.primary && (g.disjunct == 0 || i == g.disjunct-1)
			switch {
			case err != nil && first:
				return nil, err
			case err != nil:
				p.printf("%s: %v\n", g, err)
			case f != nil && first:
				primary = &halt{g, f}
			case f != nil:
				others = append(others, &halt{g, f})
			}
		}
	}
	return p.onTheWay(primary, others, back), nil
}

// onTheWay is the nearest of some states on the way to that of the primary stop, or this one. Nil
// stands for no state.
func (p *Prompt) onTheWay(primary *halt, others []*halt, back bool) *halt {
	var near *halt
	for _, h := range others {
		switch {
		case primary != nil && (slices.Equal(h.found.Cut, primary.found.Cut) || !leads(h.found.Cut, primary.found.Cut, back)):
		case near == nil || p.nearer(h, near, back):
			near = h
		}
	}
	if near == nil {
		return primary
	}
	return near
}

// leads says whether a cut is on the way to another, which may lead back.
func leads(c, to graph.Cut, back bool) bool {
	if back {
		return to.Within(c)
	}
	return c.Within(to)
}

// nearer says whether the recorded run comes to a state before another, or on the way back after it.
func (p *Prompt) nearer(h, than *halt, back bool) bool {
	a, b := p.s.Graph.Last(h.found.Cut), p.s.Graph.Last(than.found.Cut)
	return a != b && (a < b) != back
}

// wanted are the predicates of a stop at which continue stops.
func (g *global) wanted(primary bool) []*predicate.Predicate {
	switch {
	case !g.stops():
		return nil
	case primary && g.disjunct > 0:
		return g.parts
	}
	return []*predicate.Predicate{g.pred}
}

func (p *Prompt) nearestOf(pred *predicate.Predicate, back bool) (*predicate.Found, error) {
	if back {
		return pred.Previous(p.s.Cut())
	}
	return pred.Next(p.s.Cut())
}

// stopWhere goes to a position that satisfies a stop.
func (p *Prompt) stopWhere(h *halt) error {
	p.printf("%s: satisfied\n", h.g)
	for _, line := range h.found.Lines() {
		p.printf("  %s\n", line)
	}
	for _, r := range h.found.Reasons {
		if r.Thread != 0 {
			p.focus = r.Thread
			break
		}
	}
	p.global.halting = h.g
	defer func() { p.global.halting = nil }()
	return p.move(h.found.Cut, -1, false)
}

// maxPassed is how many states one motion tells of, for each global predicate.
const maxPassed = 20

// passed tells of the states that satisfy global predicates on the way from a position to one
// that holds it: a trace shows its expression and its changes, a stop says so.
func (p *Prompt) passed(from, to graph.Cut) {
	if !from.Within(to) {
		return
	}
	for _, g := range p.predicates().list {
		if g.disabled || g.pred == nil || g == p.global.halting || g.show == "" && g.number == p.global.primary {
			continue
		}
		p.passedOne(g, from, to)
	}
}

func (p *Prompt) passedOne(g *global, from, to graph.Cut) {
	if g.show != "" {
		p.traced(g, from, to)
		return
	}
	switch f, err := g.pred.Next(from); {
	case err != nil:
		p.printf("%s: %v\n", g, err)
	case f != nil && f.Cut.Within(to):
		p.printf("%s: satisfied on the way, first with event %d\n", g, p.s.Graph.Last(f.Cut)+1)
	}
}

// traced shows what the expression of a trace was on the way, and each change of it where its
// predicate stays true.
func (p *Prompt) traced(g *global, from, to graph.Cut) {
	shown := 0
	err := g.expr.Along(g.pred, from, to, func(at graph.Cut, v predicate.Value) bool {
		if shown++; shown > maxPassed {
			p.printf("trace %d: and more times\n", g.number)
			return false
		}
		p.printf("trace %d: %s = %s, with event %d\n", g.number, g.show, v, p.s.Graph.Last(at)+1)
		return true
	})
	if err != nil {
		p.printf("%s: %v\n", g, err)
	}
}

// sooner says whether a state that satisfies a predicate comes before the place of a breakpoint,
// given by the event by which the recorded run comes to it, -1 for none.
func (p *Prompt) sooner(f *predicate.Found, come int, back bool) bool {
	at := p.s.Graph.Last(f.Cut)
	return come < 0 || !back && at <= come || back && at >= come
}

// taken takes the global predicates of some numbers out of a list of words, and returns the
// others.
func (p *Prompt) taken(words []string) (some []*global, rest []string) {
	for _, w := range words {
		i := slices.IndexFunc(p.predicates().list, func(g *global) bool { return fmt.Sprint(g.number) == w })
		if i < 0 {
			rest = append(rest, w)
		} else {
			some = append(some, p.global.list[i])
		}
	}
	return some, rest
}

// forgetGlobals deletes global predicates. If the primary stop is among them, the first of those
// that are left is.
func (p *Prompt) forgetGlobals(gone []*global) {
	gs := p.predicates()
	gs.list = slices.DeleteFunc(gs.list, func(g *global) bool { return slices.Contains(gone, g) })
	for _, g := range gone {
		p.printf("%s is deleted\n", g)
		if g.number == gs.primary {
			gs.primary = 0
		}
	}
	for _, g := range gs.list {
		if gs.primary == 0 && g.show == "" && !g.never {
			gs.primary = g.number
		}
	}
}

// stopNumbers are for completion.
func stopNumbers(p *Prompt) (all []string) {
	for _, g := range p.global.list {
		all = append(all, fmt.Sprint(g.number))
	}
	return all
}

// predicateWords are the words that predicates begin with, and the variables that there are.
func predicateWords(p *Prompt) []string {
	all := []string{"if", "and", "or", "not", "possibly(", "definitely(", "blocked", "some", "all", "different", "sum of", "count of"}
	shown, err := p.s.Predicates().Shown()
	if err != nil {
		return all
	}
	for _, v := range shown {
		all = append(all, quote.Line(v.Name))
	}
	return append(all, specWords(p)...)
}
