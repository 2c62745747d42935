package record

import (
	"bytes"
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"

	"machsim/kernel"
)

// forkOf makes a run of p that follows f and then seed, and records it. It returns the
// recording and the hash after each event.
func forkOf(t testing.TB, p *kernel.Program, f *Follow, cfg kernel.Config) (*Recording, []uint64, Result) {
	t.Helper()
	file, hashes, res := forkFile(t, p, f, cfg)
	rec, err := Read(file)
	if err != nil {
		t.Fatal(err)
	}
	return rec, hashes, res
}

// forkedRecording is a fork of smallRecording.
func forkedRecording(t testing.TB) []byte {
	t.Helper()
	rec, err := Read(smallRecording(t))
	if err != nil {
		t.Fatal(err)
	}
	file, _, _ := forkFile(t, small, NewFollow(rec, 100), config(rec, 4))
	return file
}

// forkFile makes what forkOf reads.
func forkFile(t testing.TB, p *kernel.Program, f *Follow, cfg kernel.Config) ([]byte, []uint64, Result) {
	t.Helper()
	var file bytes.Buffer
	door := kernel.NewRandom(cfg.Seed)
	door.Lines = lines()
	h := HeaderOf(p, cfg)
	h.Parent = f.Parent("parent.rec")
	r := Start(&file, h)
	hashes := []uint64{0}
	cfg.Door = r.Wrap(f.Wrap(door))
	cfg.Tracer.Step = func(s *kernel.State, a kernel.Actor, op kernel.Op, done bool) {
		hashes = append(hashes, s.Hash)
		f.step(s, a, op, done)
		r.step(s, a, op, done)
	}
	cfg.Lines = true
	f.Allow(cfg.Weak, cfg.FreeTimers)
	m, err := kernel.New(p, cfg)
	if err != nil {
		t.Skip(err)
	}
	defer m.Close()
	f.Attach(m.Interrupt)
	m.Run()
	e := EndingOf(m)
	if err := r.End(e); err != nil {
		t.Fatal(err)
	}
	return file.Bytes(), hashes, f.Result(e)
}

// shared is how many events two runs begin with alike.
func shared(a, b []uint64) uint64 {
	n := 1
	for n < min(len(a), len(b)) && a[n] == b[n] {
		n++
	}
	return uint64(n - 1)
}

func config(rec *Recording, seed uint64) kernel.Config {
	cfg := rec.Config()
	cfg.Seed = seed
	return cfg
}

// From every event a fork begins as its parent and goes on by itself; it knows its
// parent, and replays without it.
func TestForkAnywhere(t *testing.T) {
	parent, err := Read(smallRecording(t))
	if err != nil {
		t.Fatal(err)
	}
	_, whole, _ := forkOf(t, small, NewFollow(parent, parent.Events), config(parent, 9))
	var first []uint64
	for at := range parent.Events + 1 {
		rec, hashes, res := forkOf(t, small, NewFollow(parent, at), config(parent, 9))
		if first == nil {
			first = hashes
		}
		if !res.Identical() || shared(hashes, whole) < at {
			t.Fatalf("at %d: %d events as recorded, %+v", at, shared(hashes, whole), res.Divergence)
		}
		if at > 0 && at < 150 && shared(hashes, whole) > at+50 {
			t.Fatalf("at %d: %d events as recorded: the seed has no effect", at, shared(hashes, whole))
		}
		want := &Parent{File: "parent.rec", Fingerprint: parent.Fingerprint(), Event: at}
		if diff := cmp.Diff(want, rec.Parent); diff != "" || rec.Seed != 9 {
			t.Fatalf("at %d: seed %d, %s", at, rec.Seed, diff)
		}
		if res := again(t, small, rec); !res.Identical() || res.Hash != hashes[len(hashes)-1] {
			t.Fatalf("at %d: %+v, %+v", at, res, res.Divergence)
		}
	}
	cfg := config(parent, 9)
	cfg.Door = kernel.NewRandom(9)
	cfg.Door.(*kernel.Random).Lines = lines()
	m, err := kernel.New(small, cfg)
	if err != nil {
		t.Fatal(err)
	}
	defer m.Close()
	if m.Run(); m.World().Hash != first[len(first)-1] {
		t.Error("a fork from the start is not the run of its seed")
	}
}

