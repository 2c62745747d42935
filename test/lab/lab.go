package lab

import (
	"slices"

	"machsim/kernel"
	"machsim/test/lab/verdict"
)

// Lab is what a harness judges.
type Lab struct {
	Parts    []Part
	Programs []*kernel.Program // that the parts run, for the debugger
}

// Part is a part of a lab, which is passed or not.
type Part struct {
	Name     string
	Points   int
	Property string // what has to be true, in a line
	Do       func(*Trial)
}

// part returns the part of a name, nil if there is none.
func (l Lab) part(name string) *Part {
	i := slices.IndexFunc(l.Parts, func(p Part) bool { return p.Name == name })
	if i < 0 {
		return nil
	}
	return &l.Parts[i]
}

// abouts are what is told of all parts.
func (l Lab) abouts() []verdict.About {
	all := make([]verdict.About, len(l.Parts))
	for i, p := range l.Parts {
		all[i] = verdict.About{Name: p.Name, Points: p.Points, Property: p.Property}
	}
	return all
}
