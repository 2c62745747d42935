package record

import (
	"bytes"
	"testing"

	"machsim/kernel"
)

// small is a program with choices, input, output and more than one mark.
var small = &kernel.Program{Name: "small", Main: func(b *kernel.Boot) {
	h := b.Host("a")
	for _, name := range []string{"x", "y", "z"} {
		b.Task(h, name, func(th *kernel.Thread) {
			for range 100 {
				th.Yield()
			}
			line, _ := th.ReadLine()
			th.Printf("%s %d", line, th.Random(10))
			th.Sleep(kernel.Duration(int(th.Random(3))) * kernel.Millisecond)
		})
	}
}}

// lines is console input.
func lines() func() (string, bool) {
	all := []string{"one", ""}
	return func() (string, bool) {
		if len(all) == 0 {
			return "", false
		}
		line := all[0]
		all = all[1:]
		return line, true
	}
}

// smallRecording records a run of small, with a chunk every 60 events.
func smallRecording(t testing.TB) []byte {
	t.Helper()
	return recordingOf(t, 3)
}

// recordingOf records the run of a seed.
func recordingOf(t testing.TB, seed uint64) []byte {
	t.Helper()
	var file bytes.Buffer
	door := kernel.NewRandom(seed)
	door.Lines = lines()
	cfg := kernel.Config{Seed: seed, Args: map[string]string{}}
	r := Start(&file, HeaderOf(small, cfg))
	cfg.Door = r.Wrap(door)
	cfg.Tracer.Step = func(s *kernel.State, a kernel.Actor, op kernel.Op, done bool) {
		r.step(s, a, op, done)
		if s.Steps%60 == 0 {
			r.pack()
			r.flush()
		}
	}
	m, err := kernel.New(small, cfg)
	if err != nil {
		t.Fatal(err)
	}
	defer m.Close()
	m.Run()
	if err := r.End(EndingOf(m)); err != nil {
		t.Fatal(err)
	}
	return file.Bytes()
}

// again replays a recording of p.
func again(t testing.TB, p *kernel.Program, rec *Recording) Result {
	t.Helper()
	return replay(t, p, rec, NewReplay(rec))
}

// quickly makes it again and compares only at the marks.
func quickly(t testing.TB, p *kernel.Program, rec *Recording) Result {
	t.Helper()
	r := NewReplay(rec)
	r.Quick()
	return replay(t, p, rec, r)
}

func replay(t testing.TB, p *kernel.Program, rec *Recording, r *Replay) Result {
	t.Helper()
	cfg := rec.Config()
	cfg.Door, cfg.Tracer, cfg.Lines = r, r.Tracer(), true
	m, err := kernel.New(p, cfg)
	if err != nil {
		t.Skip(err)
	}
	defer m.Close()
	r.Attach(m.Interrupt, m.Hold)
	m.Run()
	return r.Result(EndingOf(m))
}
