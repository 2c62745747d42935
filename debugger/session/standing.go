package session

import (
	"machsim/debugger/event/waitfor"
	"machsim/kernel"
)

// Standing is how a thread stands at the end of the run that waits there, or has failed: idle, blocked or failed, and
// what it waits for or how it failed.
type Standing struct{ How, Why string }

// Standings returns those of all threads that have one.
func (s *Session) Standings() map[kernel.ThreadID]Standing {
	all, end := map[kernel.ThreadID]Standing{}, s.Final()
	for _, w := range waitfor.Of(end) {
		switch {
		case w.Idle:
			all[w.Thread] = Standing{"idle", "waits for requests"}
		case end.Threads.At(uint32(w.Thread)).Status == kernel.Blocked:
			all[w.Thread] = Standing{"blocked", waitfor.Explain(end, &w).Text}
		}
	}
	failures := end.Notes[:len(end.Notes):len(end.Notes)]
	if end.Failure != nil {
		failures = append(failures, *end.Failure)
	}
	for _, f := range failures {
		all[f.Thread] = Standing{"failed", f.Kind.String() + ": " + f.Text}
	}
	return all
}