// A fork of a fork begins as both.
func TestForkOfFork(t *testing.T) {
	parent, _ := Read(smallRecording(t))
	child, one, _ := forkOf(t, small, NewFollow(parent, 100), config(parent, 4))
	grandchild, two, res := forkOf(t, small, NewFollow(child, 200), config(child, 5))
	if n := shared(one, two); !res.Identical() || n < 200 || n == uint64(len(one)-1) {
		t.Fatalf("%d events alike, %+v", n, res)
	}
	if grandchild.Parent.Fingerprint != child.Fingerprint() || child.Fingerprint() == parent.Fingerprint() {
		t.Fatal("the fingerprints are wrong")
	}
	if res := again(t, small, grandchild); !res.Identical() {
		t.Fatalf("%+v, %+v", res, res.Divergence)
	}
}

// A truncated recording, or one of a run that was interrupted, can be gone on with.
func TestForkAtOpenEnd(t *testing.T) {
	file := smallRecording(t)
	rec, err := Read(file[:len(file)/2])
	if err != nil || !rec.Truncated {
		t.Fatal(err)
	}
	fork, _, res := forkOf(t, small, NewFollow(rec, rec.Events), config(rec, 9))
	if !res.Identical() || fork.Events <= rec.Events || fork.Outcome != "finished" {
		t.Fatalf("%+v, %+v", res, fork.Ending)
	}
}

// Where the program departs from the recording, the run stops as a replay does; after
// the event it may do as it likes.
func TestForkDeparts(t *testing.T) {
	changed := false
	p := &kernel.Program{Name: "p", Main: func(b *kernel.Boot) {
		b.Task(b.Host("a"), "main", func(th *kernel.Thread) {
			for range 4 {
				th.Yield()
			}
			if changed {
				th.Sleep(1 * kernel.Millisecond)
			}
			th.Yield()
		})
	}}
	rec := recorded(t, p)
	changed = true
	want := again(t, p, rec).Divergence
	_, _, res := forkOf(t, p, NewFollow(rec, 6), config(rec, 1))
	if diff := cmp.Diff(want, res.Divergence); want == nil || diff != "" {
		t.Errorf("%s", diff)
	}
	if _, _, res := forkOf(t, p, NewFollow(rec, 5), config(rec, 1)); !res.Identical() {
		t.Errorf("%+v", res.Divergence)
	}
}

// A run that ends before the event was reached is another one.
func TestForkEndsEarly(t *testing.T) {
	changed := false
	p := &kernel.Program{Name: "p", Main: func(b *kernel.Boot) {
		b.Task(b.Host("a"), "main", func(th *kernel.Thread) {
			th.Yield()
			th.Check(!changed, "changed")
		})
	}}
	rec := recorded(t, p)
	changed = true
	f := NewFollow(rec, rec.Events)
	if _, _, res := forkOf(t, p, f, config(rec, 1)); res.Divergence == nil || f.Left() {
		t.Errorf("%+v", res)
	}
}

// waiters is a program that asks more when it is weak, or has free timers.
var waiters = &kernel.Program{Name: "waiters", Main: func(b *kernel.Boot) {
	b.Task(b.Host("a"), "main", func(th *kernel.Thread) {
		m := th.CThreads().MutexNew("m")
		for range 6 {
			th.CThreads().Fork("t", func(th *kernel.Thread) {
				for range 5 {
					th.CThreads().MutexLock(m)
					th.Yield()
					th.CThreads().MutexUnlock(m)
					th.Sleep(kernel.Duration(th.Random(20)) * kernel.Millisecond)
				}
			})
		}
		for range 100 {
			th.Yield()
		}
	})
}}

