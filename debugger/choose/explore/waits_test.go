package explore_test

import (
	"fmt"
	"maps"
	"math/rand/v2"
	"slices"
	"testing"

	"machsim/cthreads"
	"machsim/debugger/choose/explore"
	"machsim/ipc"
	"machsim/kernel"
	"machsim/test/effort"
)

// disturbances are what the first thread of a random program does to others that may wait, and what these do.
var disturbances = map[string]struct{ first, others []string }{
	"abort":     {[]string{"abort", "send"}, []string{"receive", "send", "rpc", "sleep"}},
	"terminate": {[]string{"terminate", "send", "lock"}, []string{"receive", "send", "lock", "unlock", "write"}},
	"suspend":   {[]string{"suspend", "resume", "send", "lock", "unlock"}, []string{"receive", "send", "lock", "unlock"}},
	"look":      {[]string{"info", "status", "send"}, []string{"receive", "send", "lock", "send right"}},
	"death":     {[]string{"destroy", "send", "receive now"}, []string{"receive", "send", "receive soon", "send right"}},
	"sets":      {[]string{"move in", "move out", "send"}, []string{"receive", "receive set", "send", "receive large"}},
}

// victims are what the threads of a program with disturbances use.
type victims struct {
	objects
	set, other kernel.Name
	task       kernel.Name // of the threads
	threads    []kernel.Name
}

// disturbed returns a random program whose first thread disturbs one or two others.
func disturbed(r *rand.Rand, first, others []string) (*kernel.Program, string) {
	draw := func(most int, calls []string) (all []step) {
		for range 1 + r.IntN(most) {
			all = append(all, step{calls[r.IntN(len(calls))], r.IntN(2), r.IntN(100)})
		}
		return all
	}
	own, threads := draw(2, first), [][]step{draw(2, others)}
	if r.IntN(2) == 0 {
		threads = append(threads, draw(1, others))
	}
	limit := 1 + r.IntN(2)
	return disturbedBy(own, threads, limit)
}

// disturbedBy is the program whose first thread takes some steps, and others theirs.
func disturbedBy(own []step, threads [][]step, limit int) (*kernel.Program, string) {
	return task(func(th *kernel.Thread) {
		newVictims(th, limit).begin(th, own, threads)
	}), fmt.Sprint(own, threads, limit)
}

// newVictims makes what the threads of a program with disturbances use.
func newVictims(th *kernel.Thread, limit int) *victims {
	o := &victims{objects: objects{x: variables(th, 2), c: cthreads.NewCondition(th, "")}}
	for range 2 {
		p := th.NewPort("")
		th.SetQueueLimit(p, limit)
		o.m, o.ports = append(o.m, cthreads.NewMutex(th, "")), append(o.ports, p)
	}
	o.set, o.other, o.task = th.NewPortSet(""), th.NewPort(""), th.Mach().Self()
	return o
}

// begin has threads of the victims' task take steps, and the first one its own.
func (o *victims) begin(th *kernel.Thread, own []step, threads [][]step) {
	k := th.Mach()
	for _, steps := range threads {
		t, _ := k.ThreadCreate(o.task, func(th *kernel.Thread) { o.take(th, steps) })
		o.threads = append(o.threads, t)
	}
	for _, t := range o.threads {
		_ = k.ThreadResume(t)
	}
	o.take(th, own)
}

