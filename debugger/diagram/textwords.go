package diagram

import (
	"fmt"
	"strings"
	"unicode/utf8"

	"machsim/debugger/waitfor"
)

// Title says what is shown, in a line.
func (d *Diagram) Title() string {
	title := fmt.Sprintf("%s  seed %d  %s  ", d.Program, d.Seed, d.Ending)
	if len(d.Events) == 0 {
		return title + "no events"
	}
	return title + fmt.Sprintf("events %d to %d of %d, from %s to %s", d.From+1, d.To, d.Total,
		waitfor.Time(d.Events[0].Time), waitfor.Time(d.Events[len(d.Events)-1].Time))
}

// number is what stands left of a line.
func (t *text) number(y int) string {
	l := &t.lines[y]
	if !l.isRow() {
		return ""
	}
	e := &t.Events[t.Rows[l.row].Events[0]]
	return fmt.Sprintf("%6d", e.Number())
}

// beside is what stands right of a line: the event in words.
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

// words is an event in words, in few if there is no room for all; with the thread if its
// lane is not drawn, and with the source line if there is room.
func (t *text) words(e *Event) string {
	room := t.Width - gutter - t.width() - 2
	s := withoutCall(e.Text)
	if utf8.RuneCountInString(s) > room {
		s = e.Label
	}
	if e.Lane >= t.shown {
		s = t.Lanes[e.Lane].Name + ": " + s
	}
	if e.Held {
		s += ", is held"
	}
	if t.lost(e) {
		s += ", never received"
	}
	if e.Where != "" && utf8.RuneCountInString(s+"  "+e.Where) <= room {
		s += "  " + e.Where
	}
	return s
}

// stuck says for what the threads of a stuck run wait.
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

// lost says whether nobody ever received what an event sent.
func (d *Diagram) lost(e *Event) bool {
	for i := len(d.Arrows) - 1; i >= 0 && d.Arrows[i].To == Nowhere; i-- {
		if d.Arrows[i].From == e.Index {
			return true
		}
	}
	return false
}

// inFold says what is folded, the same call once.
func (d *Diagram) inFold(r Row) string {
	var calls []string
	times := map[string]int{}
	for _, i := range r.Events {
		call, _, _ := strings.Cut(d.Events[i].Text, " ")
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
	runs, waits, message, other := "│ runs", "┊ waits", "─▶ message", "╌▷ fork, wake, lock"
	if t.ASCII {
		runs, waits, message, other = "| runs", ": waits", "-> message", ".> fork, wake, lock"
	}
	entries = append(entries, runs, waits)
	if t.flows(Message) {
		entries = append(entries, message)
	}
	if t.flows(Fork) || t.flows(Wake) || t.flows(Lock) {
		entries = append(entries, other)
	}
	return entries
}

// has says whether an event of a kind is drawn.
func (d *Diagram) has(k Kind) bool {
	for i := range d.Events {
		if d.Events[i].Kind == k {
			return true
		}
	}
	return false
}

// leftOut is what the drawing does not show, in sentences.
func (t *text) leftOut() []string {
	all := t.Left
	if t.shown < len(t.Lanes) {
		var names []string
		for _, l := range t.Lanes[t.shown:] {
			names = append(names, l.Name)
		}
		all = append(all, fmt.Sprintf("there is no room for the lanes of %s; --width makes more, and so does -o FILE.svg", named(names)))
	}
	if t.missing > 0 {
		all = append(all, counted(t.missing, "arrow has only its head", "arrows have only their heads")+", for want of room: the words name the events that they come from")
	}
	return all
}

// fill puts words into lines no longer than the screen is wide.
func (t *text) fill(words []string, space string) string {
	var b strings.Builder
	used := 0
	for _, w := range words {
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
