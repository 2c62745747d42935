package breakpoint

import "machsim/debugger/lang"

// spec is a place that is looked for in a run.
type spec struct{ *lang.Place }

// mistake is one about a word of the place.
func (s spec) mistake(at int, format string, args ...any) error {
	return s.Source.Mistake(at, format, args...)
}

// absent is a mistake about a word that another run might know.
func (s spec) absent(at int, format string, args ...any) error {
	return s.Source.Absent(at, format, args...)
}
