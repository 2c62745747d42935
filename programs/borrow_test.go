package programs_test

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"
	"time"

	"machsim/kernel"
	"machsim/programs"
	"machsim/test/effort"
)

const (
	home    = 2 // the host of the reader
	timeout = kernel.Minute
	slack   = 2 * kernel.Second // what the library may be late by: it does not ask all the time
)

// loans are what is seen of a run of borrow or its companions.
type loans struct {
	ended    ended
	stays    kernel.Stays
	lost     bool
	wrong    []string // extensions that were not what the reader stood
	extended int
	exact    int             // of these where the reader went on
	asked    kernel.Duration // when the visitor asked
	got      kernel.Duration // when it got the thing
	asks     int             // what the servers of package debuggee were asked
}

// halting makes a run in which the reader's host is halted at random, for random times.
func halting(t *testing.T, program string, seed uint64, halts int) (l loans) {
	t.Helper()
	rng := rand.New(rand.NewPCG(seed, 7))
	cfg := kernel.Config{Seed: seed, MaxSteps: 200_000, Args: map[string]string{"visit": "300"}}
	for range halts {
		cfg.Edits = append(cfg.Edits, kernel.Edit{After: 100 + rng.Uint64N(150), Kind: kernel.EditHalt, Object: home,
			Value: fmt.Sprint(rng.Int64N(int64(150 * kernel.Second)))})
	}
	var m *kernel.Machine
	cfg.Tracer.Event = func(e *kernel.Event) {
		switch {
		case e.Call == nil:
		case e.Call.Op == kernel.OpHostStays:
			l.asks++
		case e.Call.Op == kernel.OpPrint:
			l.says(e.State, e.Actor.Thread, e.Call.Text)
		}
	}
	m = kernel.Must(kernel.New(programs.Find(program), cfg))
	defer m.Close()
	m.Run()
	w := m.World()
	l.ended, l.stays = ended{outcome: m.Outcome(), steps: w.Steps}, w.Hosts.At(home).Stays
	if w.Failure != nil {
		l.ended.failure = w.Failure.Text
	}
	return l
}

// says takes down what a line says.
func (l *loans) says(s *kernel.State, id kernel.ThreadID, line string) {
	now, host := kernel.Duration(s.Now), s.Tasks.At(uint32(s.Threads.At(uint32(id)).Task)).Host
	words := strings.Fields(line)
	switch {
	case strings.HasPrefix(line, "taken back from home"):
		l.lost = true
	case strings.HasPrefix(line, "extended by"):
		l.extended++
		if by, from := duration(words[2]), duration(words[7]); strings.HasSuffix(line, "false") {
			stays := s.Hosts.At(home).Stays
			if n := len(stays) - 1; n >= 0 && s.Hosts.At(home).Stands() {
				now = kernel.Duration(stays[n].Halt) // it was halted once more since the library asked
			}
			stood := now - from - kernel.Duration(stays.Logical(int64(now))-stays.Logical(int64(from)))
			if by != stood {
				l.wrong = append(l.wrong, fmt.Sprintf("%s: it stood for %v", line, stood))
			}
			l.exact++
		}
	case strings.HasPrefix(line, "has it") && host != home:
		l.got, l.asked = now, now-duration(words[2])
	}
}

// duration reads what a line says.
func duration(word string) kernel.Duration {
	d, _ := time.ParseDuration(strings.Trim(word, ":,"))
	return kernel.Duration(d.Microseconds())
}

// TestBorrow halts the reader at random moments. The loan is lost in borrow, and only if the reader has stood; kept in
// borrow-fixed; and in borrow-contended taken back within a time-out for a visitor who waits meanwhile.
func TestBorrow(t *testing.T) {
	lost, extended, exact := map[string]int{}, map[string]int{}, 0
	for seed := range uint64(effort.Of(200)) {
		for _, name := range []string{"borrow", "borrow-fixed", "borrow-contended"} {
			l := halting(t, name, seed, int(seed%4))
			stood := kernel.Duration(0)
			for _, s := range l.stays {
				resume := min(kernel.Duration(s.Resume), l.got)
				stood = max(stood, resume-max(kernel.Duration(s.Halt), l.asked))
			}
			switch {
			case l.ended.outcome != kernel.Finished && !l.lost, l.lost && len(l.stays) == 0, name == "borrow-fixed" && l.lost:
				t.Fatalf("%s, seed %d: %v, lost %t, after %v", name, seed, l.ended, l.lost, l.stays)
			case name == "borrow-contended" && stood > timeout+slack:
				t.Fatalf("%s, seed %d: the visitor waits for %v while the reader stands", name, seed, stood)
			case len(l.wrong) > 0:
				t.Fatalf("%s, seed %d: %v", name, seed, l.wrong)
			case len(l.stays) == 0 && l.asks > 0:
				t.Fatalf("%s, seed %d: nobody was halted, and %d times somebody asked", name, seed, l.asks)
			}
			exact += l.exact
			if extended[name] += l.extended; l.lost {
				lost[name]++
			}
		}
	}
	t.Log("lost:", lost, "extended:", extended, "by exactly what was to be known:", exact)
	if lost["borrow"] == 0 || lost["borrow-contended"] == 0 || lost["borrow-contended"] >= lost["borrow"] ||
		extended["borrow"] > 0 || exact == 0 || extended["borrow-fixed"] == 0 || extended["borrow-contended"] == 0 {
		t.Error("nothing was seen")
	}
}
