package predicate

import "machsim/debugger/text"

// Mistake is what is wrong with the text of a predicate or an expression.
type Mistake = text.Mistake

// source is a text in which mistakes can be shown.
type source string

func (s source) mistake(at int, format string, args ...any) *Mistake {
	return text.NewMistake("predicate", string(s), at, format, args...)
}
