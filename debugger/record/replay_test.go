package record

import (
	"bytes"
	"errors"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"machsim/kernel"
)

// Two versions of a program: between recording and replay the variable changes.
func TestDifferences(t *testing.T) {
	changed := false
	pick := func(a, b int) int {
		if changed {
			return b
		}
		return a
	}
	for _, c := range []struct {
		name  string
		other func(th *kernel.Thread)
		event uint64
		want  string // what was recorded, what happened
	}{
		{"call", func(th *kernel.Thread) {
			if changed {
				th.Sleep(1 * kernel.Millisecond)
			}
			th.Yield()
		}, 6, "thread_switch / thread_switch, which waits"},
		{"text", func(th *kernel.Thread) { th.Printf("%d", pick(1, 2)) }, 6, `print of another text / print "2"`},
		{"ends early", func(th *kernel.Thread) { th.Check(!changed, "cannot") }, 6, "return / fail"},
		{"goes on", func(th *kernel.Thread) {
			for range pick(0, 1) {
				th.Yield()
			}
		}, 6, "return / thread_switch"},
		{"another failure", func(th *kernel.Thread) { th.Fail("failure %d", pick(1, 2)) }, 7,
			"the run ended: CHECK FAILED: failure 1 / the run ended: CHECK FAILED: failure 2"},
		{"panic", func(*kernel.Thread) {
			if changed {
				panic("oh")
			}
		}, 6, "return / exception_raise, which waits"},
		{"choice", func(th *kernel.Thread) {
			for range pick(0, 3) {
				th.Random(1 << 40)
			}
		}, 6, "return / random"},
		{"options", func(th *kernel.Thread) { th.Random(pick(5, 1)) }, 7, "hash "},
		{"input", func(th *kernel.Thread) {
			th.Sleep(1 * kernel.Millisecond)
			for range pick(1, 2) {
				th.ReadLine()
			}
		}, 9, "return / read_line"},
	} {
		t.Run(c.name, func(t *testing.T) {
			p := &kernel.Program{Name: "p", Main: func(b *kernel.Boot) {
				b.Task(b.Host("a"), "main", func(th *kernel.Thread) {
					for range 4 {
						th.Yield()
					}
					c.other(th)
				})
			}}
			changed = false
			rec := recorded(t, p)
			if res := again(t, p, rec); !res.Identical() {
				t.Fatalf("unchanged: %+v, %+v", res, res.Divergence)
			}
			changed = true
			d := again(t, p, rec).Divergence
			if d == nil || d.Event != c.event || !strings.HasPrefix(d.Recorded+" / "+d.Actual, c.want) {
				t.Fatalf("%+v", d)
			}
			if res := quickly(t, p, rec); res.Identical() {
				t.Error("a quick replay does not notice it")
			}
			changed = false
			if res := quickly(t, p, rec); !res.Identical() {
				t.Errorf("unchanged, quickly: %+v, %+v", res, res.Divergence)
			}
			if d.Thread != "" && (d.Thread != "main.1" || d.Where == "" && d.Since+1 == d.Event) {
				t.Errorf("thread %q at %q", d.Thread, d.Where)
			}
		})
	}
}

// A value that shows in no call shows in the hash: between the marks around it.
func TestHiddenDifference(t *testing.T) {
	changed := false
	p := &kernel.Program{Name: "p", Main: func(b *kernel.Boot) {
		b.Task(b.Host("a"), "main", func(th *kernel.Thread) {
			a, c := th.CThreads().MutexNew("a"), th.CThreads().MutexNew("c")
			for i := range 1000 {
				m := a
				if changed && i == 600 {
					m = c
				}
				th.CThreads().MutexTryLock(m)
				th.CThreads().MutexUnlock(m)
			}
		})
	}}
	rec := recorded(t, p)
	changed = true
	d := again(t, p, rec).Divergence
	if d == nil || d.Since > 1203 || d.Event < 1203 || d.Event-d.Since > markEvery {
		t.Fatalf("%+v", d)
	}
}

// TestEndOfInput sees a run replayed whose Door has a text beside the end of input: that is in no recording.
func TestEndOfInput(t *testing.T) {
	door := kernel.NewRandom(1)
	door.Lines = func() (string, bool) { return "no line", false }
	p := &kernel.Program{Name: "p", Main: func(b *kernel.Boot) {
		b.Task(b.Host("a"), "main", func(th *kernel.Thread) {
			if line, ok := th.ReadLine(); ok || line != "" {
				th.Fail("after the end: %q", line)
			}
		})
	}}
	rec := recordedAs(t, p, kernel.Config{Seed: 1, Door: door})
	if res := again(t, p, rec); !res.Identical() || rec.Outcome != kernel.Finished.String() {
		t.Errorf("%v: %+v, %+v", rec.Ending, res, res.Divergence)
	}
}

