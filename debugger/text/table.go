package text

import (
	"fmt"
	"slices"
	"strings"
	"unicode/utf8"
)

// Table collects rows of words. Text puts each word below those of its column.
type Table struct {
	Max int // the number of rows to keep; Text says how many more there were. 0 keeps all

	right []bool // columns of numbers, which stand at the right
	rows  [][]string
	kept  int // rows without that of the heads
	more  int // rows that were not kept
}

// NewTable begins a table with the heads of its columns. The words of a column whose head begins
// with > stand at the right. Heads that are all empty make no row.
func NewTable(heads ...string) *Table {
	t := &Table{}
	for i, h := range heads {
		t.right = append(t.right, strings.HasPrefix(h, ">"))
		heads[i] = strings.TrimPrefix(h, ">")
	}
	if slices.ContainsFunc(heads, func(h string) bool { return h != "" }) {
		t.rows = append(t.rows, heads)
	}
	return t
}

// Add adds a row of a word for each column. A dash stands for an empty word.
func (t *Table) Add(words ...string) {
	if t.Max > 0 && t.kept == t.Max {
		t.more++
		return
	}
	t.kept++
	for i, w := range words {
		if w == "" {
			words[i] = "-"
		}
	}
	t.rows = append(t.rows, words)
}

// Text returns the table as lines. If its lines are longer than a screen is wide, it folds the words
// of the widest columns. A width of 0 stands for no limit.
func (t *Table) Text(width int) string {
	widths := t.widths(width)
	var b strings.Builder
	for _, row := range t.rows {
		for row != nil {
			b.WriteString(strings.TrimRight(t.line(row, widths), " ") + "\n")
			row = rest(row, widths)
		}
	}
	if t.more > 0 {
		fmt.Fprintf(&b, "and %d more\n", t.more)
	}
	return b.String()
}

// gap is the number of spaces between columns, leastWidth the width below which no column is folded.
const (
	gap        = 2
	leastWidth = 14
)

// widths returns the width of each column. It takes from the widest columns what the screen has no
// room for.
func (t *Table) widths(screen int) []int {
	widths := make([]int, len(t.right))
	for _, row := range t.rows {
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
		if t.right[i] {
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
