package test

import (
	"bytes"
	"fmt"
	"io"
	"testing"

	"machsim/debugger/record"
	"machsim/kernel"
)

// yielders is a program of n threads that can always run.
func yielders(n int) *kernel.Program {
	return &kernel.Program{Name: "yielders", Main: func(b *kernel.Boot) {
		h := b.Host("a")
		for i := range n {
			b.Task(h, fmt.Sprint("ready", i), func(th *kernel.Thread) {
				for {
					th.Yield()
				}
			})
		}
	}}
}

// counter counts what is written to it.
type counter struct{ n int }

func (c *counter) Write(b []byte) (int, error) { c.n += len(b); return len(b), nil }

// BenchmarkRecorded is the cost of a step with eight threads that can run, with and
// without a recording.
func BenchmarkRecorded(b *testing.B) {
	b.Run("off", func(b *testing.B) { benchRecorded(b, false) })
	b.Run("on", func(b *testing.B) { benchRecorded(b, true) })
}

func benchRecorded(b *testing.B, on bool) {
	b.ReportAllocs()
	p := yielders(8)
	cfg := kernel.Config{Seed: 1, MaxSteps: uint64(b.N), Door: kernel.NewRandom(1)}
	var written counter
	var r *record.Recorder
	if on {
		r = record.Start(&written, record.HeaderOf(p, cfg))
		cfg.Door, cfg.Tracer = r.Wrap(cfg.Door), r.Tracer()
	}
	m := mustNew(b, p, cfg)
	b.ResetTimer()
	m.Run()
	if on {
		if err := r.End(record.EndingOf(m)); err != nil {
			b.Fatal(err)
		}
	}
	b.StopTimer()
	b.ReportMetric(float64(b.N)/b.Elapsed().Seconds(), "steps/s")
	b.ReportMetric(float64(written.n)/float64(b.N), "bytes/event")
}

// BenchmarkReplay is the cost of a step of a replay, with eight threads that can run.
func BenchmarkReplay(b *testing.B) {
	b.ReportAllocs()
	p := yielders(8)
	var file bytes.Buffer
	recordRun(b, &file, p, kernel.Config{Seed: 1, MaxSteps: uint64(b.N)})
	b.ResetTimer()
	rec, err := record.Read(file.Bytes())
	if err != nil {
		b.Fatal(err)
	}
	if res := replayRun(b, p, rec); !res.Identical() {
		b.Fatalf("%+v", res)
	}
	b.StopTimer()
	b.ReportMetric(float64(b.N)/b.Elapsed().Seconds(), "steps/s")
}

func mustNew(tb testing.TB, p *kernel.Program, cfg kernel.Config) *kernel.Machine {
	tb.Helper()
	m, err := kernel.New(p, cfg)
	if err != nil {
		tb.Fatal(err)
	}
	tb.Cleanup(m.Close)
	return m
}

// recordRun makes a run and writes its recording.
func recordRun(tb testing.TB, w io.Writer, p *kernel.Program, cfg kernel.Config) record.Ending {
	tb.Helper()
	if cfg.Door == nil {
		cfg.Door = kernel.NewRandom(cfg.Seed)
	}
	r := record.Start(w, record.HeaderOf(p, cfg))
	cfg.Door, cfg.Tracer = r.Wrap(cfg.Door), r.Tracer()
	m := mustNew(tb, p, cfg)
	m.Run()
	e := record.EndingOf(m)
	if err := r.End(e); err != nil {
		tb.Fatal(err)
	}
	m.Close()
	return e
}

// replayRun makes a recorded run again, quickly.
func replayRun(tb testing.TB, p *kernel.Program, rec *record.Recording) record.Result {
	tb.Helper()
	r := record.NewReplay(rec)
	r.Quick()
	cfg := rec.Config()
	cfg.Door, cfg.Tracer = r, r.Tracer()
	m := mustNew(tb, p, cfg)
	defer m.Close()
	r.Attach(m.Interrupt, m.Hold)
	m.Run()
	return r.Result(record.EndingOf(m))
}
