package explore_test

import (
	"testing"

	"machsim/cthreads"
	"machsim/debugger/choose/explore"
	"machsim/kernel"
	"machsim/programs/hello"
)

// TestHello has two tasks on two hosts find each other by the name servers: there are hundreds of classes and not
// hundreds of thousands, as calls on rights use what they are on.
func TestHello(t *testing.T) {
	s := explore.NewSearch()
	for l := s.Begin(); l != nil && s.Classes < 2000; l = s.Begin() {
		c := kernel.Config{
			Args: map[string]string{"greetings": "1"}, Door: l, StepTime: kernel.Timeless, Survive: true,
			Tracer: kernel.Tracer{Log: l},
		}
		m := kernel.Must(kernel.New(&hello.Program, c))
		if out := m.Run(); out != kernel.Finished {
			t.Errorf("class %d: %v", s.Classes, out)
		}
		m.Close()
		s.End()
	}
	if s.Classes < 100 || s.Classes > 1000 || s.Lost > 0 {
		t.Errorf("%d classes, %d lost", s.Classes, s.Lost)
	}
}

// TestLimits has a queue's limit made lower: then a message waits that would not have waited before.
func TestLimits(t *testing.T) {
	p := task(func(th *kernel.Thread) {
		port := th.NewPort("")
		cthreads.Fork(th, "", func(th *kernel.Thread) { th.SetQueueLimit(port, 1) })
		cthreads.Fork(th, "", func(th *kernel.Thread) {
			_ = kernel.Send(th, port, request{1})
			_ = kernel.Send(th, port, request{2})
		})
	})
	if wrong := explore.Compare(p, explore.Begun{}, 6000).Wrong(); wrong != "" {
		t.Error(wrong)
	}
}
