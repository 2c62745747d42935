package repl

import (
	"fmt"
	"sort"
	"strings"

	"machsim/debugger/graph"
	"machsim/debugger/history"
	"machsim/debugger/session"
	"machsim/debugger/view"
	"machsim/kernel"
	"machsim/kernel/quote"
)

// How many events before and after the position events shows.
const (
	eventsBefore = 10
	eventsAfter  = 6
)

// events shows events in words.
func (p *Prompt) events(words []string) error {
	thread, from, to, err := p.span(words)
	if err != nil {
		return err
	}
	meant := p.meant(thread, from, to)
	switch {
	case len(meant) == 0:
		p.printf("there are no such events from %d to %d\n", from+1, to)
		return nil
	case len(meant) > maxRows:
		return fmt.Errorf("these are %d events, and events shows %d at most: type %s %d %d, or ask machsim replay --trace for all",
			len(meant), maxRows, strings.TrimSpace("events "+p.threadName(thread)), from+1, meant[maxRows-1]+1)
	}
	for i, n := 0, 0; i < len(meant); i += n {
		n = stretch(meant[i:])
		all, err := p.s.Rows(meant[i], meant[i]+n)
		if err != nil {
			return err
		}
		for _, r := range all {
			p.printf("%s %s\n", p.dot(int(r.Event)-1), strings.TrimPrefix(r.Fit(p.fit()), " "))
		}
	}
	return nil
}

// meant are the events from one on up to another, of a thread if one is named.
func (p *Prompt) meant(thread kernel.ThreadID, from, to int) (all []int) {
	if thread == 0 {
		for e := from; e < to; e++ {
			all = append(all, e)
		}
		return all
	}
	lane := p.s.Tape.LaneOf(thread)
	if lane < 0 {
		return nil
	}
	l := &p.s.Tape.Lanes[lane]
	first := sort.Search(l.Len(), func(i int) bool { return l.Event(i) >= from })
	for i := first; i < l.Len() && l.Event(i) < to; i++ {
		all = append(all, l.Event(i))
	}
	return all
}

// stretch is how many of some events, the first ones, follow each other.
func stretch(events []int) int {
	for i, e := range events {
		if e != events[0]+i {
			return i
		}
	}
	return len(events)
}

// threadName is the name of a thread, "" for none.
func (p *Prompt) threadName(id kernel.ThreadID) string {
	if id == 0 {
		return ""
	}
	return p.s.Tape.End.ThreadName(id)
}

// fit is the columns that are left for an event behind its dot, 0 for any number.
func (p *Prompt) fit() int { return max(0, p.o.Width-1) }

// dot marks an event that the position does not hold.
func (p *Prompt) dot(event int) string {
	if p.s.Graph.Holds(p.s.Cut(), event) {
		return " "
	}
	return "."
}

// span reads which events are meant: from and to are indices, to is not included.
func (p *Prompt) span(words []string) (thread kernel.ThreadID, from, to int, err error) {
	var ends []int
	for len(words) > 0 && len(ends) < 2 {
		e, ok := p.bound(words[len(words)-1])
		if !ok {
			break
		}
		ends = append([]int{e}, ends...)
		words = words[:len(words)-1]
	}
	if len(words) > 0 {
		if thread, err = p.thread(words); err != nil {
			return 0, 0, 0, err
		}
	}
	from, to, err = p.bounds(thread, ends)
	return thread, from, to, err
}

// bounds is which events are meant by the numbers of the first and the last; by that of the
// first alone; or by none: those around here.
func (p *Prompt) bounds(thread kernel.ThreadID, ends []int) (from, to int, err error) {
	all := p.s.Tape.Len()
	for _, e := range ends {
		if e > all {
			return 0, 0, fmt.Errorf("there is no event %d: they have the numbers 1 to %d", e, all)
		}
	}
	switch {
	case len(ends) == 2 && ends[0] > ends[1]:
		return 0, 0, fmt.Errorf("events from %d to %d are none: put the smaller number first", ends[0], ends[1])
	case len(ends) == 2:
		return max(ends[0]-1, 0), ends[1], nil
	case len(ends) == 1:
		from = max(ends[0]-1, 0)
		return from, min(all, from+eventsBefore+eventsAfter), nil
	case thread != 0:
		from, to = p.lifetime(thread)
		return from, to, nil
	}
	here := p.s.Graph.Last(p.s.Cut()) + 1
	return max(0, here-eventsBefore), min(all, here+eventsAfter), nil
}

// lifetime is from the first to the last of the events of a thread that are around here.
func (p *Prompt) lifetime(id kernel.ThreadID) (from, to int) {
	from = p.s.Graph.Last(p.s.Cut())
	to = from + 1
	for n := 1; n <= eventsBefore; n++ {
		if e := p.s.Last(id, n); e >= 0 {
			from = min(from, e)
		}
	}
	for n := 1; n <= eventsAfter; n++ {
		to = max(to, p.s.Next(id, n)+1)
	}
	return max(0, from), to
}

