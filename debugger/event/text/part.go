package text

import "strings"

// Part is a piece of an answer: lines of text, or a table.
type Part struct {
	Text  string `json:"text,omitempty"` // lines, with their ends
	Link         // where the lines lead, if they lead anywhere
	Table *Table `json:"table,omitempty"` // nil for text
}

// Link is what a text is about, and what a face can go to. The zero Link is none.
type Link struct {
	Goto string `json:"goto,omitempty"` // a position, as people type it
	Kind string `json:"kind,omitempty"` // the kind of an object: "thread", "port", "source" ...
	Name string `json:"name,omitempty"` // the object, by its kind; a source place is FILE:LINE
}

// Parts are an answer, in order. They are written to by Print and Add.
type Parts []Part

// Print adds text. Texts that lead nowhere, one after another, are one part.
func (p *Parts) Print(s string) {
	if n := len(*p) - 1; n >= 0 && (*p)[n].Table == nil && (*p)[n].Link == (Link{}) {
		(*p)[n].Text += s
		return
	}
	*p = append(*p, Part{Text: s})
}

// PrintTo adds text that leads to something.
func (p *Parts) PrintTo(to Link, s string) { *p = append(*p, Part{Text: s, Link: to}) }

// Add adds a table.
func (p *Parts) Add(t *Table) { *p = append(*p, Part{Table: t}) }

// Text returns the answer as lines; its tables fit a screen that is so wide (Table.Text).
func (p Parts) Text(width int) string {
	var b strings.Builder
	for _, x := range p {
		if x.Table != nil {
			b.WriteString(x.Table.Text(width))
			continue
		}
		b.WriteString(x.Text)
	}
	return b.String()
}
