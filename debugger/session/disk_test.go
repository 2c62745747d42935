package session_test

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"machsim/kernel"
	"machsim/test/effort"
	"machsim/test/randprog"
	"machsim/test/testsession"
)

// disks is all that stands on the disks of a state, safe or not.
func disks(s *kernel.State) string {
	var b strings.Builder
	for id := range s.Hosts.All {
		fmt.Fprintf(&b, "%v\n", s.Hosts.At(id).Disk)
	}
	for id := range s.Files.All {
		f := s.Files.At(id)
		fmt.Fprintf(&b, "%s %t %q %q %v\n", f.Name, f.Gone, f.Now.Bytes(0, kernel.MaxFileSize),
			f.Synced.Bytes(0, kernel.MaxFileSize), f.Unsynced)
	}
	return b.String()
}

// TestDisksAtPositions goes back and forth in runs of random programs: the disks are what they were in the run.
func TestDisksAtPositions(t *testing.T) {
	size := randprog.Size{Hosts: 3, Tasks: 4, Threads: 2, Calls: 30, Only: []string{"disks", "hosts"}}
	written, lost := 0, 0
	for n := range effort.Of(uint64(20)) {
		seed := 4*n + 3 // whose runs have faults
		p, cfg := randprog.Program(seed, size), randprog.Config(seed, 600)
		var was []string
		cfg.Tracer = kernel.Tracer{Event: func(e *kernel.Event) {
			was = append(was, disks(e.State))
			lost += len(e.Disk)
		}}
		m := kernel.Must(kernel.New(p, cfg))
		m.Run()
		written += m.World().Files.Len()
		m.Close()
		s := testsession.Open(t, p, randprog.Config(seed, 600))
		r := rand.New(rand.NewPCG(seed, 1))
		for range 30 {
			event := r.IntN(s.Len())
			if err := s.MoveTo(s.After(event + 1)); err != nil {
				t.Fatal(err)
			}
			if got := disks(s.State()); got != was[event] {
				t.Fatalf("seed %d, after event %d the disks are\n%s, and were\n%s", seed, event+1, got, was[event])
			}
		}
	}
	if written == 0 || lost == 0 {
		t.Errorf("%d files were made, and %d faults of disks happened", written, lost)
	}
}
