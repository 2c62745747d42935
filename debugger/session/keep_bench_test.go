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

// BenchmarkKeep records a million events of an endless program, whole and bounded: to the least bound, with a picture
// at every 30,000 events, to a number of events, with few pictures, and of a program that outgrows them. Then
// it opens the bounded recording.
func BenchmarkKeep(b *testing.B) {
	least := record.Keep{Bytes: record.LeastKept}
	for _, x := range []struct {
		name   string
		bound  record.Keep
		serves bool
	}{{"whole", record.Keep{}, true}, {"kept", least, true}, {"events", record.Keep{Events: 4_000_000}, true},
		{"outgrown", least, false}} {
		b.Run(x.name, func(b *testing.B) {
			for range b.N {
				recordEndless(b, x.bound, x.serves)
			}
			b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N)/1e6, "ns/event")
		})
	}
	rec, err := record.Open(recordEndless(b, least, true))
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

// recordEndless records a million events in a file, which it returns. The program's server may have a loop of its own
// in place of Serve.
func recordEndless(b *testing.B, bound record.Keep, serves bool) string {
	b.Helper()
	p := serving(false)
	if !serves {
		p = unserved()
	}
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
	o := runner.New(p, 3)
	o.MaxSteps, o.Strategy = 1_000_000, "random"
	o.Record = record.Start(to, o.Setup().Header())
	run := runner.Do(o)
	run.Close()
	if err := to.Close(); err != nil || run.Lost != nil {
		b.Fatal(err, run.Lost)
	}
	return path
}
