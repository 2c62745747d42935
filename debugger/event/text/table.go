package text

import (
	"fmt"
	"slices"
	"strings"
	"unicode/utf8"

	"machsim/ipc/quote"
)

// Table collects rows of words. Text puts each word below those of its column.
type Table struct {
	Columns []Column `json:"columns"`
	Rows    [][]Cell `json:"rows"`
	More    int      `json:"more,omitempty"` // rows that were not kept

	max int // the number of rows to keep; 0 keeps all
}

// Column is the head of a column.
type Column struct {
	Name  string `json:"name"`
	Right bool   `json:"right,omitempty"` // a column of numbers, which stand at the right
	// Kind is what its words name, as in Link; "event" if they are numbers of events, after which positions are,
	// "position" if they are positions. "" if they are words.
	Kind string `json:"kind,omitempty"`
}

// Cell is a word of a table, and what it is about.
type Cell struct {
	Text string `json:"text"`
	Link
}

// NewTable begins a table with the heads of its columns. The words of a column whose head begins
// with > stand at the right. Heads that are all empty make no row.
func NewTable(heads ...string) *Table {
	columns := make([]Column, len(heads))
	for i, h := range heads {
		columns[i].Name, columns[i].Right = strings.CutPrefix(h, ">")
	}
	return NewColumns(columns...)
}

// NewColumns begins a table with columns, whose names are quoted as words are: a query names its own.
func NewColumns(columns ...Column) *Table {
	columns = slices.Clone(columns)
	for i := range columns {
		columns[i].Name = quote.Line(columns[i].Name)
	}
	return &Table{Columns: columns, Rows: [][]Cell{}}
}

// Keep lets the table keep so many rows; Text says how many more there were.
func (t *Table) Keep(rows int) { t.max = rows }

// Add adds a row of a word for each column. A dash stands for an empty word. A word leads to what the
// column's kind says.
func (t *Table) Add(words ...string) {
	if t.max > 0 && len(t.Rows) == t.max {
		t.More++
		return
	}
	row := make([]Cell, len(words))
	for i, w := range words {
		row[i] = t.Columns[i].cell(quote.Line(w))
	}
	t.Rows = append(t.Rows, row)
}

// cell returns the cell of a word.
func (c Column) cell(word string) Cell {
	switch {
	case word == "" || word == "-":
		return Cell{Text: "-"}
	case c.Kind == "", c.Kind == "event" && word == "0":
		return Cell{Text: word}
	case c.Kind == "event" || c.Kind == "position":
		return Cell{word, Link{Goto: word}}
	}
	return Cell{word, Link{Kind: c.Kind, Name: strings.TrimSpace(word)}}
}

// Link says what a word of the last row is about, if the row was kept.
func (t *Table) Link(column int, to Link) {
	if t.More == 0 && len(t.Rows) > 0 {
		t.Rows[len(t.Rows)-1][column].Link = to
	}
}

// lines returns the words of the table, row by row; the first row are the heads, if there are any.
func (t *Table) lines() [][]string {
	var all [][]string
	if slices.ContainsFunc(t.Columns, func(c Column) bool { return c.Name != "" }) {
		heads := make([]string, len(t.Columns))
		for i, c := range t.Columns {
			heads[i] = c.Name
		}
		all = append(all, heads)
	}
	for _, row := range t.Rows {
		words := make([]string, len(row))
		for i, c := range row {
			words[i] = c.Text
		}
		all = append(all, words)
	}
	return all
}

// Text returns the table as lines. If its lines are longer than a screen is wide, it folds the words
// of the widest columns. A width of 0 stands for no limit.
func (t *Table) Text(width int) string {
	lines := t.lines()
	widths := widthsOf(lines, len(t.Columns), width)
	var b strings.Builder
	for _, row := range lines {
		for row != nil {
			b.WriteString(strings.TrimRight(t.line(row, widths), " ") + "\n")
			row = rest(row, widths)
		}
	}
	if t.More > 0 {
		fmt.Fprintf(&b, "and %d more\n", t.More)
	}
	return b.String()
}

// gap is the number of spaces between columns, leastWidth the width below which no column is folded.
const (
	gap        = 2
	leastWidth = 10
)

// widthsOf returns the width of each column. It takes from the widest columns what the screen has no
// room for.
func widthsOf(lines [][]string, columns, screen int) []int {
	widths := make([]int, columns)
	for _, row := range lines {
		for i, w := range row {
			widths[i] = max(widths[i], utf8.RuneCountInString(w))
		}
	}
	for screen > 0 {
		total, widest := -gap, 0
		for i, w := range widths {
			total += w + gap
			if w > widths[widest] {
				widest = i
			}
		}
		if total <= screen || widths[widest] <= leastWidth {
			break
		}
		widths[widest]--
	}
	return widths
}

// line returns the first line of a row, with as much of each word as its column has room for.
func (t *Table) line(row []string, widths []int) string {
	words := make([]string, len(row))
	for i, w := range row {
		w = Head(w, widths[i])
		room := strings.Repeat(" ", widths[i]-utf8.RuneCountInString(w))
		words[i] = w + room
		if t.Columns[i].Right {
			words[i] = room + w
		}
	}
	return strings.Join(words, strings.Repeat(" ", gap))
}

// continued indents the rest of the first word of a row, which would otherwise look like a row of
// its own.
const continued = "  "

// rest returns the part of a row that does not fit into the widths; nil if everything fits.
func rest(row []string, widths []int) []string {
	left, some := make([]string, len(row)), false
	for i, w := range row {
		left[i] = strings.TrimPrefix(strings.TrimPrefix(w, Head(w, widths[i])), " ")
		some = some || left[i] != ""
	}
	if left[0] != "" {
		left[0] = continued + left[0]
	}
	if !some {
		return nil
	}
	return left
}

// Head returns the beginning of a text that fits into a width. It ends at a space if there is one in
// the second half.
func Head(text string, width int) string {
	if utf8.RuneCountInString(text) <= width {
		return text
	}
	begin := string([]rune(text)[:width])
	if i := strings.LastIndexByte(begin, ' '); i > len(begin)/2 {
		return begin[:i]
	}
	return begin
}
