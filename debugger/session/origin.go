package session

import (
	"machsim/debugger/lines/origin"
	"machsim/debugger/lines/source"
	"machsim/debugger/replay/engine"
	"machsim/kernel"
)

// Origin finds where the value of an expression comes from, in the n-th frame of a thread, counted from the innermost,
// at the present position; see origin.Tracer.
func (s *Session) Origin(id kernel.ThreadID, n int, expression string, depth, breadth int) (*origin.Tree, error) {
	frames, err := s.Frames(id)
	switch {
	case err != nil:
		return nil, err
	case n >= len(frames):
		return nil, s.noFrame(id)
	}
	l := s.log()
	if l.origins == nil {
		l.origins = origin.New(&originRun{s})
	}
	q := origin.Question{Expression: expression, Thread: id, Serial: frames[n].Serial, Done: s.Holds, Depth: depth,
		Breadth: breadth, Stopped: func() bool { return engine.Stopped(s.Stop) }}
	for _, g := range s.Position().Stands() {
		if g.Thread == id {
			q.Statement = g.N
		}
	}
	tree, err := l.origins.Ask(q)
	if err == nil && q.Stopped() {
		return nil, ErrStopped
	}
	return tree, err
}

// originRun is the run that is asked.
type originRun struct{ *Session }

func (r *originRun) Listen(l source.Listener) error { return r.log().source.Listen(l) }

func (r *originRun) TaskOf(id kernel.ThreadID) kernel.TaskID { return r.log().tape.TaskOf(id) }

func (r *originRun) ThreadOf(event int) kernel.ThreadID {
	id, _ := r.ActorOf(event)
	return id
}

func (r *originRun) SentBy(event int) string {
	said, _ := r.Session.SentBy(event)
	return said
}
