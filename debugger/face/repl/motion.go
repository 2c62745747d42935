package repl

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"machsim/debugger"
	"machsim/debugger/event/text"
	"machsim/debugger/face/repl/answer"
)

// moved prints the result of a motion.
func (p *Prompt) moved(m *debugger.Motion, err error) error {
	if err != nil {
		return err
	}
	if m.Needs != "" {
		p.a.Printf("  %s\n", m.Needs)
	}
	if m.Missing != "" {
		p.a.Printf("%s\n", m.Missing)
	}
	p.written(m)
	for _, line := range m.Breaks {
		p.a.Printf("%s\n", line)
	}
	if m.Stands != "" {
		p.a.Printf("%s\n", m.Stands)
	}
	if m.Stopped != nil {
		p.stopped(m.Stopped)
	}
	for _, r := range m.Results {
		p.a.Printf("  it returns %s\n", resultLine(r))
	}
	p.passed(m.Passed)
	p.here(m.Here)
	if m.Event != nil {
		word := "did"
		if m.Back {
			word = "undid"
		}
		p.a.Printf("  %s %s\n", word, short(m.Event))
	}
	p.focused(m.Focus)
	if m.Stopped != nil {
		for _, h := range m.Stopped.Hits {
			if h.Gone {
				p.gone(h.Number)
			}
		}
	}
	return p.displays()
}

// written prints what programs wrote meanwhile, and Grew was not told.
func (p *Prompt) written(m *debugger.Motion) {
	known := min(p.wrote, m.Before+len(m.Wrote))
	p.wrote -= known
	p.writtenLines(m.Wrote[max(0, known-m.Before):], max(0, m.Before-known))
}

// writtenLines prints lines that programs have written, the last of some.
func (p *Prompt) writtenLines(last []debugger.Line, before int) {
	if before > 0 {
		p.a.Printf("... %s before these: output lists them\n", text.Counted(before, "line"))
	}
	for _, l := range last {
		p.writtenLine(l)
	}
}

// typeLine gives a live run a line of input, or the end of it.
func (p *Prompt) typeLine(words []string) error {
	return p.d.Type(p.a.Ctx, p.a.Line, len(words) > 0)
}

// here prints the present position.
func (p *Prompt) here(h debugger.Here) {
	if h.AtEnd {
		p.a.Printf("%s: %s\n", h.Position.Describe(), h.Ended)
		return
	}
	p.a.Printf("%s, at %s\n", h.Position.Describe(), answer.Ms(h.Time))
}

// stand prints the present position, and what the thread in focus does next.
func (p *Prompt) stand() error {
	h, err := p.d.Here(p.a.Ctx)
	if err != nil {
		return err
	}
	p.here(h)
	f, err := p.d.Focus(p.a.Ctx)
	p.focused(f)
	return err
}

// short describes an event in a line without its source place.
func short(e *debugger.Event) string {
	return fmt.Sprintf("%d  %s  %s%s", e.Event, e.Actor, e.Action, answer.InBrackets(e.Where))
}

// focused prints what a thread does next; nothing if t is nil.
func (p *Prompt) focused(t *debugger.Standing) {
	switch {
	case t == nil:
	case t.What == "":
		p.a.Printf("  %s %s\n", t.Thread, t.Verb)
	default:
		p.a.Printf("  %s %s: %s%s\n", t.Thread, t.Verb, t.What, answer.InBrackets(t.Source))
	}
	if t != nil && t.Code != "" {
		p.a.Printf("  %s\n", t.Code)
	}
}

// stride reads the words after step, event and their like, in any order.
func (p *Prompt) stride(words []string) (d debugger.Step, err error) {
	d.N = 1
	if d.Mode, err = p.d.Mode(p.a.Ctx); err != nil {
		return d, err
	}
	var name []string
	for _, w := range words {
		n, err := strconv.Atoi(w)
		switch {
		case w == "back" || w == "-b":
			d.Back = true
		case err == nil && n > 0:
			d.N = n
		case err == nil || strings.HasPrefix(w, "-") && len(w) > 1 && w[1] >= '0' && w[1] <= '9':
			return d, fmt.Errorf("%s is no number of steps; it must be above 0, and back goes back", w)
		case modeNamed(w) >= 0:
			d.Mode = debugger.Mode(modeNamed(w))
		default:
			name = append(name, w)
		}
	}
	if name == nil {
		return d, nil
	}
	d.Thread = strings.Join(name, " ")
	if _, err = p.d.FindThreads(p.a.Ctx, d.Thread); err == nil {
		return d, nil
	}
	for _, w := range name {
		if near := text.Nearest(w, append([]string{"back"}, debugger.Modes...)); near != "" && len(w) > 2 {
			return d, fmt.Errorf("%w; or did you mean %s?", err, near)
		}
	}
	return d, err
}