// A fork may be weaker than its parent: up to the event it does what that did.
func TestLooserFork(t *testing.T) {
	for _, c := range []struct {
		weak, free bool
		stepTime   int64
	}{
		{true, false, 0},
		{false, true, 0},
		{true, true, 0},
		{false, true, 1000}, // several timers are due at once, with threads that can go
	} {
		parent := recordedAs(t, waiters, kernel.Config{Seed: 1, Door: kernel.NewRandom(1), StepTime: c.stepTime})
		_, whole, _ := forkOf(t, waiters, NewFollow(parent, parent.Events), config(parent, 1))
		asked := false
		for at := range parent.Events + 1 {
			cfg := config(parent, at)
			cfg.Weak, cfg.FreeTimers = c.weak, c.free
			rec, hashes, res := forkOf(t, waiters, NewFollow(parent, at), cfg)
			if !res.Identical() || shared(hashes, whole) < at {
				t.Fatalf("%+v at %d: %d events alike, %+v", c, at, shared(hashes, whole), res.Divergence)
			}
			if res := again(t, waiters, rec); !res.Identical() {
				t.Fatalf("%+v at %d: %+v", c, at, res.Divergence)
			}
			asked = asked || at == parent.Events && rec.Choices > parent.Choices
		}
		if !asked {
			t.Errorf("%+v: nothing more was asked", c)
		}
	}
}

// answersOf replays a recording for its answers.
func answersOf(t *testing.T, p *kernel.Program, rec *Recording) *Answers {
	t.Helper()
	r := NewReplay(rec)
	a := r.Keep()
	cfg := rec.Config()
	cfg.Door, cfg.Tracer = r, r.Tracer()
	m, err := kernel.New(p, cfg)
	if err != nil {
		t.Fatal(err)
	}
	defer m.Close()
	r.Attach(m.Interrupt, m.Hold)
	m.Run()
	if res := r.Result(EndingOf(m)); !res.Identical() || a.Events() != rec.Events {
		t.Fatalf("%d events, %+v", a.Events(), res)
	}
	return a
}

// The recorded order is a schedule: its run is the recorded one, whichever way the turns
// are told.
func TestRecordedTurns(t *testing.T) {
	rec, err := Read(smallRecording(t))
	if err != nil {
		t.Fatal(err)
	}
	a := answersOf(t, small, rec)
	var actors, events []Turn
	for n := range a.Events() {
		who := a.Actor(n + 1)
		actors = append(actors, Turn{Thread: who.Thread, Packet: who.Packet})
		events = append(events, Turn{Event: n + 1})
	}
	for _, turns := range [][]Turn{actors, events} {
		f := Leave(rec, a, turns, nil, uint64(len(turns)), true)
		fork, hashes, _ := forkOf(t, small, f, config(rec, 77))
		if f.TurnDivergence() != nil || !f.Left() || fork.Hash != rec.Hash || hashes[len(hashes)-1] != rec.Hash {
			t.Fatalf("%+v, hash %016x", f.TurnDivergence(), fork.Hash)
		}
		if !fork.Parent.Reordered || fork.Parent.Event != rec.Events {
			t.Fatalf("%+v", fork.Parent)
		}
		if res := again(t, small, fork); !res.Identical() {
			t.Fatalf("%+v", res.Divergence)
		}
	}
}

