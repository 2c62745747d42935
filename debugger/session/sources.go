package session

import (
	"cmp"
	"slices"

	"machsim/kernel"
)

// Sources returns the places in the program from which the run makes kernel calls, by file and
// line. The result is read-only.
func (s *Session) Sources() []kernel.Frame {
	if s.sources != nil {
		return s.sources
	}
	known := map[uintptr]bool{0: true}
	for lane := range s.log().tape.Lanes {
		for k := range s.log().tape.Lanes[lane].Calls() {
			c, _, ok := s.log().tape.Call(lane, k)
			if !ok || known[c.PC] {
				continue
			}
			known[c.PC] = true
			if f := kernel.FrameAt(c.PC); f.File != "" {
				s.sources = append(s.sources, f)
			}
		}
	}
	slices.SortFunc(s.sources, func(a, b kernel.Frame) int {
		return cmp.Or(cmp.Compare(a.Path, b.Path), cmp.Compare(a.Line, b.Line), cmp.Compare(a.Func, b.Func))
	})
	return s.sources
}
