package session_test

import (
	"testing"

	"machsim/kernel"
	"machsim/test/testsession"
)

// TestForkFaultEnd makes forks of a run that is stuck and may have a fault. The Door is asked for one before each
// event, and once when nobody can go: whether a thread notices that, or the machine itself, as in a fork from the end.
func TestForkFaultEnd(t *testing.T) {
	p := &kernel.Program{Name: "stuck", Main: func(b *kernel.Boot) {
		b.Task(b.Host("h"), "one", func(th *kernel.Thread) { _, _ = th.Mach().Receive(th.NewPort("port")) })
	}}
	cfg := kernel.Config{Seed: 1}
	cfg.Faults[kernel.FaultDrift].Most = 1
	s := testsession.Open(t, p, cfg)
	if asked := int(s.Rec.Choices); asked != s.Len()+1 {
		t.Errorf("the Door was asked %d times in a run of %d events", asked, s.Len())
	}
	for n := range s.Len() + 1 {
		forkAsMade(t, s, n, nil)
	}
}
