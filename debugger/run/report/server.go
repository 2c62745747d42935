package report

import (
	"machsim/debugger/event/waitfor"
	"machsim/debugger/run/runner"
	"machsim/kernel"
)

// Servers are the name servers of a run that has a State, which reports leave out without being asked: those that are
// not at fault, because a thread of theirs has failed, did not come back, or is in a cycle of waits.
func Servers(r *runner.Run) map[kernel.TaskID]bool {
	s, all := r.State, map[kernel.TaskID]bool{}
	for id := range s.Tasks.All {
		if waitfor.IsNameServer(s, kernel.TaskID(id)) {
			all[kernel.TaskID(id)] = true
		}
	}
	if len(all) == 0 {
		return nil
	}
	for _, id := range faulty(r) {
		if id != 0 {
			delete(all, s.Threads.At(uint32(id)).Task)
		}
	}
	return all
}

// faulty are the threads at fault.
func faulty(r *runner.Run) []kernel.ThreadID {
	all := append(waitfor.Cycle(waitfor.Of(r.State)), breaker(r), r.Computing())
	for _, f := range r.State.Failures {
		all = append(all, f.Thread)
	}
	if r.State.Failure != nil {
		all = append(all, r.State.Failure.Thread)
	}
	return all
}
