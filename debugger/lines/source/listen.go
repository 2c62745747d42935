package source

import (
	"machsim/debugger/replay/engine"
	"machsim/kernel"
	"machsim/kernel/hook"
)

// Listener is told what threads do while the run is made again.
type Listener struct {
	// Begun is told of each before it begins, and may listen to what else it does.
	Begun func(kernel.ThreadID, *hook.Thread)
	// Statement is told of each statement before it begins.
	Statement func(Hit, *hook.Thread)
	// Arrived is told of each arrival at a call, and which event completes that; -1 if none does.
	Arrived func(id kernel.ThreadID, t *hook.Thread, completes int)
}

// Listen makes the run again, once, and tells of it. What threads of one task do is told in recorded order.
func (s *Source) Listen(l Listener) error {
	return s.heard(ear{
		begun:     func(w *walker) { l.Begun(w.id, w.Thread) },
		statement: func(w *walker) { l.Statement(w.hit(), w.Thread) },
		looked: func(_ engine.View, w *walker) {
			l.Arrived(w.id, w.Thread, s.begins(w.id, len(w.marks)+1))
		},
	})
}
