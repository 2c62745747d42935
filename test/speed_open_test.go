package test

import (
	"bytes"
	"io"
	"path/filepath"
	"testing"
	"time"

	"machsim/debugger/kept"
	"machsim/debugger/record"
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
	var derived time.Duration
	var memory uint64
	least := inTurns(b,
		func() time.Duration {
			return timed(func() {
				var file bytes.Buffer
				recordRun(b, &file, p, kernel.Config{Seed: 1, MaxSteps: rec.Events})
			})
		},
		func() time.Duration {
			before := inUse()
			start := time.Now()
			s := openRecording(b, p, rec)
			defer s.Close()
			prompt := time.Since(start)
			derive(s)
			if d := time.Since(start); derived == 0 || d < derived {
				derived = d
			}
			memory = inUse() - before
			return prompt
		},
		func() time.Duration { return speedAgain(b, p, rec) })
	run := float64(least[0])
	report(b, float64(least[1])/run, "x-prompt", target)
	report(b, float64(derived)/run, "x-derived", 2.5)
	report(b, float64(least[2])/run, "x-again", 0.15)
	report(b, float64(memory)/float64(rec.Events), "B/event", 64)
}

// speedAgain opens a recording by what was kept of it, to the first prompt.
func speedAgain(b *testing.B, p *kernel.Program, rec *record.Recording) time.Duration {
	dir, err := kept.Open(filepath.Join(b.TempDir(), "kept"), kept.DefaultRoom)
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
	*kept.Dir
	put chan error
}

func (k *keptIn) Put(name string, write func(io.Writer) error) error {
	err := k.Dir.Put(name, write)
	k.put <- err
	return err
}

// derive waits for all that is derived from a recording.
func derive(s *session.Session) { s.Least(0) }