// modeNamed returns the mode that a word names, -1 if it names none.
func modeNamed(w string) int {
	bare := strings.TrimLeft(w, "-")
	return slices.IndexFunc(debugger.Modes, func(name string) bool {
		return strings.HasPrefix(name, bare) && (len(bare) > 3 || bare != "" && bare != w)
	})
}

// event takes events of a thread, or in recorded order.
func (p *Prompt) event(words []string) error { return p.stepping(words, p.d.Step) }

// comm goes to a thread's next communication.
func (p *Prompt) comm(words []string) error { return p.stepping(words, p.d.Next) }

func (p *Prompt) stepping(words []string, step func(context.Context, debugger.Step) (*debugger.Motion, error)) error {
	d, err := p.stride(words)
	if err != nil {
		return err
	}
	return p.moved(step(p.a.Ctx, d))
}

// goTo goes to a position.
func (p *Prompt) goTo(words []string) error {
	if words[0] == "row" {
		return p.goToRow(words[1:])
	}
	to, err := p.d.Position(p.a.Ctx, strings.Join(words, " "))
	if err != nil {
		return err
	}
	return p.moved(p.d.Goto(p.a.Ctx, to))
}

func to(position string) func(*Prompt, []string) error {
	return func(p *Prompt, _ []string) error { return p.goTo([]string{position}) }
}

// proceed continues, forwards or back, to where something stops it, or to the n-th such place.
func (p *Prompt) proceed(words []string) error {
	back, n, err := times(words)
	if err != nil {
		return err
	}
	for range n {
		m, err := p.d.Continue(p.a.Ctx, back)
		if err := p.moved(m, err); err != nil {
			return err
		}
		if back && m.Here.Position.IsStart() || !back && m.Here.AtEnd {
			return nil // there is nothing beyond
		}
	}
	return nil
}

// times reads the arguments of continue: the direction, and the number of stops.
func times(words []string) (back bool, n int, err error) {
	n = 1
	for _, w := range words {
		k, bad := strconv.Atoi(w)
		switch {
		case w == "back" || w == "-b":
			back = true
		case bad == nil && k > 0:
			n = k
		default:
			return false, 0, fmt.Errorf("continue takes back, and a number of places to stop at, not %q", w)
		}
	}
	return back, n, nil
}

// stopped prints why continue has stopped.
func (p *Prompt) stopped(x *debugger.Stopped) {
	for _, h := range x.Hits {
		p.a.Printf("%s: %s, %s\n", h, x.Thread, h.Counted())
		if c := h.Change; c != nil {
			by := answer.Place(c.File, c.Line)
			if by == "" {
				by = c.Thread
			}
			p.a.Printf("  %s -> %s  (%s)\n", cmp.Or(c.Old, "nothing"), cmp.Or(c.New, "nothing"), by)
		}
		if h.Race != nil {
			p.a.Printf("  a race: %s\n", h.Race)
		}
		if a := h.Access; a != nil {
			does := map[[2]bool]string{{true, false}: "reads", {false, true}: "writes", {true, true}: "reads and writes"}
			p.a.Printf("  %s it, and it is %s  (%s:%d)\n", does[[2]bool{a.Read, a.Write}], cmp.Or(a.Value, "nothing"),
				a.File, a.Line)
		}
	}
	if x.Stop != nil {
		p.a.Printf("%s: %s\n", x.Stop, x.Stop.Satisfied())
	}
	for _, line := range x.Why {
		p.a.Printf("  %s\n", line)
	}
}

// gone prints that a breakpoint for one stop was deleted.
func (p *Prompt) gone(number int) {
	p.a.Printf("  breakpoint %d was for one stop, and is gone\n", number)
}

// passed prints the traces and the stops that a motion has passed.
func (p *Prompt) passed(all []debugger.Passed) {
	for _, x := range all {
		p.a.Printf("%s\n", x)
	}
}

// resultLine is what a function returns.
func resultLine(r debugger.Local) string {
	if strings.HasPrefix(r.Name, "~") {
		return r.Value
	}
	return r.Name + " = " + r.Value
}
