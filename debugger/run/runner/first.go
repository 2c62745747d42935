package runner

import "machsim/kernel"

// firstStep is a Door that lets one thread or packet take the first step.
type firstStep struct {
	kernel.Door
	actor kernel.Actor // the zero Actor once it was asked
}

// runFirst returns d or, if somebody is to take the first step, a Door that lets them.
func (o *Setup) runFirst(d kernel.Door) kernel.Door {
	if o.First == (kernel.Actor{}) {
		return d
	}
	return &firstStep{d, o.First}
}

// Choose chooses the actor once.
func (f *firstStep) Choose(p kernel.Point) int {
	if f.actor != (kernel.Actor{}) && p.Kind == kernel.PointNext {
		a := f.actor
		f.actor = kernel.Actor{}
		for i := range p.N {
			if p.Option(i) == a {
				return i
			}
		}
	}
	return f.Door.Choose(p)
}
