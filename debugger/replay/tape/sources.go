package tape

import (
	"cmp"
	"slices"

	"machsim/kernel"
)

// Sources returns the places in the program from which the run makes kernel calls, by file and line.
func (t *Tape) Sources() (all []kernel.Frame) {
	known := map[uintptr]bool{0: true}
	for lane := range t.Lanes {
		for k := range t.Lanes[lane].Calls() {
			c, _, ok := t.Call(lane, k)
			if !ok || known[c.PC] {
				continue
			}
			known[c.PC] = true
			if f := kernel.FrameAt(c.PC); f.File != "" {
				all = append(all, f)
			}
		}
	}
	slices.SortFunc(all, func(a, b kernel.Frame) int {
		return cmp.Or(cmp.Compare(a.Path, b.Path), cmp.Compare(a.Line, b.Line), cmp.Compare(a.Func, b.Func))
	})
	return all
}
