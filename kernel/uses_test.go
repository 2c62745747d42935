package kernel_test

import (
	"slices"
	"testing"

	"machsim/cthreads"
	"machsim/kernel"
)

type used struct{}

// TestUses says of the calls of two threads, when both are about to be made, whether they affect each other.
func TestUses(t *testing.T) {
	read := func(th *kernel.Thread, at uint64) { th.Mach().Peek(at, 1) }
	write := func(th *kernel.Thread, at uint64) { th.Mach().Poke(at, []byte{1}) }
	type call = func(th *kernel.Thread, at [2]uint64, m [2]cthreads.Mutex, port [2]kernel.Name)
	lock := func(i int) call {
		return func(th *kernel.Thread, _ [2]uint64, m [2]cthreads.Mutex, _ [2]kernel.Name) { m[i].Lock(th) }
	}
	try := func(th *kernel.Thread, _ [2]uint64, m [2]cthreads.Mutex, _ [2]kernel.Name) { m[0].TryLock(th) }
	access := func(f func(*kernel.Thread, uint64), i int) call {
		return func(th *kernel.Thread, at [2]uint64, _ [2]cthreads.Mutex, _ [2]kernel.Name) { f(th, at[i]) }
	}
	send := func(i int) call {
		return func(th *kernel.Thread, _ [2]uint64, _ [2]cthreads.Mutex, p [2]kernel.Name) {
			_ = kernel.Send(th, p[i], used{})
		}
	}
	receive := func(i int) call {
		return func(th *kernel.Thread, _ [2]uint64, _ [2]cthreads.Mutex, p [2]kernel.Name) {
			_, _ = kernel.ReceiveTimeout[used](th, p[i], 0)
		}
	}
	for _, c := range []struct {
		name       string
		one, other call
		affects    bool
	}{
		{"locks of one mutex", lock(0), lock(0), true},
		{"of two", lock(0), lock(1), false},
		{"lock, and try", lock(0), try, true},
		{"reads", access(read, 0), access(read, 0), false},
		{"read and write", access(read, 0), access(write, 0), true},
		{"writes of two", access(write, 0), access(write, 1), false},
		{"sends to one port", send(0), send(0), true},
		{"to two", send(0), send(1), false},
		{"send and receive", send(0), receive(0), true},
		{"of two", send(0), receive(1), false},
		{"a mutex and a port", lock(0), send(0), false},
	} {
		found, affects := false, false
		p := &kernel.Program{Name: "uses", Main: func(b *kernel.Boot) {
			b.Task(b.Host("host"), "task", func(th *kernel.Thread) {
				var at [2]uint64
				var m [2]cthreads.Mutex
				var port [2]kernel.Name
				for i := range 2 {
					at[i] = kernel.Must(th.Mach().VMAllocate(th.Mach().TaskSelf(), 0, 1, true))
					m[i], port[i] = cthreads.NewMutex(th, ""), th.NewPort("")
				}
				for _, f := range []call{c.one, c.other} {
					cthreads.Detach(th, cthreads.Fork(th, "", func(th *kernel.Thread) {
						th.Label("about to")
						f(th, at, m, port)
					}))
				}
			})
		}}
		m := kernel.Must(kernel.New(p, kernel.Config{Door: both(func(s *kernel.State, a, b kernel.Actor) {
			found, affects = true, kernel.Affects(s.Uses(a, nil), s.Uses(b, nil))
		})}))
		m.Run()
		m.Close()
		if !found || affects != c.affects {
			t.Errorf("%s: found %t, affect each other: %t", c.name, found, affects)
		}
	}
}

// both is a Door that takes whoever is not past its label first, and calls when two are that are not the first thread.
type both func(s *kernel.State, a, b kernel.Actor)

func (both) Input() (string, bool) { return "", false }

func (f both) Choose(p kernel.Point) int {
	if p.Kind != kernel.PointNext {
		return 0
	}
	var past []kernel.Actor
	for i := range p.N {
		a := p.Option(i)
		switch op := p.State().Threads.At(uint32(a.Thread)).Call.Op; {
		case a.Thread == 1 || slices.Contains([]kernel.Op{kernel.OpStart, kernel.OpLabel}, op):
			return i
		case op != kernel.OpReturn && op != kernel.OpExit:
			past = append(past, a)
		}
	}
	if len(past) == 2 {
		f(p.State(), past[0], past[1])
	}
	return 0
}
