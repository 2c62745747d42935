package explore_test

import (
	"fmt"
	"maps"
	"math/rand/v2"
	"slices"
	"testing"

	"machsim/debugger/choose/explore"
	"machsim/ipc"
	"machsim/kernel"
	"machsim/test/effort"
)

// breaches are what the first thread of a random program does to others that wait, perhaps with a time limit, or have a
// message in hand.
var breaches = map[string]struct{ first, others []string }{
	"abort": {[]string{"send", "abort", "abort", "sleep", "receive"},
		[]string{"receive", "receive soon", "receive soon", "sleep", "send", "send soon"}},
	"terminate": {[]string{"send", "terminate", "terminate", "sleep"},
		[]string{"receive", "receive soon", "receive soon", "sleep", "send", "send soon"}},
	"suspend": {[]string{"send", "suspend", "suspend", "resume", "sleep"},
		[]string{"receive", "receive soon", "receive soon", "sleep", "send", "send soon"}},
	"all": {[]string{"send", "abort", "terminate", "suspend", "resume", "sleep", "receive now", "receive soon"},
		[]string{"receive", "receive soon", "receive now", "sleep", "send", "rpc", "rpc soon"}},
	"sets": {[]string{"send", "move in", "move out", "terminate", "abort", "sleep"},
		[]string{"receive", "receive set", "receive set soon", "receive soon", "sleep", "send"}},
	"locks": {[]string{"lock", "unlock", "abort", "terminate", "suspend", "resume", "sleep"},
		[]string{"lock", "unlock", "sleep", "receive soon", "send"}},
	"end": {[]string{"send", "send", "end", "suspend task", "resume task", "sleep"},
		[]string{"receive", "receive soon", "receive soon", "sleep", "send"}},
}

// breached returns a random program of that kind.
func breached(r *rand.Rand, first, others []string) (*kernel.Program, string) {
	draw := drawing(r)
	own, threads := draw(2, first...), [][]step{draw(2, others...)}
	for range 1 + r.IntN(2) {
		threads = append(threads, draw(2, others...))
	}
	for _, steps := range append(threads, own) {
		for i := range steps {
			steps[i].i = r.IntN(4) / 3
		}
	}
	own = append([]step{{"send", 0, 7}}, own...)
	if !slices.Contains(first, "lock") && r.IntN(2) == 0 {
		return disturbedApart(own, threads, 1+r.IntN(2))
	}
	return disturbedBy(own, threads, 1+r.IntN(2))
}

// disturbedApart is the program whose first thread takes some steps, and threads of another task theirs, which has the
// ports.
func disturbedApart(own []step, threads [][]step, limit int) (*kernel.Program, string) {
	return task(func(th *kernel.Thread) {
		k := th.Mach()
		o := &victims{}
		o.task, _ = k.TaskCreate(k.Self(), "other", false)
		for range 2 {
			p := th.NewPort("")
			th.SetQueueLimit(p, limit)
			for _, to := range []kernel.Name{k.Self(), o.task} {
				kernel.Must(0, k.PortInsertRight(to, p, p, ipc.MakeSend))
			}
			kernel.Must(0, k.PortInsertRight(o.task, p, p, ipc.MoveReceive))
			o.ports = append(o.ports, p)
		}
		o.set, _ = k.PortAllocate(o.task, ipc.RightPortSet)
		o.begin(th, own, threads)
	}), fmt.Sprint("apart: ", own, threads, limit)
}

// TestBreached holds the search against all that such programs can come to, of some of which a task is killed, or any
// waiter is woken.
func TestBreached(t *testing.T) {
	faults := []kernel.Faults{{}, {}, budget(kernel.FaultKill, 1), budget(kernel.FaultCrash, 1)}
	for _, name := range slices.Sorted(maps.Keys(breaches)) {
		r := rand.New(rand.NewPCG(31, 32))
		compared, classes := 0, 0
		for range effort.Of(8) {
			p, text := breached(r, breaches[name].first, breaches[name].others)
			b := explore.Begun{Faults: faults[r.IntN(len(faults))], Weak: r.IntN(3) == 0}
			if n := reachesBegun(t, p, b, 2500, fmt.Sprintf("%s %+v: %s", name, b, text)); n > 0 {
				compared, classes = compared+1, classes+n
			}
		}
		t.Logf("%s: %d programs, %d classes", name, compared, classes)
	}
}
