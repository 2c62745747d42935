package goexpr

import (
	"go/scanner"
	"go/token"
	"strings"
)

// spelled is an expression as Go's parser takes it: with == where a single = was typed, which compares in predicates.
type spelled struct {
	code  string
	added []int // offsets in code of the signs that were not typed
}

// spell has == for every =.
func spell(typed string) (s spelled) {
	file := token.NewFileSet().AddFile("", -1, len(typed))
	var scan scanner.Scanner
	scan.Init(file, []byte(typed), func(token.Position, string) {}, 0)
	var b strings.Builder
	done := 0
	for {
		pos, t, _ := scan.Scan()
		switch t {
		case token.EOF:
			b.WriteString(typed[done:])
			s.code = b.String()
			return s
		case token.ASSIGN:
			at := file.Offset(pos) + 1
			b.WriteString(typed[done:at])
			s.added = append(s.added, b.Len())
			b.WriteByte('=')
			done = at
		}
	}
}

// typed returns the offset in the text that was typed of one in the code.
func (s *spelled) typed(at int) int {
	n := 0
	for n < len(s.added) && s.added[n] < at {
		n++
	}
	return at - n
}
