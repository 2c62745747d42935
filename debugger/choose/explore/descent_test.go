package explore_test

import (
	"fmt"
	"math"
	"testing"

	"machsim/cthreads"
	"machsim/debugger/choose/explore"
	"machsim/kernel"
	"machsim/test/effort"
)

// descend makes descents of a program, and returns the logarithms of their quotients.
func descend(t *testing.T, p *kernel.Program, n int) (all []float64) {
	all, _ = drawnIn(t, p, n)
	return all
}

// drawnIn is descend, and returns how many of them have drawn which pair.
func drawnIn(t *testing.T, p *kernel.Program, n int) (all []float64, pairs map[string]int) {
	t.Helper()
	d := explore.NewDescents()
	pairs = map[string]int{}
	for seed := range n {
		l := d.Begin(uint64(seed))
		m, err := kernel.New(p, kernel.Config{Door: l, Tracer: kernel.Tracer{Log: l}, StepTime: kernel.Timeless,
			Survive: true})
		if err != nil {
			t.Fatal(err)
		}
		m.Run()
		if d.End(); d.Anew {
			all = nil
		} else if d.Known {
			all = append(all, d.Log)
			pairs[d.Pair]++
		}
		m.Close()
	}
	return all, pairs
}

// TestPairs holds the pairs that descents draw against those in each order in which three threads lock one mutex, and
// then two another one: who comes next to whom may as well come the other way round.
func TestPairs(t *testing.T) {
	p := task(func(th *kernel.Thread) {
		for i, threads := range []string{"xyz", "vw"} {
			m, all := cthreads.NewMutex(th, "ab"[i:i+1]), []cthreads.Thread(nil)
			for i := range threads {
				all = append(all, cthreads.Fork(th, threads[i:i+1], func(th *kernel.Thread) {
					m.Lock(th)
					m.Unlock(th)
				}))
			}
			cthreads.JoinAll(th, all)
		}
	})
	text := func(a, b byte, mutex string) string {
		return fmt.Sprintf("mutex_lock of main.%c and mutex_lock of main.%c, on mutex %s", min(a, b), max(a, b), mutex)
	}
	want, sum := map[string]float64{}, 0.0
	for _, order := range []string{"xyz", "xzy", "yxz", "yzx", "zxy", "zyx"} {
		want[text(order[0], order[1], "a")]++
		want[text(order[1], order[2], "a")]++
		want[text('v', 'w', "b")]++
		sum += 3
	}
	logs, pairs := drawnIn(t, p, 500)
	for name, n := range pairs {
		share := float64(n) / float64(len(logs))
		if math.Abs(share-want[name]/sum) > 0.06 {
			t.Errorf("%s: %.2f; want %.2f", name, share, want[name]/sum)
		}
		delete(want, name)
	}
	if len(want) > 0 {
		t.Errorf("not drawn: %v", want)
	}
}

// TestPairsOfServers names packets, ends, and what uses everything.
func TestPairsOfServers(t *testing.T) {
	for _, x := range []struct {
		p    *kernel.Program
		want string
	}{
		{served(true), "the end of server.1 and the news that a host has no rights any more to port requests"},
		{served(true), "the arrival of a message to port requests and the end of server.1, on port requests"},
		{closed(), "mach_port_destroy of server.1 and the end of client0.1, of which one comes in an order with everything"},
	} {
		if _, pairs := drawnIn(t, x.p, 300); pairs[x.want] == 0 {
			t.Errorf("%s is not among %v", x.want, pairs)
		}
	}
}

// TestDescents estimates the classes of programs whose counts are known, from 250 descents, or from 1000 if there is
// time. In all but one the count lies within the spread; and the spread says something.
func TestDescents(t *testing.T) {
	missed := 0
	for name, x := range map[string]struct {
		p    *kernel.Program
		want float64
	}{
		"mutex 8": {mutexes(8, 1), 40320}, "mutex 2, 3": {mutexes(3, 2), 36}, "readers 13": {readers(13), 8192},
		"last zero 10": {lastZero(10), 3328}, "last zero 13": {lastZero(13), 32768},
		"philosophers 12": {philosophers(12), 4095}, "clients 3, 4": {clients(3, 4, false), 34650},
		"clients 3, 3, answered": {clients(3, 3, true), 1680}, "filesystem 22": {filesystem(22), 512},
		"indexer 14": {indexer(14), 512},
	} {
		e := explore.Estimated(descend(t, x.p, max(effort.Of(250), 120)))
		t.Logf("%-24s %.0f: %.0f, from %.0f to %.0f", name, x.want, e.Classes, e.Least, e.Most)
		if x.want < e.Least || x.want > e.Most {
			missed++
		}
		if e.Most > 100*e.Least {
			t.Errorf("%s: from %.0f to %.0f says nothing", name, e.Least, e.Most)
		}
	}
	if missed > 1 {
		t.Errorf("%d of 10 counts are outside of their spread", missed)
	}
}

// TestEstimated: what is known is no longer guessed, and of few descents nothing follows.
func TestEstimated(t *testing.T) {
	if e := explore.Estimated(make([]float64, 99)); e != nil {
		t.Errorf("99 descents: %v", e)
	}
	e := explore.Estimated(make([]float64, 100)).AtLeast(7)
	if e.Classes != 7 || e.Least != 7 || e.Most != 7 || e.String() != "7 classes by estimate (7 to 7)" {
		t.Errorf("%+v: %s", e, e)
	}
}
