package breakpoint

import "machsim/debugger/lang"

// spec is a place to be found in a run.
type spec struct{ *lang.Place }

// mistake reports a mistake in a word of the place.
func (s spec) mistake(at int, format string, args ...any) error {
	return s.Source.Mistake(at, format, args...)
}

// absent reports a word that another run might know.
func (s spec) absent(at int, format string, args ...any) error {
	return s.Source.Absent(at, format, args...)
}
