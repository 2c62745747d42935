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
	for id := range end.Threads.All {
		return kernel.ThreadID(id)
	}
	return 0
}

// Report is how the run ended.
func (s *Session) Report() *report.Report {
	rep := report.Of(s.Run)
	if s.Rec.Kind == record.Condition && rep.Verdict == report.Interrupted {
		rep.Verdict, rep.Summary = report.CheckFailed, s.Rec.Text
	}
	return rep
}