// Threads that have nothing to do with each other can be taken one after the other.
func TestReorderedTurns(t *testing.T) {
	p := &kernel.Program{Name: "p", Main: func(b *kernel.Boot) {
		for _, name := range []string{"x", "y"} {
			b.Task(b.Host(name), name, func(th *kernel.Thread) {
				for range 10 {
					th.Printf("%d", th.Random(1000))
				}
			})
		}
	}}
	rec := recorded(t, p)
	a := answersOf(t, p, rec)
	var turns []Turn
	for n := range a.Events() {
		turns = append(turns, Turn{Event: n + 1})
	}
	slices.SortStableFunc(turns, func(x, y Turn) int {
		return int(a.Actor(y.Event).Thread) - int(a.Actor(x.Event).Thread)
	})
	said := func(f *Follow) map[kernel.ThreadID][]string {
		lines := map[kernel.ThreadID][]string{}
		cfg := config(rec, 5)
		cfg.Door, cfg.Tracer = f.Wrap(kernel.NewRandom(5)), f.Tracer()
		m := mustRun(t, p, cfg)
		for _, l := range m.World().Console {
			lines[l.Thread] = append(lines[l.Thread], l.Text)
		}
		return lines
	}
	f := Leave(rec, a, turns, nil, uint64(len(turns)), true)
	if diff := cmp.Diff(said(NewFollow(rec, rec.Events)), said(f)); diff != "" || f.TurnDivergence() != nil {
		t.Errorf("%+v\n%s", f.TurnDivergence(), diff)
	}
}

func mustRun(t *testing.T, p *kernel.Program, cfg kernel.Config) *kernel.Machine {
	t.Helper()
	m, err := kernel.New(p, cfg)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(m.Close)
	m.Run()
	return m
}

// Where a schedule does not fit, the other Door takes over, and the turn is named.
func TestMisfit(t *testing.T) {
	rec := recorded(t, waiters)
	a := answersOf(t, waiters, rec)
	var recordedTurns []Turn
	for n := range a.Events() {
		recordedTurns = append(recordedTurns, Turn{Event: n + 1})
	}
	with := func(i int, turn Turn) []Turn {
		turns := slices.Clone(recordedTurns)
		turns[i] = turn
		return turns
	}
	for _, c := range []struct {
		name  string
		turns []Turn
		turn  int
		why   string
	}{
		{"nobody", with(9, Turn{Thread: 99, Event: 10}), 9, "a thread that has not been made cannot take a step"},
		{"no packet", with(9, Turn{Packet: 3, Event: 10}), 9, "a packet cannot take a step"},
		{"no event", with(9, Turn{Event: 1e6}), 9, "the recording has no event for it"},
		{"only one", with(0, Turn{Thread: 2, Event: 1}), 0, "only main.1 could take a step, not a thread that has not " +
			"been made"},
		{"another call", with(1, Turn{Thread: 1, Event: a.Events()}), 1,
			"main.1 did mutex_alloc, and return in the recording"},
	} {
		t.Run(c.name, func(t *testing.T) {
			f := Leave(rec, a, c.turns, nil, uint64(len(c.turns)), true)
			fork, _, _ := forkOf(t, waiters, f, config(rec, 5))
			if diff := cmp.Diff(&TurnDivergence{c.turn, c.why}, f.TurnDivergence()); diff != "" || !f.Left() {
				t.Errorf("%s", diff)
			}
			if fork.Outcome != "finished" {
				t.Errorf("%+v", fork.Ending)
			}
			if res := again(t, waiters, fork); !res.Identical() {
				t.Errorf("%+v", res.Divergence)
			}
		})
	}
}

