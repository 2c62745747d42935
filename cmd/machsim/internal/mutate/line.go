package mutate

import (
	"go/ast"
	"strings"
)

// line is a line of a text.
type line struct {
	from int // its offset
	text string
}

// line is the line in which a node begins.
func (f *file) line(n ast.Node) line {
	at := f.at(n.Pos())
	from := strings.LastIndexByte(f.text[:at], '\n') + 1
	text, _, _ := strings.Cut(f.text[from:], "\n")
	return line{from, text}
}

// trim is a line without what stands before its first word and behind its last.
func trim(text string) string { return strings.TrimSpace(text) }
