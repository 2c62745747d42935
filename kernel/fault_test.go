package kernel_test

import (
	"fmt"
	"slices"
	"testing"

	"machsim/ipc"
	"machsim/kernel"
)

// budgets returns budgets for faults, in pairs of a kind and a number.
func budgets(pairs ...int) (f kernel.Faults) {
	for i := 0; i < len(pairs); i += 2 {
		f[pairs[i]].Most = uint16(pairs[i+1])
	}
	return f
}

// always is a Door that lets faults of one kind happen whenever they can, and takes the first option otherwise.
type always struct {
	kernel.First
	kind  kernel.FaultKind
	asked int
	all   []kernel.Fault
}

func (d *always) Choose(p kernel.Point) int {
	if p.Kind != kernel.PointFault && p.Kind != kernel.PointPacket {
		return 0
	}
	d.asked++
	i := slices.IndexFunc(p.Faults(), func(f kernel.Fault) bool { return f.Kind == d.kind })
	if i >= 0 {
		d.all = append(d.all, p.Faults()[i])
	}
	return i + 1
}

// sender is a program that sends numbers to a port of another host, where they are received until no more come.
func sender(n int, datagram bool, got *[]int64) func(*kernel.Boot) {
	return func(b *kernel.Boot) {
		var here, there kernel.Name
		s := b.Server(b.Host("h1"), "receiver", func(th *kernel.Thread) {
			for {
				*got = append(*got, kernel.Must(th.Receive(here)).Int(0))
			}
		})
		c := b.Task(b.Host("h0"), "sender", func(th *kernel.Thread) {
			for i := range n {
				_ = th.Send(there, ipc.NewMessage(1, i)) // the receiver may have ended
			}
		})
		if here = b.Port(s, "box"); datagram {
			here = b.DatagramPort(s, "box")
		}
		there = b.Send(s, here, c)
	}
}

// What is lost does not come, what is doubled comes twice, and what is overtaken comes after the next one. Messages to
// other ports have none of it.
func TestFaultsOfDatagrams(t *testing.T) {
	for _, c := range []struct {
		kind     kernel.FaultKind
		n        int
		datagram bool
		want     []int64
	}{
		{kernel.FaultLoss, 2, true, []int64{2, 3}},
		{kernel.FaultDup, 2, true, []int64{0, 0, 0, 1, 2, 3}},
		{kernel.FaultReorder, 1, true, []int64{1, 0, 2, 3}},
		{kernel.FaultReorder, 2, true, []int64{0, 1, 2, 3}},
		{kernel.FaultLoss, 2, false, []int64{0, 1, 2, 3}},
		{kernel.FaultDup, 2, false, []int64{0, 1, 2, 3}},
		{kernel.FaultReorder, 1, false, []int64{0, 1, 2, 3}},
	} {
		var got []int64
		d := &always{kind: c.kind}
		m := steps(t, kernel.Config{Door: d, Faults: budgets(int(c.kind), c.n)}, sender(4, c.datagram, &got))
		if m.Outcome() != kernel.Finished || !slices.Equal(got, c.want) {
			t.Errorf("%v, datagrams %t: %v with %v, want %v", c.kind, c.datagram, m.Outcome(), got, c.want)
		}
		if left := m.World().Faults[c.kind].Most; left == 0 != c.datagram {
			t.Errorf("%v, datagrams %t: %d are left", c.kind, c.datagram, left)
		}
	}
}

// A run without budgets asks nothing about faults; one with budgets asks as long as there is something left.
func TestFaultsAreAskedForWithinTheirBudgets(t *testing.T) {
	var got []int64
	d := &always{kind: kernel.FaultLoss}
	steps(t, kernel.Config{Door: d}, sender(4, true, &got))
	if d.asked != 0 || len(got) != 4 {
		t.Fatalf("asked %d times, got %v", d.asked, got)
	}
	d = &always{kind: kernel.FaultLoss}
	steps(t, kernel.Config{Door: d, Faults: budgets(int(kernel.FaultLoss), 1)}, sender(4, true, &got))
	if d.asked != 1 {
		t.Fatalf("asked %d times for one loss", d.asked)
	}
}

func TestFaultDelay(t *testing.T) {
	m := steps(t, kernel.Config{Door: &always{kind: kernel.FaultDelay}, Faults: budgets(int(kernel.FaultDelay), 3)},
		twoHosts(echo, func(th *kernel.Thread, port ipc.Name) {
			for i := range 2 {
				kernel.Must(th.Mach().RPC(port, ipc.NewMessage(1, i)))
			}
		}))
	if s := m.World(); m.Outcome() != kernel.Finished || s.Now < 30_000 || s.Now > 31_000 {
		t.Fatalf("%v at %d us", m.Outcome(), s.Now)
	}
}

// Everybody else learns of a crash as of one that a program makes; the host on which all users are does not crash.
func TestFaultCrash(t *testing.T) {
	for kind, want := range map[kernel.FaultKind]kernel.Outcome{
		kernel.FaultCrash: kernel.Finished, kernel.FaultKill: kernel.Finished,
	} {
		d := &always{kind: kind}
		m := steps(t, kernel.Config{Door: d, Faults: budgets(int(kind), 5)}, twoHosts(echo,
			func(th *kernel.Thread, port ipc.Name) {
				_, err := th.Mach().RPC(port, ipc.NewMessage(1, 1))
				th.Check(err != nil, "the server has answered")
			}))
		if m.Outcome() != want || len(d.all) != 1 {
			t.Errorf("%v: %v %v, faults %v", kind, m.Outcome(), m.World().Failure, d.all)
		}
	}
}

