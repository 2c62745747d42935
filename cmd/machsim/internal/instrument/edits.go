package instrument

import (
	"cmp"
	"slices"
	"strings"
)

// edits are changes of one text.
type edits struct {
	text string
	all  []edit
}

// edit puts a text in the place of what is between two offsets.
type edit struct {
	from, to int
	text     string
	more     *strings.Builder // behind the text, nil for nothing
}

// width is how much of the text is replaced.
func (c edit) width() int { return c.to - c.from }

// String is what is put there.
func (c edit) String() string {
	if c.more == nil {
		return c.text
	}
	return c.text + c.more.String()
}

// insert adds a text at an offset, behind what has been inserted there already.
func (e *edits) insert(at int, text string) {
	e.all = append(e.all, edit{from: at, to: at, text: text})
}

// hole is insert for a text that is written later.
func (e *edits) hole(at int) *strings.Builder {
	b := &strings.Builder{}
	e.all = append(e.all, edit{from: at, to: at, more: b})
	return b
}

// prepend adds a text at an offset, in front of what has been inserted there already.
func (e *edits) prepend(at int, text string) {
	i := slices.IndexFunc(e.all, func(c edit) bool { return c.from == at })
	if i < 0 {
		i = len(e.all)
	}
	e.all = slices.Insert(e.all, i, edit{from: at, to: at, text: text})
}

// replace puts a text in the place of another.
func (e *edits) replace(from, to int, text string) {
	e.all = append(e.all, edit{from: from, to: to, text: text})
}

// sort puts the changes in order. Of those at the same offset the insertions come first, in the order in which they
// were made.
func (e *edits) sort() {
	slices.SortStableFunc(e.all, func(a, b edit) int {
		return cmp.Or(cmp.Compare(a.from, b.from), cmp.Compare(min(a.width(), 1), min(b.width(), 1)))
	})
}

// between returns the text between two offsets, changed. Insertions at the ends belong to it.
func (e *edits) between(from, to int) string {
	var b strings.Builder
	at := from
	for _, c := range e.all {
		if c.from >= from && c.to <= to {
			b.WriteString(e.text[at:c.from])
			b.WriteString(c.String())
			at = c.to
		}
	}
	b.WriteString(e.text[at:to])
	return b.String()
}

// take removes the changes between two offsets that were made from a mark on, and returns the text with them.
func (e *edits) take(mark, from, to int) string {
	part := edits{text: e.text}
	rest := slices.Clone(e.all[:mark])
	for _, c := range e.all[mark:] {
		if c.from >= from && c.to <= to {
			part.all = append(part.all, c)
		} else {
			rest = append(rest, c)
		}
	}
	e.all = rest
	part.sort()
	return part.between(from, to)
}
