package debugger

import (
	"machsim/debugger/record"
	"machsim/debugger/report"
	"machsim/debugger/waitfor"
	"machsim/kernel"
)

// Rest says in words how a thread stands at the end of the run: "has ended", "waits for
// ...".
func (s *Session) Rest(id kernel.ThreadID) string {
	end := s.Tape.End
	for _, r := range waitfor.Of(end) {
		if r.Thread == id {
			return waitfor.Explain(end, &r).Text
		}
	}
	return "has ended"
}

// Culprit is the thread to look at first: the one that failed, else the first of a cycle of
// waits, else the first thread of the run that is no server's. It need not exist at the present
// position.
func (s *Session) Culprit() kernel.ThreadID {
	end := s.Tape.End
	if end.Failure != nil {
		return end.Failure.Thread
	}
	rows := waitfor.Of(end)
	if cycle := waitfor.Cycle(rows); len(cycle) > 0 {
		return cycle[0]
	}
	for _, r := range rows {
		if !r.Idle {
			return r.Thread
		}
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

// Report is how the run ended.
func (s *Session) Report() *report.Report {
	rep := report.Of(s.Run)
	if s.Rec.Kind == record.Condition && (rep.Verdict == report.Interrupted || rep.Verdict == report.OK) {
		rep.Verdict, rep.Summary = report.CheckFailed, s.Rec.Text
	}
	return rep
}
