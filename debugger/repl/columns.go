package repl

import (
	"context"
	"fmt"
	"strings"
	"unicode/utf8"
)

// table is rows of words below each other.
type table struct {
	right []bool // columns whose words stand at the right, as numbers do
	rows  [][]string
	more  int // rows that are left out
}

// maxRows is how many rows a table has at most; who wants more asks for a part.
const maxRows = 1000

// newTable begins a table with the heads of its columns; one that begins with > stands at
// the right.
func newTable(heads ...string) *table {
	t := &table{}
	for i, h := range heads {
		t.right = append(t.right, strings.HasPrefix(h, ">"))
		heads[i] = strings.TrimPrefix(h, ">")
	}
	t.rows = [][]string{heads}
	return t
}

// add adds a row. What is empty is shown as a dash.
func (t *table) add(words ...string) {
	if len(t.rows) > maxRows {
		t.more++
		return
	}
	for i, w := range words {
		if w == "" {
			words[i] = "-"
		}
	}
	t.rows = append(t.rows, words)
}

func (p *Prompt) table(t *table) {
	widths := make([]int, len(t.right))
	for _, row := range t.rows {
		for i, w := range row {
			widths[i] = max(widths[i], utf8.RuneCountInString(w))
		}
	}
	if p.o.Width > 0 {
		narrow(widths, p.o.Width)
	}
	for _, row := range t.rows {
		for row != nil {
			p.printf("%s\n", strings.TrimRight(t.line(row, widths), " "))
			row = rest(row, widths)
		}
	}
	if t.more > 0 {
		p.printf("and %d more\n", t.more)
	}
}

// Between columns are so many spaces, and no column is made narrower than least.
const (
	between = 2
	least   = 14
)

// narrow makes the widest columns narrower until all fit on a screen, if they can.
func narrow(widths []int, screen int) {
	for {
		total, widest := -between, 0
		for i, w := range widths {
			total += w + between
			if w > widths[widest] {
				widest = i
			}
		}
		if total <= screen || widths[widest] <= least {
			return
		}
		widths[widest]--
	}
}

// head is what of a word fits into a width; a break is at a space if there is one.
func head(word string, width int) string {
	if utf8.RuneCountInString(word) <= width {
		return word
	}
	begin := string([]rune(word)[:width])
	if i := strings.LastIndexByte(begin, ' '); i > len(begin)/2 {
		return begin[:i]
	}
	return begin
}

// deeper sets in what is left of the first word of a row: it could be taken for a row of its
// own, or for a line that somebody else has written.
const deeper = "  "

// rest is what of a row does not fit into the widths, nil if all does.
func rest(row []string, widths []int) []string {
	left, some := make([]string, len(row)), false
	for i, w := range row {
		left[i] = strings.TrimPrefix(strings.TrimPrefix(w, head(w, widths[i])), " ")
		some = some || left[i] != ""
	}
	if left[0] != "" {
		left[0] = deeper + left[0]
	}
	if !some {
		return nil
	}
	return left
}

func (t *table) line(row []string, widths []int) string {
	words := make([]string, len(row))
	for i, w := range row {
		w = head(w, widths[i])
		gap := strings.Repeat(" ", widths[i]-utf8.RuneCountInString(w))
		words[i] = w + gap
		if t.right[i] {
			words[i] = gap + w
		}
	}
	return strings.Join(words, "  ")
}

// list prints a table of what a method of the Debugger returns, or that there is nothing.
func list[T any](
	p *Prompt, none string, t *table, get func(context.Context) ([]T, error), row func(T) []string,
) error {
	all, err := get(p.ctx)
	if err != nil {
		return err
	}
	rows(p, none, t, all, row)
	return nil
}

// rows prints a table of so many things, or that there are none.
func rows[T any](p *Prompt, none string, t *table, all []T, row func(T) []string) {
	if len(all) == 0 {
		p.printf("%s\n", none)
		return
	}
	for _, x := range all {
		t.add(row(x)...)
	}
	p.table(t)
}

// names is a list in a cell: the first few, and how many more there are.
func names(all []string) string {
	const most = 6
	if len(all) > most {
		return fmt.Sprintf("%s and %d more", strings.Join(all[:most], ", "), len(all)-most)
	}
	return strings.Join(all, ", ")
}
