package debuggee_test

import (
	"testing"

	"machsim/kernel"
	"machsim/netname/debuggee"
)

// waiting waits at a port for so long by the clock of host ann, and says whether something came.
type waiting func(th *kernel.Thread, port kernel.Name, timeout kernel.Duration) bool

// figure71 is figure 7.1: it asks for the client's time at the start of each wait, and when it has ended.
func figure71(th *kernel.Thread, port kernel.Name, timeout kernel.Duration) bool {
	_, start, err := debuggee.Status(th, "ann")
	kernel.Must(start, err)
	for {
		if _, err := th.ReceiveTimeout(port, timeout); err == nil {
			return true
		}
		_, now, err := debuggee.Status(th, "ann")
		kernel.Must(now, err)
		left := timeout - (now - start)
		if th.Clock() <= now+tolerance || left <= tolerance {
			return false
		}
		timeout, start = left, now
	}
}

// figure72 is figure 7.2: it asks for nothing as long as no wait ends without a message.
func figure72(th *kernel.Thread, port kernel.Name, timeout kernel.Duration) bool {
	for {
		if _, err := th.ReceiveTimeout(port, timeout); err == nil {
			return true
		}
		_, now, err := debuggee.Status(th, "ann")
		kernel.Must(now, err)
		real := th.Clock()
		if real <= now+tolerance {
			return false
		}
		left := timeout - (now - kernel.Must(debuggee.ToLogical(th, "ann", real-timeout)))
		if left <= tolerance {
			return false
		}
		timeout = left
	}
}

// tolerance is that of the clocks: what an answer may be late by.
const tolerance = 50 * kernel.Millisecond

// TestFigures counts the calls that a wait takes by the two figures of Cooper 7.3: one that does not run out, one that
// does, and one that does while the client stood for half a minute of it. By both, such a wait is longer by as much.
func TestFigures(t *testing.T) {
	for _, c := range []struct {
		name              string
		wait              waiting
		comes, out, stood int    // calls
		halt              uint64 // after this event the client is halted, soon after the wait begins
	}{{"7.1", figure71, 1, 2, 3, 150}, {"7.2", figure72, 0, 1, 4, 120}} {
		for _, long := range []struct {
			comes bool
			halt  bool
			calls int
			lasts kernel.Duration
		}{{true, false, c.comes, 0}, {false, false, c.out, kernel.Minute}, {false, true, c.stood, 90 * kernel.Second}} {
			calls, took, began := 0, kernel.Duration(0), false
			cfg := kernel.Config{}
			cfg.Tracer.Event = func(e *kernel.Event) {
				if began && e.Call != nil && e.Call.Op == kernel.OpHostStays {
					calls++
				}
			}
			if long.halt {
				cfg.Edits = []kernel.Edit{{After: c.halt, Kind: kernel.EditHalt, Object: 1, Value: "30000000"}}
			}
			ticks := func(th *kernel.Thread) {
				for range 120 {
					th.Sleep(kernel.Second)
				}
			}
			m := run(t, cfg, ticks, func(th *kernel.Thread) {
				port := th.NewPort("sem")
				th.Sleep(kernel.Second)
				if long.comes {
					kernel.Must(th.Send(port, kernel.NewMessage(1)))
				}
				before := th.Clock()
				began = true
				got := c.wait(th, port, kernel.Minute)
				took = th.Clock() - before
				th.Check(got == long.comes, "a message came: %t", got)
			})
			if d := took - long.lasts; calls != long.calls || d < 0 || d > 300*kernel.Millisecond {
				t.Errorf("figure %s: %+v, but %d calls, and it takes %v, of a client that stood %+v", c.name, long, calls, took,
					m.World().Hosts.At(1).Stays)
			}
		}
	}
}
