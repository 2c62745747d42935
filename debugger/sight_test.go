package debugger_test

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"machsim/cthreads"
	"machsim/debugger"
	"machsim/debugger/run/runner"
	"machsim/ipc"
	"machsim/kernel"
)

// monitor shows itself by what the kernel knows of its mutex.
type monitor struct {
	in    cthreads.Mutex
	count int
}

func (m *monitor) DebugString(v kernel.Sight) string {
	m.count++ // which is a copy's
	return fmt.Sprintf("monitor %s: %q inside, %q wait", v.Name(m.in), v.Owner(m.in), v.Waiting(m.in))
}

// mailbox shows itself by the queue of its port.
type mailbox struct{ port ipc.Name }

func (m mailbox) DebugString(v kernel.Sight) string {
	return fmt.Sprintf("%s: %q, %q wait, %q", v.Name(m.port), v.Queue(m.port), v.Waiting(m.port), v.Owner(7))
}

// The others do what they are not to do.
type (
	panics struct{}
	loops  struct{}
	uses   struct{ th *kernel.Thread }
	closes struct{ f func() }
)

func (panics) DebugString(kernel.Sight) string { panic("oh") }
func (loops) DebugString(kernel.Sight) string  { select {} }
func (u uses) DebugString(kernel.Sight) string { u.th.Yield(); return "it went on" }
func (closes) DebugString(kernel.Sight) string { return "held" }

type word struct{ N int }

var monitored = kernel.Program{Name: "monitored", Main: func(b *kernel.Boot) {
	b.Task(b.Host("a"), "t", func(th *kernel.Thread) {
		m := &monitor{in: cthreads.NewMutex(th, "gate")}
		box, p, l, u, h := mailbox{th.NewPort("box")}, panics{}, loops{}, uses{th}, closes{func() {}}
		th.Watch("m", &m)
		th.Watch("box", &box)
		th.Watch("p", &p)
		th.Watch("l", &l)
		th.Watch("u", &u)
		th.Watch("h", &h)
		m.in.Lock(th)
		cthreads.Detach(th, cthreads.Fork(th, "second", func(th *kernel.Thread) { m.in.Lock(th) }))
		kernel.Must(kernel.Send(th, box.port, word{41}))
		th.Sleep(1000)
		th.Yield()
	})
}}

// TestDebugString shows values that ask the kernel, and outlives those that do what they must not.
func TestDebugString(t *testing.T) {
	run := runner.New(&monitored, 1)
	run.Lines = true
	d, err := debugger.Open(ctx, debugger.Source{Run: run}, debugger.Options{LoopLimit: 100 * time.Millisecond})
	must(t, err)
	t.Cleanup(d.Close)
	to(t, d, "end")
	for name, want := range map[string]string{
		"m": `monitor gate: "t.1" inside, ["t.second"] wait`, "box": `box: ["word{N:41}"], [] wait, ""`,
		"p": "(its DebugString method panics: oh)", "u": "(its DebugString method panics:", "l": "(its own method",
		"h": "(its DebugString is not called: it holds a func(), which cannot be copied)",
	} {
		for range 2 {
			x, err := d.Variables(ctx, debugger.Plain, name)
			must(t, err)
			if len(x.Rows) != 1 || !strings.HasPrefix(x.Rows[0].Value, want) {
				t.Errorf("%s: %+v, and not %s", name, x.Rows, want)
			}
		}
	}
	x, err := d.Variables(ctx, debugger.Raw, "m")
	must(t, err)
	if v := x.Rows[0].Value; !strings.HasSuffix(v, "count:0}") {
		t.Errorf("the monitor is %s", v)
	}
}
