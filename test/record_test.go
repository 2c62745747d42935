package test

import (
	"bytes"
	"testing"

	"machsim/debugger/record"
	"machsim/kernel"
	"machsim/programs"
	"machsim/test/effort"
)

// A replay of every sample program is the recorded run, event by event.
func TestReplayEqualsRecording(t *testing.T) {
	n := effort.Of(uint64(20))
	for _, p := range programs.All {
		t.Run(p.Name, func(t *testing.T) {
			t.Parallel()
			var events, size uint64
			for seed := uint64(1); seed <= n; seed++ {
				cfg := kernel.Config{Seed: seed, MaxSteps: 200_000, Weak: seed%3 == 1, FreeTimers: seed%4 == 1}
				var file bytes.Buffer
				end := recordRun(t, &file, p, cfg)
				events, size = events+end.Events, size+uint64(file.Len())
				rec, err := record.Read(file.Bytes())
				if err != nil {
					t.Fatalf("seed %d: %v", seed, err)
				}
				if rec.Ending != end {
					t.Fatalf("seed %d: ended with %+v, recorded %+v", seed, end, rec.Ending)
				}
				res := replayRun(t, p, rec)
				if !res.Identical() || res.Events != end.Events || res.Hash != end.Hash {
					t.Fatalf("seed %d: %+v, %+v", seed, res, res.Divergence)
				}
			}
			t.Logf("%d events, %.2f bytes an event", events, float64(size)/float64(events))
		})
	}
}
