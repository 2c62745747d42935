package waitfor_test

import (
	"strings"
	"testing"

	"machsim/debugger/event/waitfor"
	"machsim/kernel"
)

// TestAcross looks at a thread that waits for the answer of another host, which always comes to an
// end: its request is on the wire, or the answer is, or one of them cannot get there.
func TestAcross(t *testing.T) {
	text := "main.1  waits for the answer of task child on host b to task_suspend"
	nothing := func(*kernel.Thread) {}
	cut := func(th *kernel.Thread) { th.CutWire("b", "a") }
	crash := func(th *kernel.Thread) { kernel.Must(th.CrashHost("b")) }
	for _, c := range []struct {
		ms    int // after which something is done
		stage func(*kernel.Thread)
		want  string
	}{
		{5, nothing, "; the request is on the wire"},
		{15, nothing, ", which is on the wire"},
		{5, cut, "; host b cannot be reached, until 10005."},
		{15, cut, "; host b cannot be reached, until 10015."},
		{15, crash, "; host b cannot be reached, until 10015."},
	} {
		if got := asking(t, c.ms, c.stage); !strings.HasPrefix(got, text+c.want) {
			t.Errorf("after %d ms: %q, wanted %q", c.ms, got, text+c.want)
		}
	}
}

// asking runs a program in which a thread calls something on another host over a slow wire, up to
// a moment, and says why that thread does not go on.
func asking(t *testing.T, ms int, stage func(*kernel.Thread)) string {
	t.Helper()
	m, err := kernel.New(&kernel.Program{Name: "test", Main: func(b *kernel.Boot) {
		b.Host("b")
		b.Host("c")
		b.Task(b.Host("a"), "main", func(th *kernel.Thread) {
			task := kernel.Must(th.Spawn("b", "child", func(th *kernel.Thread) { th.Sleep((1 << 30) * kernel.Millisecond) }))
			th.DelayWire("a", "b", 10*kernel.Millisecond, 10*kernel.Millisecond)
			kernel.Must(th.Spawn("c", "stage", func(th *kernel.Thread) {
				th.Sleep(kernel.Duration(ms) * kernel.Millisecond)
				stage(th)
				th.Fail("look here")
			}))
			_ = th.Mach().TaskSuspend(task)
		})
	}}, kernel.Config{Seed: 1})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(m.Close)
	m.Run()
	rows := waitfor.Of(m.World())
	if stuck := waitfor.Stuck(rows); len(stuck) > 0 || waitfor.Cycle(rows) != nil {
		t.Errorf("stuck: %v", stuck)
	}
	return waitfor.Explain(m.World(), &rows[0]).String()
}
