package kernel_test

import (
	"slices"
	"testing"

	"machsim/cthreads"
	"machsim/kernel"
	"machsim/test/effort"
)

// TestLines compares the line of each call, as the machine remembers it, with the one that
// runtime.Callers finds.
func TestLines(t *testing.T) {
	for seed := range effort.Of(uint64(20)) {
		for _, main := range []func(*kernel.Boot){randomProgram, one(roundabout), one(behind(int(seed) % 20))} {
			cfg := kernel.Config{Seed: seed, MaxSteps: 500, Lines: true, KeepGoing: true}
			known, unwound := lines(t, main, cfg, false), lines(t, main, cfg, true)
			for i, line := range unwound {
				if known[i] != line {
					t.Fatalf("seed %d, line %d: remembered as %v, unwound %v", seed, i, kernel.FrameAt(known[i]),
						kernel.FrameAt(line))
				}
			}
		}
	}
}

// lines returns the line of each step of a thread.
func lines(t *testing.T, main func(*kernel.Boot), cfg kernel.Config, forget bool) (all []uintptr) {
	t.Helper()
	var m *kernel.Machine
	cfg.Tracer.Step = func(s *kernel.State, a kernel.Actor, _ kernel.Op, _ bool) {
		if a.Thread != 0 {
			all = append(all, s.Threads.At(uint32(a.Thread)).Call.PC)
		}
		if forget {
			m.ForgetPlaces()
		}
	}
	m, err := kernel.New(&kernel.Program{Name: "test", Main: main}, cfg)
	if err != nil {
		t.Fatal(err)
	}
	defer m.Close()
	m.Run()
	return all
}

// roundabout makes calls in all the ways in which a stack can look strange.
func roundabout(th *kernel.Thread) {
	mu := cthreads.NewMutex(th, "mu")
	way := []func(*kernel.Thread, cthreads.Mutex){byValue, inlined, inSort, fails, panics, exits, typed, through}
	for range 2 {
		for _, body := range way {
			deep(3*len(way), func() { body(th, mu) })
			cthreads.JoinAll(th, []cthreads.Thread{cthreads.Fork(th, "way", func(th *kernel.Thread) { body(th, mu) })})
		}
	}
}

// deep calls f behind so many frames.
func deep(n int, f func()) {
	if n == 0 {
		f()
		return
	}
	deep(n-1, f)
}

type yields interface{ Yield() }

type wrapped struct{ *kernel.Thread }

// byValue calls by way of wrappers that the compiler makes.
func byValue(th *kernel.Thread, mu cthreads.Mutex) {
	var all []func()
	for _, y := range []yields{th, wrapped{th}, &wrapped{th}} {
		all = append(all, y.Yield, func() { y.Yield() }, func() { mu.With(th, y.Yield) })
	}
	for _, f := range all {
		f()
	}
}

// inlined calls by way of wrappers that are inlined.
func inlined(th *kernel.Thread, _ cthreads.Mutex) {
	var y yields = wrapped{th}
	y.Yield()
	th.Yield()
}

// behind has a frame of machsim's own behind some of the program's, and then in front of all.
func behind(n int) func(*kernel.Thread) {
	return func(th *kernel.Thread) {
		mu := cthreads.NewMutex(th, "mu")
		mu.With(th, func() { deep(n, th.Yield) })
		mu.With(th, th.Yield)
	}
}

// inSort has code of another package between two places of the program.
func inSort(th *kernel.Thread, mu cthreads.Mutex) {
	slices.SortFunc([]int{3, 1, 2}, func(a, b int) int {
		mu.Lock(th)
		defer mu.Unlock(th)
		return a - b
	})
}

// fails ends by a nil pointer, while the deferred calls are machsim's own.
func fails(th *kernel.Thread, mu cthreads.Mutex) {
	defer func() { recover(); th.Yield() }()
	mu.Lock(th)
	defer mu.Unlock(th)
	yield := th.Yield
	defer yield()
	m, _ := th.Mach().Receive(
		12345)
	m.ID++
}

func panics(th *kernel.Thread, mu cthreads.Mutex) {
	defer func() { recover(); th.Yield() }()
	mu.With(th, func() { panic(th.Random(2)) })
}

func exits(th *kernel.Thread, mu cthreads.Mutex) {
	id := cthreads.Fork(th, "exits", func(th *kernel.Thread) {
		defer th.Yield()
		cthreads.Exit(th, 7)
	})
	cthreads.Join(th, id)
}

func typed(th *kernel.Thread, _ cthreads.Mutex) {
	type number struct{ N int }
	port := th.NewPort("port")
	_ = kernel.Send(th, port, number{1})
	_, _ = kernel.Receive[number](th, port)
}

func through(th *kernel.Thread, _ cthreads.Mutex) {
	for range once(th) {
		th.Yield()
	}
}

func once(th *kernel.Thread) func(func(int) bool) {
	return func(yield func(int) bool) {
		th.Yield()
		yield(1)
	}
}
