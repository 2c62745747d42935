package lang

import "machsim/debugger/event/text"

// Mistake describes what is wrong with a text, and where.
type Mistake = text.Mistake

// Source is a text in which mistakes can be shown.
type Source struct {
	Of   string // what it is
	Text string
}

// What the texts are.
const (
	ofPredicate  = "predicate"
	ofBreakpoint = "breakpoint"
	ofValue      = "expression"
)

// Mistake returns a mistake at a byte of the text.
func (s Source) Mistake(at int, format string, args ...any) *Mistake {
	return text.NewMistake(s.Of, s.Text, at, format, args...)
}

// Absent returns a mistake about a name that another run might have.
func (s Source) Absent(at int, format string, args ...any) *Mistake {
	m := s.Mistake(at, format, args...)
	m.Absent = true
	return m
}

// Unshown returns a mistake about a name that may be one of a variable.
func (s Source) Unshown(name string, at int, format string, args ...any) *Mistake {
	m := s.Absent(at, format, args...)
	m.Variable = name
	return m
}
