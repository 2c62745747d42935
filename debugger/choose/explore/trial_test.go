package explore_test

import (
	"slices"
	"testing"

	"machsim/cthreads"
	"machsim/debugger/choose/explore"
	"machsim/kernel"
	"machsim/programs"
	"machsim/programs/hello"
	"machsim/test/effort"
)

// TestHello has two tasks on two hosts find each other by the name servers: there are few classes and not hundreds of
// thousands, as calls on rights use what they are on.
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
	if s.Classes != 12 || s.Redundant+s.Lost > 0 {
		t.Errorf("%d classes, %d redundant, %d lost; there are 12", s.Classes, s.Redundant, s.Lost)
	}
}

// TestServersProven explores programs with servers, and holds all that was found against runs by chance.
func TestServersProven(t *testing.T) {
	if testing.Short() {
		t.Skip("takes seconds")
	}
	small := func(name string, args ...string) *kernel.Program {
		p := *programs.Find(name)
		p.Params = slices.Clone(p.Params)
		for i := range p.Params {
			if k := slices.Index(args, p.Params[i].Name); k >= 0 {
				p.Params[i].Default = args[k+1]
			}
		}
		return &p
	}
	c, missed := explore.Sampled(small("bank-fixed", "accounts", "2", "tellers", "1", "transfers", "1"),
		explore.Begun{}, effort.Of(200), 3000)
	if c == nil {
		t.Fatal("there are more than 3000 classes")
	}
	if c.Search.Classes != 2376 || c.Search.Redundant+c.Search.Lost > 0 || missed != "" {
		t.Errorf("%d classes, %d redundant, %d lost: %.2000s", c.Search.Classes, c.Search.Redundant, c.Search.Lost, missed)
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

// TestLimitBefore has a queue's limit made lower by who receives then: of two messages both find room before that, or
// one of them waits until the other was received.
func TestLimitBefore(t *testing.T) {
	for _, receives := range []string{"receive", "receive now"} {
		p := threads(2, []step{{"limit", 0, 0}, {receives, 0, 0}}, []step{{"send", 0, 1}}, []step{{"send", 0, 2}})
		c, missed := explore.Sampled(p, explore.Begun{}, 200, 100)
		if missed != "" || c.Search.Redundant+c.Search.Lost > 0 {
			t.Errorf("%s: %d classes, %d redundant, %d lost: %s", receives, c.Search.Classes, c.Search.Redundant, c.Search.Lost,
				missed)
		}
	}
}

// TestComesBack has a message come back for want of room, with a right that was made for it: for a while another thread
// of the task, which looks how it can send there, finds that right. It finds it or not, in every order.
func TestComesBack(t *testing.T) {
	for _, steps := range [][]step{{{"send", 0, 70}}, {{"send now", 0, 29}, {"send", 0, 70}}} {
		p := threads(1, []step{{"send now", 0, 65}, {"send now", 0, 15}}, steps)
		if wrong := explore.Compare(p, explore.Begun{}, 600).Wrong(); wrong != "" {
			t.Errorf("%v: %s", steps, wrong)
		}
	}
}

// TestUsedSince has what a program looks at behind a step matter, where a call before which the step may come instead
// could have made it another one.
func TestUsedSince(t *testing.T) {
	p := threads(2, []step{{"send", 1, 40}, {"send", 0, 17}, {"limit", 1, 60}},
		[]step{{"receive", 1, 81}, {"send now", 1, 22}}, []step{{"send now", 0, 12}})
	answers, _ := explore.Answers(p, kernel.NewRandom(22))
	if wrong := explore.Compare(p, explore.Begun{Answers: answers, N: 20}, 600).Wrong(); wrong != "" {
		t.Error(wrong)
	}
}

// TestLimitOfReceiver has the limit of a queue set by the thread that sends there: for who receives that is nothing,
// whether he waits already or not, and the first message ends his wait.
func TestLimitOfReceiver(t *testing.T) {
	for i, p := range []*kernel.Program{
		threads(2, []step{{"limit", 0, 17}, {"send now", 0, 98}},
			[]step{{"send now", 1, 24}, {"limit", 1, 88}, {"receive", 0, 6}}),
		threads(2, []step{{"receive", 1, 72}}, []step{{"limit", 0, 18}}, []step{{"receive", 0, 72}}),
	} {
		if wrong := explore.Compare(p, explore.Begun{}, 600).Wrong(); wrong != "" {
			t.Errorf("%d: %s", i, wrong)
		}
	}
}

// threads is a task with such threads, and two ports with a limit.
func threads(limit int, steps ...[]step) *kernel.Program {
	return task(func(th *kernel.Thread) { start(th, steps, limit, 0) })
}
