package lab

import (
	"slices"

	"machsim/debugger/record"
	"machsim/debugger/study"
	"machsim/kernel"
	"machsim/test/lab/verdict"
	"machsim/test/simtest"
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

// Conditions are those that a recorded run of the lab was looked at by, if one of them has found it wrong; nil if the
// lab does not know it. Numbers in them that follow from a course key are those of the open one: whoever uses them has
// to see that they find the same.
func (l Lab) Conditions(rec *record.Recording) (check func(*study.Running) study.Check) {
	look := func(p *kernel.Program, options []simtest.Option) {
		if check == nil && p.Name == rec.Program {
			check = simtest.Looking(p, rec.Text, options...)
		}
	}
	for _, p := range l.Parts {
		p.try(&Trial{part: p.Name, key: verdict.OpenKey, look: look})
	}
	return check
}

// abouts are what is told of all parts.
func (l Lab) abouts() []verdict.About {
	all := make([]verdict.About, len(l.Parts))
	for i, p := range l.Parts {
		all[i] = verdict.About{Name: p.Name, Points: p.Points, Property: p.Property}
	}
	return all
}
