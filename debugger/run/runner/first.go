package runner

import "machsim/kernel"

// firstStep is a Door that lets one thread take the first step.
type firstStep struct {
	kernel.Door
	thread kernel.ThreadID
}

// runFirst returns d or, if a thread is to take the first step, a Door that lets it.
func (o *Setup) runFirst(d kernel.Door) kernel.Door {
	if o.First == 0 {
		return d
	}
	return &firstStep{d, o.First}
}

// Choose chooses the thread once.
func (f *firstStep) Choose(p kernel.Point) int {
	if f.thread != 0 && p.Kind == kernel.PointNext {
		id := f.thread
		f.thread = 0
		for i := range p.N {
			if p.Option(i).Thread == id {
				return i
			}
		}
	}
	return f.Door.Choose(p)
}
