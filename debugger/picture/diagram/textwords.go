package diagram

import (
	"fmt"
	"slices"
	"strings"
	"unicode/utf8"

	"machsim/debugger/event/waitfor"
)

// Title describes the content of the diagram in a line.
func (d *Diagram) Title() string {
	title := fmt.Sprintf("%s  seed %d  %s  ", d.Program, d.Seed, d.Ending)
	if len(d.Events) == 0 {
		return title + "no events"
	}
	if d.replay != nil {
		return title + d.replayed()
	}
	return title + fmt.Sprintf("events %d to %d of %d, from %s to %s", d.From+1, d.To, d.Total,
		waitfor.Time(d.Events[0].Time), waitfor.Time(d.Events[len(d.Events)-1].Time))
}

// Extent says how many rows and lanes there are and, of a slide, whether that is all of the window.
func (d *Diagram) Extent() string {
	rows, lanes := len(d.Rows), len(d.Lanes)
	switch {
	case !d.slide:
		return counted(rows, "row", "rows") + ", " + counted(lanes, "lane", "lanes")
	case rows < d.needs.rows || lanes < d.needs.lanes:
		return fmt.Sprintf("%d of %d rows, %d of %d lanes: a slide has no more than %d and %d", rows, d.needs.rows, lanes,
			d.needs.lanes, slideRows, slideLanes)
	}
	return counted(rows, "row", "rows") + ", " + counted(lanes, "lane", "lanes") + ": all fits the slide"
}

// number returns the text at the left of a line.
func (t *text) number(y int) string {
	l := &t.lines[y]
	if !l.isRow() {
		return ""
	}
	e := &t.Events[t.Rows[l.row].Events[0]]
	return fmt.Sprintf("%6s", e.number())
}

// beside returns the text at the right of a line, which describes its event.
func (t *text) beside(y int) string {
	l := &t.lines[y]
	switch {
	case l.cut && t.firstCut() == y:
		return "  " + t.Position
	case l.gap > 0:
		return "  " + waitfor.Time(l.gap) + " later"
	case !l.isRow():
		return ""
	}
	r := t.Rows[l.row]
	if len(r.Events) > 1 {
		return "  " + t.inFold(r)
	}
	return "  " + t.words(&t.Events[r.Events[0]])
}

// inkOf is the colour of the words beside a line.
func (t *text) inkOf(y int) ink {
	l := &t.lines[y]
	switch {
	case l.cut:
		return magenta
	case l.gap > 0:
		return faint
	}
	switch ink := kinds[t.Events[t.Rows[l.row].Events[0]].Kind].ink; ink {
	case red, yellow, faint:
		return ink
	}
	return none
}

// firstCut is the first line that the position has.
func (t *text) firstCut() int {
	for y := range t.lines {
		if t.lines[y].cut {
			return y
		}
	}
	return -1
}

// words describes an event, briefly if there is little room.
func (t *text) words(e *Event) string {
	room := t.Width - gutter - t.width() - 2
	fate := t.fate(e)
	if e.Held {
		fate = ", is held" + fate
	}
	who := ""
	if e.Lane >= t.shown && e.Kind.ofThread() {
		who = t.Lanes[e.Lane].Name + ": "
	}
	s := who + e.words()
	if utf8.RuneCountInString(s+fate) > room {
		s = who + e.Label
	}
	s = t.short(s, max(room-utf8.RuneCountInString(fate), least)) + fate
	if e.Where != "" && utf8.RuneCountInString(s+"  "+e.Where) <= room {
		s += "  " + e.Where
	}
	return s
}

// words returns the whole sentence. It leaves out the name of the call where the rest is clear
// without it.
func (e *Event) words() string {
	if !e.Kind.ofThread() || e.Kind == Met {
		return e.Text
	}
	return strings.TrimSpace(callName(e.Op) + strings.TrimPrefix(e.Text, e.Op.String()))
}

// least is the number of letters kept of an event's text, however long the note about its message
// is.
const least = 8

// stuck says what the threads of a stuck run wait for.
func (t *text) stuck() string {
	var b strings.Builder
	for _, l := range t.Lanes {
		if l.Stuck != "" {
			b.WriteString(t.fill(strings.Fields(l.Name+" "+l.Stuck), " "))
		}
	}
	if b.Len() > 0 {
		return "\nstuck:\n" + b.String()
	}
	return ""
}

