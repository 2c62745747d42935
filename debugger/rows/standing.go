package rows

import (
	"cmp"
	"fmt"
	"slices"

	"machsim/debugger/event/waitfor"
	"machsim/kernel"
)

// Standing is how a thread stands at the end of the run that waits there, or has failed: idle, blocked or failed, and
// what it waits for or how it failed.
type Standing struct{ How, Why string }

// Standings returns those of all threads that have one, of a state at the end.
func Standings(end *kernel.State) map[kernel.ThreadID]Standing {
	all := map[kernel.ThreadID]Standing{}
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

// Rest says in words how a thread stands at the end of the run: "has ended", "has
// failed: ...", "waits for ...". computing is the thread whose program runs on without a call, or 0.
func Rest(end *kernel.State, computing, id kernel.ThreadID) string {
	if f := end.Failure; f != nil && f.Thread == id {
		return hasFailed(f)
	}
	if id == computing {
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

// Culprit returns the thread to look at first: the one that failed, or breaker, which broke the condition of a test;
// else the first thread of a cycle of waits; else the first thread that waits for what a program
// has to do; else the first thread of the run that is not a server's. It need not exist at the present
// position.
func Culprit(end *kernel.State, breaker kernel.ThreadID) kernel.ThreadID {
	if end.Failure != nil {
		return end.Failure.Thread
	}
	if breaker != 0 {
		return breaker
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
		first = cmp.Or(first, kernel.ThreadID(id))
	}
	return first
}

// attends says whether a server waits for whatever the kernel tells it, as name servers do that have asked to be told
// of the end of ports.
func attends(st *kernel.State, r *waitfor.Row) bool {
	return r.AnyThread && st.Tasks.At(uint32(r.Task)).Server
}
