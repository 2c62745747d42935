package diagram

import (
	"fmt"
	"strings"
)

// Screen describes the screen for which the text is made.
type Screen struct {
	Width  int  // columns; 0 for 100
	Height int  // lines after which the lanes' names are repeated; 0 for 40
	ASCII  bool // no box drawing characters
	Colour bool // with the escape sequences of terminals
}

const (
	usualWidth  = 100
	usualHeight = 40
	gutter      = 7  // columns for the numbers of events
	leastLane   = 3  // columns that a lane needs
	mostLane    = 10 // and those that it is given if there is room
	leastWords  = 30 // columns for words beside the lanes
	fewWords    = 16 // the same, if that makes room for all lanes
)

// text holds a Diagram while it is drawn as text.
type text struct {
	*Diagram
	Screen
	pitch   int     // columns from lane to lane
	shown   int     // lanes that are drawn, the first ones
	lines   []tline // what is drawn
	at      []int   // by row: its line
	canvas  *canvas
	missing int // arrows for which there was no room
}

// tline is a line of the drawing: a row, or what stands between two.
type tline struct {
	row int   // the row, or for other lines the next one
	gap int64 // virtual time that passes
	cut bool  // the position crosses lanes here
}

func (l *tline) isRow() bool { return l.gap == 0 && !l.cut }

// Text draws the diagram with characters.
func (d *Diagram) Text(s Screen) string {
	t := &text{Diagram: d, Screen: s}
	t.measure()
	t.plan()
	t.canvas = newCanvas(t.width(), len(t.lines), s)
	t.drawEdits()
	t.drawLives()
	t.drawArrows()
	t.drawMarks()
	t.drawCut()
	return t.String()
}

// measure divides the width between the lanes and the words beside them.
func (t *text) measure() {
	if t.Width <= 0 {
		t.Width = usualWidth
	}
	if t.Height <= 0 {
		t.Height = usualHeight
	}
	n := max(1, len(t.Lanes))
	room := max(t.Width-gutter-leastWords, 0)
	t.pitch = min(room/n, mostLane)
	if t.pitch < leastLane+1 {
		room = max(t.Width-gutter-fewWords, leastLane)
		t.pitch = max(min(room/n, leastLane+1), leastLane)
	}
	t.shown = min(len(t.Lanes), room/t.pitch)
}

// x returns the column of a lane.
func (t *text) x(lane int) int { return lane*t.pitch + 1 }

// width returns the number of columns of the drawing.
func (t *text) width() int { return t.x(max(t.shown-1, 0)) + 2 }

// plan decides which lines the drawing has.
func (t *text) plan() {
	crossed := map[int]bool{}
	for _, level := range t.Levels[:t.shown] {
		crossed[level] = true
	}
	for row := 0; row <= len(t.Rows); row++ {
		if crossed[row] {
			t.lines = append(t.lines, tline{row: row, cut: true})
		}
		if row == len(t.Rows) {
			break
		}
		if t.Rows[row].Gap > 0 {
			t.lines = append(t.lines, tline{row: row, gap: t.Rows[row].Gap})
		}
		t.at = append(t.at, len(t.lines))
		t.lines = append(t.lines, tline{row: row})
	}
}

// lineOf returns the line of an event of the run, or of the next event with a row.
func (t *text) lineOf(event int) int {
	if row := t.rowOf(event); row < len(t.Rows) {
		return t.at[row]
	}
	return len(t.lines)
}

func (t *text) drawLives() {
	for i := range t.shown {
		for _, s := range t.Lanes[i].Spans {
			from := 0
			if s.From >= t.From {
				from = t.lineOf(s.From)
			}
			for y := from; y < min(t.lineOf(s.To)+1, len(t.lines)); y++ {
				t.canvas.at(t.x(i), y).life = life(s.Blocked)
			}
		}
		t.drawEnd(i, t.Lanes[i].Killed, Fault)
		t.drawEnd(i, t.Lanes[i].Halted, Halt)
	}
}