// fate says what happened to the message of an event that was never received.
func (d *Diagram) fate(e *Event) string {
	for i := range d.Arrows {
		switch a := &d.Arrows[i]; {
		case a.From != e.Index || a.Kind != Message:
		case a.Lost:
			return fmt.Sprintf(", dropped by event %d", d.called(a.To))
		case a.To == Nowhere:
			return ", not received"
		}
	}
	return ""
}

// inFold describes folded events, naming each call once.
func (d *Diagram) inFold(r Row) string {
	var calls []string
	times := map[string]int{}
	for _, i := range r.Events {
		call := d.Events[i].Op.String()
		if times[call]++; times[call] == 1 {
			calls = append(calls, call)
		}
	}
	for i, call := range calls {
		if times[call] > 1 {
			calls[i] = fmt.Sprintf("%d %s", times[call], call)
		}
	}
	last := &d.Events[r.Events[len(r.Events)-1]]
	return fmt.Sprintf("to %d: %s", last.Number(), strings.Join(calls, ", "))
}

// footer explains the marks that occur, and says what is left out.
func (t *text) footer() string {
	var b strings.Builder
	b.WriteString("\n")
	b.WriteString(t.fill(t.legend(), "   "))
	for _, s := range t.leftOut() {
		b.WriteString(t.fill(strings.Fields(s), " "))
	}
	return b.String()
}

// legend has an entry for each mark that occurs.
func (t *text) legend() (entries []string) {
	for k := range numKinds {
		if t.has(k) {
			entries = append(entries, string(t.mark(k))+" "+k.String())
		}
	}
	if slices.ContainsFunc(t.Events, func(e Event) bool { return e.Held }) {
		entries = append(entries, string(t.held())+" held back")
	}
	if t.ASCII {
		return append(entries, t.lineEntries("| runs", ": waits", "-> message", ".> ", "-x dropped")...)
	}
	return append(entries, t.lineEntries("│ runs", "┊ waits", "─▶ message", "╌▷ ", "─× dropped")...)
}

// lineEntries are the entries for the lines that occur.
func (t *text) lineEntries(runs, waits, message, other, dropped string) []string {
	entries := []string{runs, waits}
	if t.flows(Message) {
		entries = append(entries, message)
	}
	if slices.ContainsFunc(t.Arrows, func(a Arrow) bool { return a.Lost }) {
		entries = append(entries, dropped)
	}
	var others []string
	for f := Fork; f < numFlows; f++ {
		if t.flows(f) {
			others = append(others, f.String())
		}
	}
	if len(others) > 0 {
		entries = append(entries, other+strings.Join(others, ", "))
	}
	return entries
}

// has says whether a mark of a kind is drawn.
func (d *Diagram) has(k Kind) bool {
	return slices.ContainsFunc(d.Events, func(e Event) bool { return e.Kind == k }) ||
		k == Fault && d.anyLane(func(i int, l *Lane) bool { return d.others(i, l.Killed) }) ||
		k == Halt && d.anyLane(func(i int, l *Lane) bool { return d.others(i, l.Halted) })
}

func (d *Diagram) anyLane(is func(i int, l *Lane) bool) bool {
	for i := range d.Lanes {
		if is(i, &d.Lanes[i]) {
			return true
		}
	}
	return false
}

// leftOut lists what the drawing does not show, in sentences.
func (t *text) leftOut() []string {
	all := t.Left
	if t.shown < len(t.Lanes) {
		var names []string
		for _, l := range t.Lanes[t.shown:] {
			names = append(names, l.Name)
		}
		all = append(all, fmt.Sprintf("there is no room for the lanes of %s%s", named(names), t.Diagram.words.of(MoreRoom)))
	}
	if t.missing > 0 {
		all = append(all, counted(t.missing, "arrow has only its head", "arrows have only their heads")+
			", for want of room: the words name the events that they come from")
	}
	return all
}

// fill puts words into lines no longer than the screen is wide, those that are longer cut off.
func (t *text) fill(words []string, space string) string {
	var b strings.Builder
	used := 0
	for _, w := range words {
		w = t.short(w, t.Width)
		n := utf8.RuneCountInString(w)
		switch {
		case used == 0:
		case used+len(space)+n > t.Width:
			b.WriteString("\n")
			used = 0
		default:
			b.WriteString(space)
			used += len(space)
		}
		b.WriteString(w)
		used += n
	}
	return b.String() + "\n"
}
