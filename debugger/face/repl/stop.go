package repl

import (
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"machsim/debugger"
	"machsim/debugger/face/repl/answer"
	"machsim/debugger/face/repl/input"
	"machsim/ipc/quote"
)

// stopIf sets a stop: stop [if] PREDICATE. Without a predicate it lists the stops.
func (p *Prompt) stopIf([]string) error {
	words := p.a.Args
	if len(words) > 0 && words[0].Typed == "if" {
		words = words[1:]
	}
	if len(words) > 0 {
		return p.setStop(p.d.StopIf(p.a.Ctx, input.Spoken(words)))
	}
	stops, err := p.d.Stops(p.a.Ctx)
	switch {
	case err != nil:
		return err
	case len(stops) == 0:
		return errors.New("there are no global predicates; type stop if PREDICATE, as in stop if x = 1 and y > 2; help " +
			"stop says what one may be")
	}
	p.listStops(stops)
	return nil
}

// traceIf sets a trace: an expression whose value is shown wherever a predicate holds.
func (p *Prompt) traceIf([]string) error {
	i := slices.IndexFunc(p.a.Args, func(w input.Word) bool { return w.Typed == "if" })
	if slices.ContainsFunc(p.a.Args, func(w input.Word) bool { return w.Typed == "log" }) {
		i = -1 // the condition is one of the place
	}
	if i > 0 && i < len(p.a.Args)-1 {
		return p.setStop(p.d.TraceIf(p.a.Ctx, input.Spoken(p.a.Args[:i]), input.Spoken(p.a.Args[i+1:])))
	}
	if i >= 0 {
		return errors.New("type it as: trace EXPRESSION if PREDICATE, as in trace sum of balance if teller.busy = 1; or " +
			"trace NAME for all its changes")
	}
	s, err := p.d.Trace(p.a.Ctx, input.Spoken(p.a.Args))
	if err != nil {
		return answer.Known(err)
	}
	p.a.Printf("%s: %s\n", s, localOutlook(s, p.a.Within()))
	return nil
}

// localOutlook says how often there is what a trace of local events tells of.
func localOutlook(s debugger.Stop, within string) string {
	switch s.Hits {
	case 0:
		return "there is none " + within
	case 1:
		return "once " + within + ", " + firstAt(s.First)
	}
	return fmt.Sprintf("%d times %s, first %s", s.Hits, within, firstAt(s.First))
}

// setStop prints a stop that was set, and where its predicate holds first.
func (p *Prompt) setStop(s debugger.Stop, err error) error {
	if err != nil {
		return err
	}
	p.a.Printf("%s: %s\n", s, p.stopOutlook(s))
	for _, text := range s.Remarks {
		p.a.Printf("  %s\n", text)
	}
	return nil
}

// stopOutlook says where the predicate of a stop holds first.
func (p *Prompt) stopOutlook(s debugger.Stop) string {
	switch {
	case s.Never && s.Ahead:
		return "nothing refutes it in the recorded order"
	case s.Never && s.Form == debugger.Definitely.String():
		return "not every way to the end comes to a state that satisfies it"
	case s.Never:
		r, _ := p.d.Run(p.a.Ctx)
		return answer.NoState(r.Since)
	}
	text := "it is not known whether a state satisfies it"
	if !s.First.IsZero() {
		text = s.Satisfied() + " first " + firstAt(s.First)
	}
	if s.Shows == "" && !s.Primary {
		text += fmt.Sprintf("; stop %d is the primary one (switch %d makes this one it)", p.primary(), s.Number)
	}
	return text
}

// firstAt says where a position is. Only one that is not in recorded order wants a preposition.
func firstAt(x debugger.Position) string {
	text := x.Describe()
	if _, whole := x.Prefix(); whole {
		return text
	}
	return "at " + text
}

// primary returns the number of the primary stop, 0 if there is none.
func (p *Prompt) primary() int {
	stops, _ := p.d.Stops(p.a.Ctx)
	for _, s := range stops {
		if s.Primary {
			return s.Number
		}
	}
	return 0
}

// switchTo makes another stop, or a part of one, the primary one: switch N, switch N,M.
func (p *Prompt) switchTo(words []string) error {
	number, part, parted := strings.Cut(strings.Join(words, ","), ",")
	n, err := strconv.Atoi(number)
	if err != nil {
		return fmt.Errorf("there is no stop %s; stop lists the global predicates", number)
	}
	m := 0
	if parted {
		if m, err = strconv.Atoi(part); err != nil || m == 0 {
			m = -1 // there is no such part
		}
	}
	s, err := p.d.Primary(p.a.Ctx, n, m)
	if err != nil {
		return err
	}
	name := s.String()
	if s.Part > 0 {
		name = fmt.Sprintf("part %d of stop %d, %s", s.Part, s.Number, s.PartText)
	}
	p.a.Printf("%s is the primary one: continue goes to where it is %s first\n", name, s.Satisfied())
	return nil
}

// listStops lists stops and traces.
func (p *Prompt) listStops(stops []debugger.Stop) {
	t := answer.NewTable("", ">number", "enabled", "form", "predicate", "shows", "here")
	for _, s := range stops {
		here, number := "no", fmt.Sprint(s.Number)
		if s.Part > 0 {
			number += fmt.Sprint(",", s.Part)
		}
		switch {
		case s.Holds && s.Ahead:
			here = "refuted"
		case s.Holds:
			here = "holds"
		}
		enabled := map[bool]string{false: "yes", true: "no"}[s.Disabled]
		t.Add(mark(s.Primary, "*"), number, enabled, s.Form, s.Text, s.Shows, here)
	}
	p.a.Table(t)
}

// stopNumbers completes the numbers of stops.
var stopNumbers = listed((*debugger.Debugger).Stops, func(s debugger.Stop) string { return strconv.Itoa(s.Number) })

// predicateWords completes the words that begin predicates, and the variables.
func predicateWords(p *Prompt) []string {
	all := []string{"if", "and", "or", "not", "possibly(", "definitely(",
		"simultaneous(", "blocked", "some", "all", "different", "sum of",
		"count of"}
	shown, err := p.d.Shown(p.a.Ctx)
	if err != nil {
		return all
	}
	for _, name := range shown {
		all = append(all, quote.Line(name))
	}
	return append(all, specWords(p)...)
}