// What a turn gets is what its event got: the same choices, and no more than it asks for.
func TestTurnChoices(t *testing.T) {
	p := &kernel.Program{Name: "p", Main: func(b *kernel.Boot) {
		b.Task(b.Host("a"), "main", func(th *kernel.Thread) {
			for _, n := range []int{10, 1, 20} {
				th.Random(n)
			}
		})
	}}
	rec := recorded(t, p)
	a := answersOf(t, p, rec)
	const asks = "main.1 makes another choice than in the recording (random, of "
	for _, c := range []struct {
		events []uint64 // in place of 1, 2, 3, 4, of which 2, 3 and 4 draw from 10, 1 and 20
		want   *TurnDivergence
	}{
		{[]uint64{1, 2, 3, 4}, nil},
		{[]uint64{1, 3, 2, 4}, &TurnDivergence{1, asks + "10)"}},
		{[]uint64{1, 4, 3, 2}, &TurnDivergence{1, asks + "10)"}},
		{[]uint64{1, 2, 4, 3}, &TurnDivergence{2, "main.1 made fewer choices, or read fewer lines, than in the recording"}},
	} {
		var turns []Turn
		for _, n := range c.events {
			turns = append(turns, Turn{Event: n})
		}
		f := Leave(rec, a, turns, nil, uint64(len(turns)), true)
		forkOf(t, p, f, config(rec, 5))
		if diff := cmp.Diff(c.want, f.TurnDivergence()); diff != "" {
			t.Errorf("%v: %s", c.events, diff)
		}
	}
	s := newSchedule(a, []Turn{{Event: 2}})
	if _, ok := s.choose(kernel.Point{Kind: kernel.PointDelay, N: 10}); ok {
		t.Error("a random number is taken for a delay")
	}
}

// A call that was done in the recording does not stand for one that waits.
func TestTurnThatWaits(t *testing.T) {
	rec := recorded(t, waiters)
	a := answersOf(t, waiters, rec)
	turns := make([]Turn, a.Events())
	for i := range turns {
		turns[i].Event = uint64(i) + 1
	}
	lock := func(done bool) int {
		return slices.IndexFunc(a.moments, func(m moment) bool {
			return keyName(int(m.key)) == "mutex_lock" && m.done == done
		})
	}
	i, who := lock(true), a.Actor(uint64(lock(true))+1)
	turns[i] = Turn{Thread: who.Thread, Event: uint64(lock(false)) + 1}
	f := Leave(rec, a, turns, nil, uint64(len(turns)), true)
	forkOf(t, waiters, f, config(rec, 5))
	if f.TurnDivergence() == nil || f.TurnDivergence().Turn != i {
		t.Errorf("%+v, want one at turn %d", f.TurnDivergence(), i)
	}
}

// Recordings of the same run that end otherwise have other fingerprints.
func TestFingerprint(t *testing.T) {
	file := smallRecording(t)
	seen := map[uint64]bool{}
	for _, n := range []int{len(file), len(file) - 1, len(file) / 2, len(file) / 3} {
		rec, err := Read(file[:n])
		if err != nil || seen[rec.Fingerprint()] {
			t.Fatalf("cut at %d: %v, or the fingerprint of a longer one", n, err)
		}
		seen[rec.Fingerprint()] = true
	}
}

// A header with a parent comes out as it went in, and nothing else is taken for one.
func TestParent(t *testing.T) {
	h := HeaderOf(small, kernel.Config{Args: map[string]string{"n": "3"}})
	for _, p := range []*Parent{nil, {}, {"a b.rec", 1 << 63, 7, false}, {"x", 1, 1 << 40, true}} {
		h.Parent = p
		b := h.append(nil)
		got, ok := readHeader(b)
		if diff := cmp.Diff(h, got); diff != "" || !ok {
			t.Errorf("%+v: %v\n%s", p, ok, diff)
		}
		for n := range b {
			if _, ok := readHeader(b[:n]); ok {
				t.Errorf("%+v: %d bytes of %d are a header", p, n, len(b))
			}
		}
		if _, ok := readHeader(append(b, 0)); ok {
			t.Errorf("%+v: a byte more is a header", p)
		}
	}
	h.Parent = nil
	i := len(h.append(nil)) - len(h.Build) - 2 // where the flags are
	h.Parent = &Parent{Reordered: true}
	b := h.append(nil)
	if b[i] != flagFork|flagReordered {
		t.Fatalf("flags %d", b[i])
	}
	b[i] = flagReordered
	if _, ok := readHeader(b); ok {
		t.Error("another order than that of no parent is a header")
	}
}
