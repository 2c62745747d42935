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
}

// insert adds a text at an offset, behind what has been inserted there already.
func (e *edits) insert(at int, text string) { e.all = append(e.all, edit{at, at, text}) }

// prepend adds a text at an offset, in front of what has been inserted there already.
func (e *edits) prepend(at int, text string) {
	i := slices.IndexFunc(e.all, func(c edit) bool { return c.from == at })
	if i < 0 {
		i = len(e.all)
	}
	e.all = slices.Insert(e.all, i, edit{at, at, text})
}

// replace puts a text in the place of another.
func (e *edits) replace(from, to int, text string) { e.all = append(e.all, edit{from, to, text}) }

// sort puts the changes in order, which those at the same offset have already.
func (e *edits) sort() {
	slices.SortStableFunc(e.all, func(a, b edit) int { return cmp.Compare(a.from, b.from) })
}

// between returns the text between two offsets, changed. Insertions at the ends belong to it.
func (e *edits) between(from, to int) string {
	var b strings.Builder
	at := from
	for _, c := range e.all {
		if c.from >= from && c.to <= to {
			b.WriteString(e.text[at:c.from])
			b.WriteString(c.text)
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
