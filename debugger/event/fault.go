package event

import "machsim/kernel"

// FaultOf returns what has gone wrong, as a value.
func FaultOf(s *kernel.State, f kernel.Fault) *Fault { return (&Reader{s: s, kept: true}).fault(&f) }

func (r *Reader) fault(f *kernel.Fault) *Fault {
	to := &Fault{Kind: f.Kind, Amount: f.Amount}
	switch f.Kind.Hits() {
	case kernel.HitsHost:
		to.Object = r.hostOf(kernel.HostID(f.Object))
	case kernel.HitsThread:
		to.Object = r.threadOf(kernel.ThreadID(f.Object))
	case kernel.HitsTask:
		to.Object = r.taskOf(kernel.TaskID(f.Object))
	case kernel.HitsWire:
		w := r.s.Wires.At(f.Object)
		to.Object, to.Other = r.hostOf(w.A), r.hostOf(w.B)
	case kernel.HitsDisk:
		to.Object, to.Amount = r.hostOf(kernel.HostID(f.Object)), f.Part()
		if f.File() != 0 {
			to.Other = r.Object(kernel.Object{Kind: kernel.FileObject, ID: uint32(f.File())})
		}
	}
	return to
}
