package report

import (
	"fmt"

	"machsim/debugger/event/rpc"
	"machsim/debugger/record"
	"machsim/debugger/run/runner"
	"machsim/ipc"
	"machsim/ipc/quote"
	"machsim/kernel"
)

const (
	maxCalls = 3         // how many remote calls a report tells of
	longest  = 1_000_000 // the events of a run that is not made again for that
)

// HasCalls says whether it is worth while to ask Calls about a run: it has failed by itself, and its tasks have
// datagram ports.
func (rep *Report) HasCalls(s *kernel.State) bool {
	switch rep.Verdict {
	case CheckFailed, Panic, Misuse, Unhandled, Goexit, Stuck, Deadlock, NoEnd:
	default:
		return false
	}
	return s != nil && rep.Events <= longest &&
		s.IPC.Ports.Any(func(_ uint32, p *ipc.Port) bool { return p.Datagram })
}

// Calls adds notes about the remote calls of the recorded run of p that went wrong, as far as they are by a protocol of
// its own. It makes the run again for that; nothing is said of one that has become another.
func (rep *Report) Calls(p *kernel.Program, rec *record.Recording) {
	c, o := rpc.New(), runner.Replay(p, rec)
	o.Tracer = kernel.Tracer{Before: true, Event: c.See}
	r := runner.Do(o)
	defer r.Close()
	if r.State == nil || r.Err != nil || r.Replayed().Result(r.Ending()).Divergence != nil {
		return
	}
	told, n := c.Calls().Remarks(r.State.ThreadName, maxCalls)
	if n > maxCalls {
		told = append(told, fmt.Sprintf("and %d more remote calls that went wrong; rpcs at the prompt lists them",
			n-maxCalls))
	}
	rep.Notes = append(rep.Notes, quote.List(told)...)
}
