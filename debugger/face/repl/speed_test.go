package repl_test

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"
	"time"

	"machsim/debugger"
	"machsim/debugger/face/repl"
)

// BenchmarkMotion is what one waits for who types a motion in a run of a million events with 43 threads.
func BenchmarkMotion(b *testing.B) {
	d := open(b, debugger.Options{}, "bank", "--seed=7", "--tellers=40", "--transfers=760")
	p, out := promptOn(b, d, repl.Options{})
	rng := rand.New(rand.NewPCG(1, 2))
	for _, m := range []struct {
		name string
		line func() string
	}{
		{"goto", func() string { return fmt.Sprint("goto ", rng.IntN(900_000)) }},
		{"back", func() string { return "event back" }},
		{"event", func() string { return "event" }},
	} {
		b.Run(m.name, func(b *testing.B) {
			b.ReportAllocs()
			var took []time.Duration
			for b.Loop() {
				line, began := m.line(), time.Now()
				if err := p.Do(line); err != nil {
					b.Fatal(err)
				}
				took = append(took, time.Since(began))
				out.Reset()
			}
			slices.Sort(took)
			b.ReportMetric(float64(took[len(took)/2].Microseconds())/1000, "p50-ms")
			b.ReportMetric(float64(took[len(took)*95/100].Microseconds())/1000, "p95-ms")
		})
	}
}