func (o *victims) take(th *kernel.Thread, steps []step) {
	k := th.Mach()
	for _, s := range steps {
		t, p := o.threads[s.n%len(o.threads)], o.ports[s.i]
		switch s.what {
		case "abort":
			_ = k.ThreadAbort(t)
		case "terminate":
			_ = k.ThreadTerminate(t)
		case "suspend":
			_ = k.ThreadSuspend(t)
		case "resume":
			_ = k.ThreadResume(t)
		case "end":
			_ = k.TaskTerminate(o.task)
		case "suspend task":
			_ = k.TaskSuspend(o.task)
		case "resume task":
			_ = k.TaskResume(o.task)
		case "info":
			_, _ = k.ThreadInfo(t)
		case "status":
			_, _ = k.PortGetReceiveStatus(k.Self(), p)
		case "destroy":
			_ = k.PortDestroy(k.Self(), p)
		case "move in":
			_ = k.PortMoveMember(o.task, p, o.set)
		case "move out":
			_ = k.PortMoveMember(o.task, p, kernel.Name(0))
		case "send":
			_ = k.Send(p, kernel.Pack(th, request{s.n}))
		case "send right":
			m := kernel.Pack(th, request{s.n})
			m.Items = append(m.Items, ipc.Item{Kind: ipc.KindPort, Num: uint64(o.other), Disp: ipc.MakeSend})
			_ = k.Send(p, m)
		case "rpc":
			_, _ = k.RPC(p, kernel.Pack(th, request{s.n}))
		case "rpc soon":
			_, _ = th.RPCTimeout(p, kernel.Pack(th, request{s.n}), kernel.Millisecond)
		case "receive":
			_, _ = k.Receive(p)
		case "receive set soon":
			_, _ = k.ReceiveTimeout(o.set, 1)
		case "receive set":
			_, _ = k.Receive(o.set)
		case "receive large":
			_ = k.MachMsg(ipc.Blank(), ipc.MACH_RCV_MSG|ipc.MACH_RCV_LARGE, 8+s.n, p, 0, ipc.Null)
		case "receive now":
			_, _ = k.ReceiveTimeout(p, 0)
		case "receive soon":
			_, _ = k.ReceiveTimeout(p, 1)
		default:
			o.objects.take(th, []step{s})
		}
	}
}

// TestWaits holds the search against all runs of random programs in which somebody ends, moves or looks at what others
// wait for: what comes of a call depends on whether it had begun to wait.
func TestWaits(t *testing.T) {
	for _, name := range slices.Sorted(maps.Keys(disturbances)) {
		d := disturbances[name]
		r := rand.New(rand.NewPCG(1, 2))
		compared, runs := 0, 0
		for range effort.Of(4) {
			p, text := disturbed(r, d.first, d.others)
			c := explore.Compare(p, explore.Begun{}, 600)
			if c == nil {
				continue
			}
			compared, runs = compared+1, runs+c.Runs
			if wrong := c.Wrong(); wrong != "" {
				t.Errorf("%s: %s: %s", name, text, wrong)
			}
		}
		t.Logf("%s: %d programs, %d runs", name, compared, runs)
	}
}

// TestRoomBehind holds it against all runs where something that uses everything, and needs room, comes behind who takes
// the room, who does something else, and who gives the room back: the second and the last may come in either order.
func TestRoomBehind(t *testing.T) {
	others := [][]step{{{"write", 0, 1}, {"receive", 0, 2}}, {{"send right", 0, 3}}}
	p, text := disturbedBy([]step{{"send", 0, 8}}, others, 1)
	c := explore.Compare(p, explore.Begun{}, 2000)
	if c == nil || c.Wrong() != "" || c.Search.Classes != 12 {
		t.Errorf("%s: %+v", text, c)
	}
}

// TestFromDisturbed begins searches in random runs of such programs: what ended or moved before is not put elsewhere.
func TestFromDisturbed(t *testing.T) {
	for _, name := range slices.Sorted(maps.Keys(disturbances)) {
		d := disturbances[name]
		r := rand.New(rand.NewPCG(5, 6))
		for i := range effort.Of(4) {
			p, text := disturbed(r, d.first, d.others)
			answers, events := explore.Answers(p, kernel.NewRandom(uint64(i)))
			for from := events / 2; from <= events; from += 2 {
				compare(t, p, answers, from, fmt.Sprintf("%s: %s, run %d from %d", name, text, i, from))
			}
		}
	}
}
