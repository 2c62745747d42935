package programs_test

import (
	"fmt"
	"maps"
	"regexp"
	"slices"
	"strings"
	"testing"

	"machsim/debugger/event"
	"machsim/debugger/event/trace"
	"machsim/kernel"
	"machsim/programs"
	"machsim/test/effort"
)

// traffic is what each run of a program without a bug does, whatever the order: how often it sends a message, passes a
// label or prints a line, or that it does so as often as something else; or that some run does so. What is not there
// may happen any number of times.
var traffic = map[string]string{
	"philosophers-fixed": "label eat 15",
	"courtesy-fixed":     "afterYou 1-2, thanks 1, label walks in 2",
	"timeout-fixed":      "notify 1, notified 1, wake = print Q waited for me: true",
	"bank-fixed":         "transfer 8, goHome 2, balance 10",
	"calculator-fixed":   "square 6, result 5-6",
	"naming-fixed":       "work 8-9, done 8, retire 1",
	"counter-fixed":      "bind 2, bound 2, label added 4, add 4-8",
	"failover-fixed":     "inherit 1, will 1, count 8-9, counted 8, update 0-8, sometimes update",
	"lease-fixed":        "label written 6-8, written 6-8, giveUp = label lent, read = label lent",
	"borrow-fixed":       "borrow 2, lent 2, use 5, used 5, giveBack 2",
	"borrow-contended":   "borrow 2, lent 2, use 5, used 5, giveBack 2",
	"hops-fixed":         "charge 3, charged 3",
	"branches-fixed":     "pay 9, paid 9, add 9, done 9",
	"stock":              "take 6, taken 6, bring 6, brought 6",
	"clientserver-fixed": "connect 3, ready 3, enter 1-2, enter = leave",
	"barrier-fixed":      "arrive 6, leave 6, total 6",
	"rendezvous":         "arrive 3, total 3",
	"fuzzy":              "ready 3, total 3",
	"oneport":            "arrive 3, total 3",
	"snapshot-fixed":     "payment 12, marker 6, closing 6, report 3",
	"election-fixed":     "nominate 5-20, leads 5, stop 5",
	"tokenring-fixed":    "stop 4, enter 12-80, enter = leave",
	"ricart-fixed":       "request 12, reply 12, enter 6, leave 6, done 6",
	"commit-fixed": "outcome 3, finish 3, prepare 0-3, vote 0-3, note 0-1, read 0-1, sometimes prepare, sometimes vote, " +
		"sometimes note, sometimes read, sometimes inquire",
	"wal-fixed":    "deposit 5-6, ask 1, state 6-7",
	"access-fixed": "connect 3, work 2, job 2, enter 2, leave 2, free 5, ok 7",
}

// TestTraffic: a program that works makes each request as often as it is meant to, and never without what protects it.
// That a run ends well does not tell that: it might do nothing.
func TestTraffic(t *testing.T) {
	for _, name := range slices.Sorted(maps.Keys(traffic)) {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			all := counted{}
			for seed := uint64(1); seed <= effort.Of(uint64(30)) && !t.Failed(); seed++ {
				c := counts(t, programs.Find(name), seed)
				for _, want := range strings.Split(traffic[name], ", ") {
					if text := c.misses(want); text != "" {
						t.Errorf("seed %d: %s", seed, text)
					}
				}
				for what, n := range c {
					all["sometimes "+what] += n
				}
			}
			for _, want := range strings.Split(traffic[name], ", ") {
				if strings.HasPrefix(want, "sometimes ") && all[want] == 0 {
					t.Errorf("%s: never", want)
				}
			}
		})
	}
}

// counted is how often something happened in a run.
type counted map[string]int

// misses says in which way the counts are not as "what n" or "what n-m" says.
func (c counted) misses(want string) string {
	if what, other, is := strings.Cut(want, " = "); is {
		if c[what] != c[other] {
			return fmt.Sprintf("%s: %d and %d", want, c[what], c[other])
		}
		return ""
	}
	if strings.HasPrefix(want, "sometimes ") {
		return ""
	}
	i := strings.LastIndexByte(want, ' ')
	what, low, high := want[:i], 0, 0
	if n, _ := fmt.Sscanf(want[i:], "%d-%d", &low, &high); n < 2 {
		high = low
	}
	if n := c[what]; n < low || n > high {
		return fmt.Sprintf("%s: %d", want, n)
	}
	return ""
}

var sending = regexp.MustCompile(`send (\w+)\{`)

// counts makes a run.
func counts(t *testing.T, p *kernel.Program, seed uint64) counted {
	t.Helper()
	c := counted{}
	see := func(e *kernel.Event) {
		if e.Call == nil || e.Phase != 0 {
			return
		}
		if e.Call.Op == kernel.OpLabel {
			c["label "+e.Call.Text]++
			if e.Call.Text == "eat" && held(e.State, e.Actor.Thread) != 2 {
				t.Errorf("seed %d: a philosopher eats with %d forks", seed, held(e.State, e.Actor.Thread))
			}
		} else if m := sending.FindStringSubmatch(trace.Of(event.Of(e)).Action); m != nil {
			c[m[1]]++
		}
	}
	m, err := kernel.New(p, kernel.Config{Seed: seed, MaxSteps: 200_000, Faults: faults[p.Name],
		Tracer: kernel.Tracer{Before: true, Event: see}})
	if err != nil {
		t.Fatal(err)
	}
	defer m.Close()
	m.Run()
	for _, l := range m.World().Console {
		c["print "+l.Text]++
	}
	return c
}

// held is how many mutexes a thread holds.
func held(s *kernel.State, th kernel.ThreadID) (n int) {
	for id := range s.Mutexes.All {
		if s.Mutexes.At(id).Owner == th {
			n++
		}
	}
	return n
}
