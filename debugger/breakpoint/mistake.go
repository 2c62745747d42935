package breakpoint

import "machsim/debugger/text"

// Mistake is what is wrong with the text of a breakpoint.
type Mistake = text.Mistake

// mistake is one about a word of the breakpoint.
func (s *Spec) mistake(at int, format string, args ...any) *Mistake {
	return text.NewMistake("breakpoint", s.text, at, format, args...)
}

// absent is a mistake about a word that another run might know.
func (s *Spec) absent(at int, format string, args ...any) *Mistake {
	m := s.mistake(at, format, args...)
	m.Absent = true
	return m
}
