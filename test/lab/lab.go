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
	l.look(rec, func(p *kernel.Program, options []simtest.Option) {
		if check == nil {
			check = simtest.Looking(p, rec.Text, options...)
		}
	})
	return check
}

// Models are those that the calls of a recorded run were held against, if they did not fit one; nil if the lab does not
// know it.
func (l Lab) Models(rec *record.Recording) (all []*simtest.Model) {
	l.look(rec, func(p *kernel.Program, options []simtest.Option) {
		if all == nil {
			all = simtest.Modelled(p, rec.Text, options...)
		}
	})
	return all
}

// look tells of the runs that all parts would make of the program of a recorded one.
func (l Lab) look(rec *record.Recording, told func(*kernel.Program, []simtest.Option)) {
	look := func(p *kernel.Program, options []simtest.Option) {
		if p.Name == rec.Program {
			told(p, options)
		}
	}
	for _, p := range l.Parts {
		p.try(&Trial{part: p.Name, key: verdict.OpenKey, look: look})
	}
}

// abouts are what is told of all parts.
func (l Lab) abouts() []verdict.About {
	all := make([]verdict.About, len(l.Parts))
	for i, p := range l.Parts {
		all[i] = verdict.About{Name: p.Name, Points: p.Points, Property: p.Property}
	}
	return all
}
