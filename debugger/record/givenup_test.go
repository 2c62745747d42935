package record

import (
	"bytes"
	"testing"

	"machsim/kernel"
	"machsim/programs"
)

// TestEndInTheMiddleOfAStep ends recordings of a run that was given up when the kernel had taken a step, and had not
// told of it yet: before and after marks too. What comes afterwards is not recorded.
func TestEndInTheMiddleOfAStep(t *testing.T) {
	for _, last := range []uint64{0, 1, 5, 255, 256, 257, 300} {
		var file bytes.Buffer
		p, cfg := programs.Find("bank"), kernel.Config{Seed: 9}
		r := Start(&file, HeaderOf(p, cfg))
		cfg.Door = r.Wrap(kernel.NewRandom(9))
		cfg.Tracer.Step = func(s *kernel.State, a kernel.Actor, op kernel.Op, done bool) {
			if s.Steps == last+1 {
				if err := r.End(Ending{Outcome: kernel.Unfinished.String(), Events: s.Steps, Hash: s.Hash}); err != nil {
					t.Error(err)
				}
			}
			r.step(s, a, op, done)
		}
		m, err := kernel.New(p, cfg)
		if err != nil {
			t.Fatal(err)
		}
		m.Run()
		m.Close()
		rec, err := Read(file.Bytes())
		if err != nil || rec.Events != last {
			t.Errorf("ended after %d events: %v, %v", last, rec, err)
		}
	}
}
