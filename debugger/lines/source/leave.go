package source

import (
	"slices"

	"machsim/kernel"
	"machsim/kernel/hook"
)

// leaving follows the activations of a function in which threads are.
type leaving struct {
	found  *Found
	inside map[kernel.ThreadID][]uint64 // the serials of a thread's activations, the outermost first
}

// leavings are the searches for where functions are left.
func leavings(all []*Found) (some []*leaving) {
	for _, f := range all {
		if f.of.Target.left != nil {
			some = append(some, &leaving{f, map[kernel.ThreadID][]uint64{}})
		}
	}
	return some
}

// moves is told where a thread is. It says whether an activation of the function has been left since.
func (l *leaving) moves(id kernel.ThreadID, frame *hook.Frame) bool {
	var now []uint64
	for f := frame; f != nil; f = f.Caller {
		if of := l.found.of.Target.left[f.Package()]; of != nil && of[f.FuncIndex()] {
			now = append(now, f.Serial)
		}
	}
	was := l.inside[id]
	l.inside[id] = now
	return slices.ContainsFunc(was, func(serial uint64) bool { return !slices.Contains(now, serial) })
}
