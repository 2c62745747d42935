package session

import (
	"fmt"
	"slices"

	"machsim/debugger/event/waitfor"
	"machsim/debugger/run/report"
	"machsim/kernel"
)

// Rest says in words how a thread stands at the end of the run: "has ended", "has
// failed: ...", "waits for ...".
func (s *Session) Rest(id kernel.ThreadID) string {
	end := s.Final()
	if f := end.Failure; f != nil && f.Thread == id {
		return hasFailed(f)
	}
	if id == s.Run.Computing() {
		return "runs on without a call"
	}
	for _, r := range waitfor.Of(end) {
		if r.Thread == id {
			return waitfor.Explain(end, &r).Text
		}
	}
	return "has ended"
}

func hasFailed(f *kernel.Failure) string { return fmt.Sprintf("has failed: %s: %s", f.Kind, f.Text) }

// Culprit returns the thread to look at first: the one that failed or broke the condition of a
// test; else the first thread of a cycle of waits; else the first thread that waits for what a program
// has to do; else the first thread of the run that is not a server's. It need not exist at the present
// position.
func (s *Session) Culprit() kernel.ThreadID {
	end := s.Final()
	if end.Failure != nil {
		return end.Failure.Thread
	}
	if id := s.Breaker(); id != 0 {
		return id
	}
	rows := waitfor.Of(end)
	if cycle := waitfor.Cycle(rows); len(cycle) > 0 {
		return cycle[0]
	}
	if i := slices.IndexFunc(rows, func(r waitfor.Row) bool { return !r.Idle && !attends(end, &r) }); i >= 0 {
		return rows[i].Thread
	}
	first := kernel.ThreadID(0)
	for id := range end.Threads.All {
		if !end.Tasks.At(uint32(end.Threads.At(id).Task)).Server {
			return kernel.ThreadID(id)
		}
		if first == 0 {
			first = kernel.ThreadID(id)
		}
	}
	return first
}

// attends says whether a server waits for whatever the kernel tells it, as name servers do that have asked to be told
// of the end of ports.
func attends(st *kernel.State, r *waitfor.Row) bool {
	return r.AnyThread && st.Tasks.At(uint32(r.Task)).Server
}

// WentOn says whether a thread's program ran on after its last call and made no other known call,
// because the run was given up or the recording ends there. The position has to hold that last
// call.
func (s *Session) WentOn(id kernel.ThreadID) bool {
	if id == 0 || id != s.Run.Computing() {
		return false
	}
	l := s.log()
	lane := l.tape.LaneOf(id)
	return lane >= 0 && int(l.at.Cut[lane]) == l.tape.Lanes[lane].Len()
}

// Report says how the run ended.
func (s *Session) Report() *report.Report {
	return report.Of(s.Run)
}

// Breaker returns the thread whose step broke the condition of a test and so ended the run; 0 if
// none did.
func (s *Session) Breaker() kernel.ThreadID {
	if r := s.Run.Replayed(); r == nil || !r.Broke() {
		return 0
	}
	return s.Run.Replayed().Last().Thread
}