// bound is an end of a span: the number of an event.
func (p *Prompt) bound(word string) (int, bool) {
	switch word {
	case "start":
		return 0, true
	case "end":
		return p.s.Tape.Len(), true
	}
	var n int
	if _, err := fmt.Sscanf(strings.TrimPrefix(word, "#"), "%d", &n); err != nil || fmt.Sprint(n) != strings.TrimPrefix(word, "#") || n < 0 {
		return 0, false
	}
	return n, true
}

// history prints a history, or those of an object, or which there are.
func (p *Prompt) history(words []string) error {
	if len(words) == 0 {
		return p.histories()
	}
	k, ok := history.Named(words[0])
	var r session.Record
	var err error
	switch {
	case !ok:
		return p.everything(strings.Join(words, " "))
	case len(words) == 1:
		r, err = p.s.HistoryHere(k)
	default:
		r, err = p.s.HistoryOf(k, strings.Join(words[1:], " "))
	}
	if err != nil {
		return err
	}
	p.record(r)
	return nil
}

// everything prints all that the histories tell of an object.
func (p *Prompt) everything(object string) error {
	all, err := p.s.Object(object)
	if err != nil {
		return err
	}
	if len(all) == 0 {
		p.printf("no history has anything of it up to here\n")
	}
	for _, r := range all {
		p.record(r)
	}
	return nil
}

// histories lists the histories.
func (p *Prompt) histories() error {
	counts, err := p.s.Counts()
	if err != nil {
		return err
	}
	t := newTable("history", ">rows", "what")
	for k, n := range counts {
		t.add(history.Kind(k).String(), fmt.Sprint(n), history.Kinds[k].Doc)
	}
	p.table(t)
	return nil
}

// record prints a history.
func (p *Prompt) record(r session.Record) {
	d := history.Kinds[r.Kind]
	if len(r.Rows) == 0 {
		p.printf("%s: there are none up to here\n", d.Doc)
		return
	}
	heads := []string{">event", "thread", d.Of}
	columns := r.Rows.Columns(r.Kind)
	for _, i := range columns {
		heads = append(heads, right(r.Rows[0].Data[i])+strings.ReplaceAll(d.Columns[i].Key, "_", " "))
	}
	t := newTable(heads...)
	p.printf("%s:\n", d.Doc)
	if n := len(r.Rows) - maxRows; n > 0 {
		p.printf("... %d earlier ones are left out; machsim log prints all\n", n)
		r.Rows = r.Rows[n:]
	}
	for _, row := range r.Rows {
		words := []string{fmt.Sprint(row.Event), row.Thread, row.Object}
		for _, i := range columns {
			words = append(words, value(row.Data[i]))
		}
		t.add(words...)
	}
	p.table(t)
}

// right is the mark of a column of numbers.
func right(v any) string {
	switch v.(type) {
	case int64, uint64:
		return ">"
	}
	return ""
}

// value is what a history tells, as people read it.
func value(v any) string {
	switch v := v.(type) {
	case bool:
		if v {
			return "yes"
		}
		return "no"
	case []string:
		return strings.Join(v, ", ")
	}
	return fmt.Sprint(v)
}

// output prints what the programs have written, the last of it unless all is wanted.
func (p *Prompt) output(words []string) error {
	if len(words) > 0 && words[0] != "all" {
		return fmt.Errorf("output takes all, or nothing, not %q", words[0])
	}
	st := p.s.State()
	all := st.Console
	if most := max(p.o.Page-1, 2); len(words) == 0 && len(all) > most {
		p.printf("... %d earlier lines: type output all\n", len(all)-most+1)
		all = all[len(all)-most+1:]
	}
	for _, l := range all {
		for _, line := range quote.Lines(l.Text) {
			p.printf("%6d  %s: %s\n", l.Step, st.ThreadName(l.Thread), line)
		}
	}
	if len(st.Console) == 0 {
		p.printf("nothing has been written yet\n")
	}
	return nil
}

// diff prints what changed between a position and here.
func (p *Prompt) diff(words []string) error {
	all := len(words) > 0 && words[len(words)-1] == "all"
	if all {
		words = words[:len(words)-1]
	}
	from, err := p.from(words)
	if err != nil {
		return err
	}
	changes, err := p.s.Diff(from)
	if err != nil {
		return err
	}
	p.printf("from %s\nto %s:\n", p.inWords(from), p.inWords(p.s.Cut()))
	n := p.text.Len()
	view.Print(&p.text, changes, all)
	if p.text.Len() == n {
		p.printf("nothing has changed\n")
	}
	return nil
}

// from is the position with which diff compares.
func (p *Prompt) from(words []string) (graph.Cut, error) {
	switch {
	case len(words) > 0:
		return p.position(words)
	case p.left == nil:
		return nil, fmt.Errorf("there was no motion yet: type diff POSITION, as in diff start")
	}
	return p.s.Graph.Up(p.left), nil
}
