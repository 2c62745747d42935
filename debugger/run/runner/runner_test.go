package runner

import (
	"strings"
	"sync"
	"testing"
	"time"

	"machsim/kernel"
)

func single(body func(*kernel.Thread)) *kernel.Program {
	return &kernel.Program{Name: "test", Main: func(b *kernel.Boot) { b.Task(b.Host("a"), "main", body) }}
}

// yielder never ends by itself.
func yielder(th *kernel.Thread) {
	for {
		th.Yield()
	}
}

// stopper is a program body that makes some calls, then stops the run that it is in, and goes on
// with something that does not end by itself.
type stopper struct {
	stop  chan struct{}
	once  sync.Once
	calls int
	then  func(*kernel.Thread)
}

func newStopper(calls int, then func(*kernel.Thread)) *stopper {
	return &stopper{stop: make(chan struct{}), calls: calls, then: then}
}

func (s *stopper) options() *NewOptions {
	return &NewOptions{Common: Common{Program: single(s.body), Stop: s.stop}, Choices: Choices{MaxSteps: 1 << 60}}
}

func (s *stopper) body(th *kernel.Thread) {
	for range s.calls {
		th.Yield()
	}
	s.once.Do(func() { close(s.stop) })
	s.then(th)
}

func TestStop(t *testing.T) {
	r := Do(newStopper(100, yielder).options())
	defer r.Close()
	if r.Outcome != kernel.Interrupted || r.Loop != nil || !r.Failed() {
		t.Fatalf("outcome %v, loop %+v", r.Outcome, r.Loop)
	}
}

// A run is interrupted even when its program does not come to a kernel call.
func TestStopInLoop(t *testing.T) {
	r := Do(newStopper(1, func(*kernel.Thread) { select {} }).options())
	if r.Loop == nil || !r.Loop.Interrupted || !strings.HasPrefix(r.Loop.Waits, "select") {
		t.Fatalf("loop %+v", r.Loop)
	}
	if f := r.Loop.Frames; len(f) == 0 || f[0].File != "runner_test.go" {
		t.Fatalf("frames %v", f)
	}
}

// A slow reader of the output or a slow typist is no loop.
func TestSlowOutside(t *testing.T) {
	slow := func(*kernel.Event) { time.Sleep(60 * time.Millisecond) }
	o := New(single(func(th *kernel.Thread) { th.ReadLine() }), 0)
	o.Tracer, o.LoopLimit, o.Input = kernel.Tracer{Event: slow}, 20*time.Millisecond, NewInput(slowReader{})
	r := Do(o)
	defer r.Close()
	if r.Failed() {
		t.Fatalf("outcome %v, loop %+v", r.Outcome, r.Loop)
	}
}

type slowReader struct{}

func (slowReader) Read(b []byte) (int, error) {
	time.Sleep(100 * time.Millisecond)
	return copy(b, "a line\n"), nil
}

// A panic of machsim's own is caught, and told from the program's.
func TestBroken(t *testing.T) {
	r := Do(&NewOptions{Common: Common{Program: single(yielder), Tracer: kernel.Tracer{Event: func(e *kernel.Event) {
		if e.Step == 5 {
			panic("broken invariant")
		}
	}}}})
	if r.Broken == nil || !strings.Contains(r.Broken.Text, "broken invariant") || r.State.Steps != 5 {
		t.Fatalf("broken %+v", r.Broken)
	}
}

// drawer fails in about one run of ten.
func drawer(th *kernel.Thread) {
	for range 10 {
		th.Yield()
	}
	th.Check(th.Random(10) != 3, "drew a 3")
}

// Seeds finds the same as trying one after the other.
func TestSeeds(t *testing.T) {
	for first := range uint64(40) {
		o := New(single(drawer), first*100)
		want := o.Seed
		for fails(o, want) == false {
			want++
		}
		f := Seeds(o, 100, nil)
		if !f.Failed || f.Seed != want || f.Fine != int(want-o.Seed) {
			t.Fatalf("from %d: found %+v, want seed %d", o.Seed, f, want)
		}
	}
}

func fails(o *NewOptions, seed uint64) bool {
	o.Seed = seed
	r := Do(o)
	defer r.Close()
	return r.Failed()
}

func TestSeedsHalted(t *testing.T) {
	f := Seeds(newStopper(100, yielder).options(), 100, nil)
	if !f.Halted || f.Failed {
		t.Fatalf("%+v", f)
	}
}

func TestVerifyFindsSharedVariable(t *testing.T) {
	shared := 0 // by the two runs
	v := Verify(&NewOptions{Common: Common{Program: single(func(th *kernel.Thread) {
		th.Yield()
		shared++
		th.Printf("%d", shared)
	})}})
	defer v.First.Close()
	defer v.Second.Close()
	if d := v.Divergence; d == nil || d.Event != 3 || d.First.Action != `print "1"` || d.Second.Action != `print "2"` {
		t.Fatalf("%+v", d)
	}
}

// One run goes on where the other has ended.
func TestVerifyDifferentEnds(t *testing.T) {
	n := 0
	v := Verify(&NewOptions{Common: Common{Program: single(func(th *kernel.Thread) {
		n++
		if n == 2 {
			th.Yield()
		}
	})}})
	if d := v.Divergence; d == nil || d.First.Action != "return" || d.Second.Action != "thread_switch" {
		t.Fatalf("%+v", v.Divergence)
	}
}
