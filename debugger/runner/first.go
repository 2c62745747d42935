package runner

import "machsim/kernel"

// leader is a Door that lets one thread take the first step.
type leader struct {
	kernel.Door
	thread kernel.ThreadID
}

// led is the Door with which a thread goes first, if one is to.
func (o *Options) led(d kernel.Door) kernel.Door {
	if o.First == 0 {
		return d
	}
	return &leader{d, o.First}
}

// Choose chooses the thread once.
func (l *leader) Choose(p kernel.Point) int {
	if l.thread != 0 && p.Kind == kernel.PointNext {
		id := l.thread
		l.thread = 0
		for i := range p.N {
			if p.Option(i).Thread == id {
				return i
			}
		}
	}
	return l.Door.Choose(p)
}
