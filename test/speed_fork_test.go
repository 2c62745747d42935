package test

import (
	"testing"

	"machsim/debugger/session"
	"machsim/kernel"
	"machsim/programs"
)

// forkRows are the figures of forks.
var forkRows = []row{
	{"ForkTasks", func(b *testing.B) { speedFork(b, talkers()) }},
	{"ForkLocked", func(b *testing.B) { speedFork(b, sharers(true)) }},
	{"ForkMany", speedForks},
}

// speedFork makes a fork at half of a run of a million events, and compares that with a recorded run of what is new: to
// its prompt, at its end, and until all is there that is derived from it. It also tells what memory an event takes.
func speedFork(b *testing.B, p *kernel.Program) {
	s := openRecording(b, p, longRun(b, p))
	defer s.Close()
	derive(s)
	must(b, s.MoveTo(s.After(million/2)))
	var o opening
	least := inTurns(b,
		runOf(b, p, million/2),
		o.of(func() *session.Session { return forkOf(b, s) }))
	run := float64(least[0])
	report(b, float64(least[1])/run, "x-prompt", 2)
	report(b, float64(o.derived)/run, "x-derived", 3)
	report(b, float64(o.memory)/(million/2), "B/event", 64)
}

// forkOf makes a fork at the present position, and goes to its end.
func forkOf(b *testing.B, s *session.Session) *session.Session {
	fork, _, err := s.Branch(session.Branch{Seed: 7}, session.Options{})
	must(b, err)
	must(b, fork.MoveTo(fork.End()))
	return fork
}

// speedForks makes a thousand forks of a run of the philosophers, at all of its events in turn, and tells what memory
// they take together.
func speedForks(b *testing.B) {
	p := programs.Find("philosophers")
	s := openRecording(b, p, recorded(b, p, 0))
	defer s.Close()
	var memory uint64
	for b.Loop() {
		before := inUse()
		var forks []*session.Session
		for i := range 1000 {
			must(b, s.MoveTo(s.After(i%s.Len())))
			forks = append(forks, forkOf(b, s))
		}
		memory = inUse() - before
		for _, f := range forks {
			f.Close()
		}
	}
	report(b, float64(memory)/1e6, "MB", 30)
}