// A wire that a fault has cut can be healed once.
func TestFaultCut(t *testing.T) {
	var got []int64
	d := &always{kind: kernel.FaultCut}
	m := steps(t, kernel.Config{Door: d, Faults: budgets(int(kernel.FaultCut), 1)}, sender(1, false, &got))
	if len(got) != 0 || len(d.all) != 1 {
		t.Fatalf("%v: got %v, faults %v", m.Outcome(), got, d.all)
	}
	both := &cutsAndHeals{}
	steps(t, kernel.Config{Door: both, Faults: budgets(int(kernel.FaultCut), 1)}, sender(1, false, &got))
	if both.cuts != 1 || both.heals != 1 || len(got) != 1 {
		t.Fatalf("cut %d times, healed %d times, got %v", both.cuts, both.heals, got)
	}
}

type cutsAndHeals struct {
	kernel.First
	cuts, heals int
}

func (d *cutsAndHeals) Choose(p kernel.Point) int {
	if p.Kind != kernel.PointFault {
		return 0
	}
	if p.Faults()[0].Kind == kernel.FaultCut {
		d.cuts++
	} else {
		d.heals++
	}
	return 1
}

// A clock that begins to drift does not jump; a slow host takes a hundred times as long for its steps.
func TestFaultsOfClocks(t *testing.T) {
	for kind, took := range map[kernel.FaultKind]kernel.Duration{
		kernel.FaultDrift: 1200 * kernel.Millisecond, kernel.FaultSlow: 1001 * kernel.Millisecond,
	} {
		var before, after kernel.Duration
		steps(t, kernel.Config{Door: &always{kind: kind}, Faults: budgets(int(kind), 1)}, one(func(th *kernel.Thread) {
			before = th.Clock()
			th.Sleep(kernel.Second)
			after = th.Clock()
		}))
		if d := after - before - took; before > 2*kernel.Millisecond || d < 0 || d > kernel.Millisecond {
			t.Errorf("%v: the clock shows %v, then %v", kind, before, after)
		}
	}
}

// Random programs keep the whole state together whatever goes wrong, and the same seed gives the same run.
func TestRandomProgramsWithFaults(t *testing.T) {
	var all kernel.Faults
	for k := range all {
		if kernel.FaultKind(k).Budgeted() {
			all[k].Most = 3
		}
	}
	spent := map[kernel.FaultKind]bool{}
	for seed := range uint64(100) {
		cfg := kernel.Config{MaxSteps: 500, Weak: seed%3 == 1, KeepGoing: true, Faults: all}
		cfg.Door = prone{kernel.NewRandom(seed)}
		cfg.Tracer.Event = func(e *kernel.Event) {
			if e.Fault.Kind != kernel.NoFault {
				spent[e.Fault.Kind] = true
			}
			for _, p := range e.Disk {
				spent[p.Kind] = true
			}
		}
		first := runRandom(t, datagrams, cfg, true)
		cfg.Door = prone{kernel.NewRandom(seed)}
		if again := runRandom(t, datagrams, cfg, false); again != first {
			t.Fatalf("seed %d: hash %x, then %x", seed, first, again)
		}
	}
	for k := kernel.FaultCrash; k < kernel.NumFaults; k++ {
		if !spent[k] && !k.IsProbe() {
			t.Errorf("no fault %v in any run", k)
		}
	}
}

// datagrams is a random program beside which datagrams go from host to host, and disks are used.
func datagrams(b *kernel.Boot) {
	var got []int64
	sender(20, true, &got)(b)
	full := b.Task(b.Host("h2"), "slow", func(th *kernel.Thread) { th.Sleep(kernel.Second) })
	box := b.DatagramPort(full, "full")
	var to kernel.Name
	burst := b.Task(b.Host("h3"), "burst", func(th *kernel.Thread) {
		for i := range 8 {
			_ = th.Send(to, ipc.NewMessage(1, i))
		}
	})
	to = b.Send(full, box, burst)
	b.Delay(3, 4, 0, 2*kernel.Millisecond)
	diskProgram(b)
	randomProgram(b)
}

// prone lets many faults happen.
type prone struct{ *kernel.Random }

func (d prone) Choose(p kernel.Point) int {
	often := kernel.Point{Kind: kernel.PointRandom, N: 16}
	hits := p.Kind == kernel.PointFault || p.Kind == kernel.PointPacket || p.Kind == kernel.PointDisk
	if hits && d.Random.Choose(often) == 0 {
		return 1 + d.Random.Choose(kernel.Point{Kind: kernel.PointRandom, N: p.N - 1})
	}
	return d.Random.Choose(p)
}

func TestFaultNames(t *testing.T) {
	f := budgets(int(kernel.FaultCrash), 1, int(kernel.FaultLoss), 2)
	if got := fmt.Sprint(f); got != "crash=1,loss=2" {
		t.Error(got)
	}
}
