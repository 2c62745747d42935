package session_test

import (
	"io"
	"os"
	"path/filepath"
	"testing"

	"machsim/debugger/record"
	"machsim/debugger/run/runner"
	"machsim/debugger/session"
)

// BenchmarkKeep records a million events of an endless program, whole and bounded, and opens the bounded recording.
func BenchmarkKeep(b *testing.B) {
	for _, bound := range []record.Keep{{}, {Bytes: record.LeastKept}} {
		name := map[bool]string{true: "whole", false: "kept"}[bound.All()]
		b.Run(name, func(b *testing.B) {
			for range b.N {
				recordEndless(b, bound)
			}
			b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N)/1e6, "ns/event")
		})
	}
	rec, err := record.Open(recordEndless(b, record.Keep{Bytes: record.LeastKept}))
	if err != nil {
		b.Fatal(err)
	}
	b.Run("open", func(b *testing.B) {
		for range b.N {
			s, err := session.Open(serving(false), rec, session.Options{Window: session.Window{Last: 10_000}})
			if err != nil {
				b.Fatal(err)
			}
			if !session.Resumes(s) {
				b.Fatal("it does not go on from a picture")
			}
			s.Close()
		}
	})
}

// recordEndless records a million events in a file, which it returns.
func recordEndless(b *testing.B, bound record.Keep) string {
	b.Helper()
	path := filepath.Join(b.TempDir(), "x.rec")
	f, err := os.Create(path)
	if err != nil {
		b.Fatal(err)
	}
	to := io.WriteCloser(f)
	if !bound.All() {
		if to, err = record.NewParts(f, bound); err != nil {
			b.Fatal(err)
		}
	}
	o := runner.New(serving(false), 3)
	o.MaxSteps, o.Strategy = 1_000_000, "random"
	o.Record = record.Start(to, o.Setup().Header())
	run := runner.Do(o)
	run.Close()
	if err := to.Close(); err != nil || run.Lost != nil {
		b.Fatal(err, run.Lost)
	}
	return path
}