func recorded(t *testing.T, p *kernel.Program) *Recording {
	t.Helper()
	return recordedAs(t, p, kernel.Config{Seed: 1, Door: kernel.NewRandom(1)})
}

func recordedAs(t *testing.T, p *kernel.Program, cfg kernel.Config) *Recording {
	t.Helper()
	var file bytes.Buffer
	r := Start(&file, HeaderOf(p, cfg))
	cfg.Door, cfg.Tracer = r.Wrap(cfg.Door), r.Tracer()
	m, err := kernel.New(p, cfg)
	if err != nil {
		t.Fatal(err)
	}
	defer m.Close()
	m.Run()
	if err := r.End(EndingOf(m)); err != nil {
		t.Fatal(err)
	}
	rec, err := Read(file.Bytes())
	if err != nil {
		t.Fatal(err)
	}
	return rec
}

// full is a disk that gets full.
type full struct{ left int }

func (f *full) Write(b []byte) (int, error) {
	if f.left -= len(b); f.left < 0 {
		return 0, errors.New("no space left on device")
	}
	return len(b), nil
}

// A disk that is full ends the recording, not the run.
func TestFullDisk(t *testing.T) {
	p := &kernel.Program{Name: "p", Main: func(b *kernel.Boot) {
		b.Task(b.Host("a"), "main", func(th *kernel.Thread) {
			for range 100_000 {
				th.Random(1000)
			}
		})
	}}
	for _, room := range []int{0, 300, 50_000} {
		cfg := kernel.Config{Door: kernel.NewRandom(1)}
		r := Start(&full{room}, HeaderOf(p, cfg))
		cfg.Door, cfg.Tracer = r.Wrap(cfg.Door), r.Tracer()
		m, err := kernel.New(p, cfg)
		if err != nil {
			t.Fatal(err)
		}
		if out := m.Run(); out != kernel.Finished {
			t.Errorf("room %d: %v", room, out)
		}
		kept := cap(r.packed.words) // before the end, which empties it
		if err := r.End(EndingOf(m)); err == nil || kept > 2*chunkBytes/8 {
			t.Errorf("room %d: error %v, %d words kept", room, err, kept)
		}
		m.Close()
	}
}

// A process may be ended after any event, with no word to the Recorder. Of a short run the
// file then has at least half.
func TestEarlyChunks(t *testing.T) {
	var file bytes.Buffer
	cfg := kernel.Config{Seed: 1, Door: kernel.NewRandom(1), Args: map[string]string{}}
	r := Start(&file, HeaderOf(small, cfg))
	cfg.Door = r.Wrap(cfg.Door)
	cfg.Tracer.Step = func(s *kernel.State, a kernel.Actor, op kernel.Op, done bool) {
		r.step(s, a, op, done)
		left, err := Read(file.Bytes())
		if err != nil {
			t.Fatalf("after event %d: %v", s.Steps, err)
		}
		if n := left.Events; 2*n < min(s.Steps, early) {
			t.Fatalf("after event %d the file has %d events", s.Steps, n)
		}
	}
	m, err := kernel.New(small, cfg)
	if err != nil {
		t.Fatal(err)
	}
	defer m.Close()
	m.Run()
	if m.World().Steps < early {
		t.Errorf("the run ended after event %d; the test shows nothing", m.World().Steps)
	}
}

// Choices come out as they went in, and take about log2(n) bits.
func TestRadix(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		type choice struct{ c, n uint64 }
		var p packer
		p.reset()
		all := rapid.SliceOf(rapid.Custom(func(t *rapid.T) choice {
			n := rapid.Uint64Range(2, 1<<63).Draw(t, "n")
			if rapid.Bool().Draw(t, "small") {
				n = 2 + n%9
			}
			return choice{rapid.Uint64Range(0, n-1).Draw(t, "c"), n}
		})).Draw(t, "choices")
		for _, x := range all {
			p.add(x.c, x.n)
		}
		u := newUnpacker(p.append(nil), p.count)
		for i, x := range all {
			if c, ok := u.next(x.n); !ok || c != x.c {
				t.Fatalf("choice %d: %d %v, want %d", i, c, ok, x.c)
			}
		}
		if _, ok := u.next(2); ok || !u.empty() {
			t.Fatalf("%+v is left", u)
		}
	})
}

func TestThisBuild(t *testing.T) {
	if id := ThisBuild(); id != buildID() || strings.Count(id, "/") != 3 {
		t.Errorf("build %q", id)
	}
}
