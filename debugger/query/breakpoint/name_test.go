package breakpoint_test

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"machsim/cthreads"
	"machsim/ipc"
	"machsim/kernel"
)

// names is a program in which names are hard to find.
var names = kernel.Program{Name: "names", Main: func(b *kernel.Boot) {
	var desk ipc.Name
	one := b.Task(b.Host("house"), "one", func(th *kernel.Thread) {
		mu := cthreads.NewMutex(th, "door")
		enter := func(th *kernel.Thread) { mu.Lock(th); mu.Unlock(th) }
		cthreads.JoinAll(th, []cthreads.Thread{cthreads.Fork(th, "a", enter), cthreads.Fork(th, "ab", enter)})
		kernel.Must(th.Mach().Send(desk, ipc.NewMessage(1)))
		_ = th.Mach().Send(desk, ipc.NewMessage(2, ipc.MovingReceive(0x9999))) // refused
		_, _ = th.Mach().ReceiveTimeout(desk, 0)
		kernel.Must(th.Mach25().PortEnable(th.Mach().Self(), desk))
		_ = th.Mach().Send(desk, ipc.NewMessage(3))
		_ = th.Mach25().MsgReceive(&ipc.Message{Header: ipc.Header{Local: kernel.PORT_DEFAULT}}, 0, 0)
	})
	desk = b.Port(one, "desk")
}}

func TestNames(t *testing.T) {
	_, r := take(&names, kernel.Config{Door: kernel.First{}})
	for text, want := range map[string]int{
		"lock door":                    2,
		"lock one.1.m1":                2, // its virtual name
		"lock mutex DOOR":              2,
		"lock by thread one.a":         1,
		"lock by a":                    1, // though ab has an a too
		"lock by ab":                   1,
		"lock by task one":             2,
		"send to desk":                 3, // one of them refused
		"receive from port desk":       2, // one of them through the default set
		"receive if id = 3":            1,
		"receive from desk if id = 3":  1,
		"after receive from port desk": 2,
		"after send to desk if id = 2": 1,
		"timeout":                      0,
		"fork thread ab":               1,
	} {
		if got := match(t, r, text).Len(); got != want {
			t.Errorf("%s: %d places, want %d", text, got, want)
		}
	}
	if diff := cmp.Diff(match(t, r, "receive").All(), match(t, r, "call mach_msg").All()); diff == "" {
		t.Error("all calls receive")
	}
}

// TestPending stops threads before calls that they were about to make when the run ended.
func TestPending(t *testing.T) {
	g, r := take(&office, kernel.Config{Door: kernel.First{}, MaxSteps: 4}) // before alice sends
	for _, text := range []string{"send", "send to desk", "send by alice if id = 1"} {
		all := match(t, r, text).All()
		if len(all) != 1 || all[0].Event != -1 || all[0].Done != g.Tape.Lanes[all[0].Lane].Len() {
			t.Errorf("%s: %v", text, all)
		}
	}
	if n := match(t, r, "after send to desk").Len(); n != 0 {
		t.Errorf("%d threads have sent", n)
	}
}
