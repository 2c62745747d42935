package test

import (
	"bytes"
	"io"
	"path/filepath"
	"testing"
	"time"

	"machsim/debugger/record"
	"machsim/debugger/replay/cache"
	"machsim/debugger/session"
	"machsim/kernel"
)

// openRows are the figures of recordings that are opened.
var openRows = []row{
	{"OpenTasks", func(b *testing.B) { speedOpen(b, talkers(), 1.3) }},
	{"OpenLocked", func(b *testing.B) { speedOpen(b, sharers(true), 1.5) }},
	{"OpenShared", func(b *testing.B) { speedOpen(b, sharers(false), 1.5) }},
}

// speedOpen compares a recorded run of a million events with the opening of its recording: to the first
// prompt, and until all is there that is derived from it. It also tells what memory that takes.
func speedOpen(b *testing.B, p *kernel.Program, target float64) {
	rec := longRun(b, p)
	var o opening
	least := inTurns(b,
		runOf(b, p, rec.Events),
		o.of(func() *session.Session { return beginRecording(b, p, rec) }),
		func() time.Duration { return speedAgain(b, p, rec) })
	run := float64(least[0])
	report(b, float64(least[1])/run, "x-prompt", target)
	report(b, float64(o.derived)/run, "x-derived", 2.5)
	report(b, float64(least[2])/run, "x-again", 0.15)
	report(b, float64(o.memory)/float64(rec.Events), "B/event", 64)
}

// runOf makes a run of a number of events, recorded.
func runOf(b *testing.B, p *kernel.Program, events uint64) func() time.Duration {
	return func() time.Duration {
		return timed(func() {
			var file bytes.Buffer
			recordRun(b, &file, p, kernel.Config{Seed: 1, MaxSteps: events})
		})
	}
}

// opening is what it takes at least to open a session and to derive everything, and the memory that it has then.
type opening struct {
	derived time.Duration
	memory  uint64
}

// of opens a session, derives everything, closes it, and tells how long it took until the prompt.
func (o *opening) of(open func() *session.Session) func() time.Duration {
	return func() time.Duration {
		before := inUse()
		start := time.Now()
		s := open()
		defer s.Close()
		prompt := time.Since(start)
		derive(s)
		if d := time.Since(start); o.derived == 0 || d < o.derived {
			o.derived = d
		}
		o.memory = inUse() - before
		return prompt
	}
}

// speedAgain opens a recording by what was kept of it, to the first prompt.
func speedAgain(b *testing.B, p *kernel.Program, rec *record.Recording) time.Duration {
	dir, err := cache.Open(filepath.Join(b.TempDir(), "kept"), cache.DefaultRoom)
	must(b, err)
	k := &keptIn{dir, make(chan error, 1)}
	open := func() *session.Session {
		s, err := session.Open(p, rec, session.Options{Keeper: k})
		must(b, err)
		return s
	}
	first := open()
	must(b, <-k.put)
	first.Close()
	inUse()
	start := time.Now()
	s := open()
	defer s.Close()
	return time.Since(start)
}

// keptIn is a directory that says when something was kept.
type keptIn struct {
	*cache.Dir
	put chan error
}

func (k *keptIn) Put(name string, write func(io.Writer) error) error {
	err := k.Dir.Put(name, write)
	k.put <- err
	return err
}

// beginRecording opens a recording to the first prompt, at which all is shown that is of the end.
func beginRecording(b *testing.B, p *kernel.Program, rec *record.Recording) *session.Session {
	s, err := session.Begin(p, rec, session.Options{})
	must(b, err)
	st := s.State()
	if st.Hash != rec.Hash {
		b.Fatalf("the state has the hash %x, the recorded run %x", st.Hash, rec.Hash)
	}
	shown := 0
	for id := range st.Threads.All {
		stack, err := s.Stack(kernel.ThreadID(id))
		must(b, err)
		shown += min(1, len(stack))
	}
	if shown < 8 {
		b.Fatalf("only %d threads have a stack", shown)
	}
	_, err = s.Variables()
	must(b, err)
	return s
}

// derive waits for all that is derived from a recording.
func derive(s *session.Session) { s.Least(0) }