// drawEnd marks where a lane was ended or halted by another event.
func (t *text) drawEnd(lane, at int, k Kind) {
	if at != Nowhere && t.lineOf(at) < len(t.lines) {
		t.canvas.put(t.x(lane), t.lineOf(at), t.mark(k), kinds[k].ink)
	}
}

// drawEdits draws the lines of the changes made at the debugger, and of the faults.
func (t *text) drawEdits() {
	for row, r := range t.Rows {
		if !t.Events[r.Events[0]].Kind.banded() {
			continue
		}
		for x := range t.canvas.width {
			t.canvas.at(x, t.at[row]).edit = true
		}
	}
}

func life(blocked bool) uint8 {
	if blocked {
		return 2
	}
	return 1
}

func (t *text) mark(k Kind) rune {
	if t.ASCII {
		return kinds[k].crude
	}
	return kinds[k].mark
}

// markOf returns the mark of an event: that of its kind, unless its message is held.
func (t *text) markOf(e *Event) rune {
	if e.Held {
		return t.held()
	}
	return t.mark(e.Kind)
}

func (t *text) held() rune {
	if t.ASCII {
		return '@'
	}
	return '◉'
}

// drawMarks draws the events; for folded ones, their number.
func (t *text) drawMarks() {
	for row, r := range t.Rows {
		if len(r.Events) == 1 {
			if e := &t.Events[r.Events[0]]; e.Lane < t.shown && e.Lane != Nowhere {
				t.canvas.put(t.x(e.Lane), t.at[row], t.markOf(e), kinds[e.Kind].ink)
			}
			continue
		}
		for lane := range t.shown {
			t.drawNumber(lane, t.at[row], len(t.of(r, lane)))
		}
	}
}

// drawNumber draws a number of events at a lane, in at most two digits; for a single event, its
// mark.
func (t *text) drawNumber(lane, y, n int) {
	s := fmt.Sprint(n)
	switch {
	case n == 0:
		return
	case n == 1:
		s = string(t.mark(Local))
	case n > 99:
		s = "++"
	}
	for i, r := range []rune(s) {
		t.canvas.put(t.x(lane)+i, y, r, faint)
	}
}

// drawCut draws the position: across each lane at its level, and up or down between two
// lanes whose levels differ.
func (t *text) drawCut() {
	from := 0
	for i := range t.shown {
		to := t.width() - 1
		y := t.cutLine(t.Levels[i])
		if i+1 < t.shown {
			to = t.x(i) + t.pitch/2
		}
		for x := from; x <= to; x++ {
			p := t.canvas.at(x, y)
			if x > from || i == 0 {
				p.cut |= left
			}
			if x < to || i+1 == t.shown {
				p.cut |= right
			}
		}
		if i+1 < t.shown {
			t.drawStep(to, y, t.cutLine(t.Levels[i+1]))
		}
		from = to
	}
}

func (t *text) drawStep(x, y, next int) {
	for ; y < next; y++ {
		t.canvas.at(x, y).cut |= down
		t.canvas.at(x, y+1).cut |= up
	}
	for ; y > next; y-- {
		t.canvas.at(x, y).cut |= up
		t.canvas.at(x, y-1).cut |= down
	}
}

// cutLine returns the line in which the position is drawn at a level.
func (t *text) cutLine(level int) int {
	for y := range t.lines {
		if t.lines[y].cut && t.lines[y].row == level {
			return y
		}
	}
	return len(t.lines) - 1
}

// String joins the lines, and repeats the lanes' names at regular distances.
func (t *text) String() string {
	var b strings.Builder
	b.WriteString(t.heading())
	header := t.header()
	for y := range t.lines {
		if y%t.Height == 0 {
			b.WriteString(header)
		}
		words := t.short(t.beside(y), t.Width-gutter-t.width())
		line := pad(t.number(y), gutter) + t.canvas.line(y) + t.canvas.inked(words, t.inkOf(y))
		b.WriteString(strings.TrimRight(line, " ") + "\n")
	}
	b.WriteString(t.stuck())
	b.WriteString(t.footer())
	return b.String()
}
