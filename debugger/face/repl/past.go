package repl

import (
	"cmp"
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"machsim/debugger"
	"machsim/debugger/face/repl/answer"
	"machsim/debugger/face/repl/input"
)

// events shows events in words.
func (p *Prompt) events(words []string) error {
	s, err := p.span(words)
	if err != nil {
		return err
	}
	x, err := p.d.Events(p.a.Ctx, s)
	switch {
	case err != nil:
		return err
	case x.Total == 0:
		p.a.Printf("there are no such events from %d to %d\n", x.From, x.To)
		return nil
	case x.Total > len(x.Rows):
		return fmt.Errorf("these are %d events, and events shows %d at most: type %s %d %d, or ask machsim replay --trace "+
			"for all",
			x.Total, answer.MaxRows, strings.TrimSpace("events "+x.Thread), x.From, x.Rows[answer.MaxRows-1].Event)
	}
	for _, e := range x.Rows {
		p.a.Linkf(answer.After(e.Event), "%s %s\n", mark(!e.Done, "."), strings.TrimPrefix(e.Fit(max(0, p.o.Width-1)), " "))
	}
	return nil
}

// span reads a range of events: [THREAD] [FROM [TO]].
func (p *Prompt) span(words []string) (s debugger.Span, err error) {
	s = debugger.Span{From: -1, To: -1, Most: answer.MaxRows}
	var ends []int
	for len(words) > 0 && len(ends) < 2 {
		e, ok, err := p.bound(words[len(words)-1])
		if err != nil {
			return s, err
		}
		if !ok {
			break
		}
		ends = append([]int{e}, ends...)
		words = words[:len(words)-1]
	}
	if len(ends) > 0 {
		s.From = ends[0]
	}
	if len(ends) > 1 {
		s.To = ends[1]
	}
	s.Thread = strings.Join(words, " ")
	return s, nil
}

// total returns the number of events of the run.
func (p *Prompt) total() (int, error) {
	r, err := p.d.Run(p.a.Ctx)
	return r.Events, err
}

// bound reads an end of a range: the number of an event, or a position, of which it is the last event in recorded
// order. ok is false if the word is neither; then it may be the name of a thread.
func (p *Prompt) bound(word string) (n int, ok bool, err error) {
	digits := strings.TrimPrefix(word, "#")
	if n, err := strconv.Atoi(digits); err == nil && strconv.Itoa(n) == digits {
		return n, true, nil
	}
	if word == "." {
		return 0, false, nil // the thread in focus
	}
	at, err := p.d.Position(p.a.Ctx, word)
	switch {
	case err == nil:
		n, _ = at.Prefix()
		return n, true, nil
	case strings.Contains(word, "@"):
		return 0, false, err
	}
	return 0, false, nil
}

// history prints a history, all that is known of an object or a variable, or the list of histories.
func (p *Prompt) history(words []string) error {
	switch {
	case len(words) == 0:
		return p.histories()
	case !debugger.IsHistory(words[0]):
		return p.ofOne(strings.Join(words, " "))
	}
	h, err := p.d.History(p.a.Ctx, words[0], strings.Join(words[1:], " "), answer.MaxRows)
	if err != nil {
		return err
	}
	p.record(h)
	return nil
}

// ofOne prints what happened to an object, if its whole name is given, else to a variable, else to an object again.
func (p *Prompt) ofOne(name string) error {
	objects, err := p.d.Names(p.a.Ctx, debugger.Threads, debugger.Tasks, debugger.Hosts, debugger.Ports, debugger.Mutexes,
		debugger.Conditions)
	if err != nil || slices.Contains(objects, name) {
		return cmp.Or(err, p.everything(name))
	}
	rows, err := p.d.Changes(p.a.Ctx, input.Spoken(p.a.Args))
	if err == nil {
		p.changes(rows)
		return nil
	}
	m, wrong := (*debugger.Mistake)(nil), p.everything(name)
	switch {
	case wrong == nil || !errors.As(err, &m) || m.Grammar:
		return wrong
	case m.Absent:
		return fmt.Errorf("%w; %s", wrong, m.What)
	}
	return err
}

// everything prints all rows of histories about an object.
func (p *Prompt) everything(object string) error {
	all, err := p.d.Object(p.a.Ctx, object, answer.MaxRows)
	if err != nil {
		return err
	}
	if len(all) == 0 {
		p.a.Printf("no history has anything of it up to here\n")
	}
	for _, h := range all {
		p.record(h)
	}
	return nil
}

// histories lists the histories.
func (p *Prompt) histories() error {
	t := answer.NewTable("history", ">rows", "what")
	return answer.List(&p.a, "", t, p.d.Histories, func(k debugger.HistoryKind) []string {
		return []string{k.Name, fmt.Sprint(k.Rows), k.Doc}
	})
}

// record prints a history.
func (p *Prompt) record(h debugger.History) {
	if len(h.Rows) == 0 {
		p.a.Printf("%s: there are none up to here\n", h.Doc)
		return
	}
	heads := []string{">event", "thread", h.Of}
	for _, c := range h.Columns {
		heads = append(heads, map[bool]string{true: ">"}[c.Number]+c.Name)
	}
	t := answer.NewTable(heads...)
	p.a.Printf("%s:\n", h.Doc)
	if h.Left > 0 {
		p.a.Printf("... %d earlier ones are left out; machsim log prints all\n", h.Left)
	}
	for _, row := range h.Rows {
		t.Add(append([]string{fmt.Sprint(row.Event), row.Thread, row.Object}, row.Values...)...)
	}
	p.a.Table(t)
}

// output prints what the programs have written: the last lines, or all if the person asks for all.
func (p *Prompt) output(words []string) error {
	if len(words) > 0 && words[0] != "all" {
		return fmt.Errorf("output takes all, or nothing, not %q", words[0])
	}
	all, err := p.d.Output(p.a.Ctx)
	if err != nil {
		return err
	}
	if len(all) == 0 {
		p.a.Printf("nothing has been written yet\n")
	}
	if most := max(p.o.Page-1, 2); len(words) == 0 && len(all) > most {
		p.a.Printf("... %d earlier lines: type output all\n", len(all)-most+1)
		all = all[len(all)-most+1:]
	}
	for _, l := range all {
		p.writtenLine(l)
	}
	return nil
}

// writtenLine prints a line that a program has written.
func (p *Prompt) writtenLine(l debugger.Line) {
	p.a.Linkf(answer.After(l.Event), "%6d  %s: %s\n", l.Event, l.Thread, l.Text)
}

// diff prints what changed between a position and here.
func (p *Prompt) diff(words []string) error {
	all := len(words) > 0 && words[len(words)-1] == "all"
	if all {
		words = words[:len(words)-1]
	}
	var from debugger.Position
	if len(words) > 0 {
		var err error
		if from, err = p.d.Position(p.a.Ctx, strings.Join(words, " ")); err != nil {
			return err
		}
	}
	x, err := p.d.Diff(p.a.Ctx, from)
	if err != nil {
		return err
	}
	p.a.Printf("from %s\nto %s:\n", x.From.Describe(), x.To.Describe())
	lines := x.Lines(all)
	for _, line := range lines {
		p.a.Printf("%s", line)
	}
	if len(lines) == 0 {
		p.a.Printf("nothing has changed\n")
	}
	return nil
}
