package halting_test

import (
	"bytes"
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"machsim/debugger/record"
	"machsim/debugger/run/runner"
	"machsim/debugger/session"
	"machsim/debugger/study/halting"
	"machsim/kernel"
	"machsim/programs"
	"machsim/test/effort"
	"machsim/test/testsession"
)

// TestEveryProgram halts runs of every program by calls that they make, and checks what
// comes of it: each run replays, every process has halted or ended, after those whose names
// its marker carries, and none is short of the first state if one process alone decides.
func TestEveryProgram(t *testing.T) {
	runs, halts := 0, 0
	seeds := effort.Of(uint64(3))
	for _, p := range programs.All {
		for seed := range seeds {
			rng := rand.New(rand.NewPCG(seed, 5))
			s := testsession.Open(t, p, kernel.Config{Seed: seed, MaxSteps: 1500})
			for parts := 1; parts <= 3; parts++ {
				text := calls(s, rng, parts)
				r, err := halting.Run(s, text, halting.Options{Seed: seed + 50})
				if err != nil {
					t.Fatalf("%s, seed %d: %s: %v", p.Name, seed, text, err)
				}
				runs++
				if r.Run.Outcome == kernel.Halted {
					halts++
					sound(t, r, parts == 1)
				}
				replays(t, p, r.File)
				r.Run.Close()
			}
		}
	}
	t.Logf("%d of %d runs were halted", halts, runs)
	if halts < runs/3 {
		t.Errorf("only %d of %d runs were halted", halts, runs)
	}
}

// calls is a predicate of calls that are made in the run, one after the other.
func calls(s *session.Session, rng *rand.Rand, parts int) string {
	var all []string
	from := 0
	for range parts {
		event := from + rng.IntN(max(1, (s.Len()-from)/2))
		from = event
		lane := testsession.Graph(s).Tape.Lane(event)
		for testsession.Graph(s).Tape.Lanes[lane].Thread == 0 {
			event = rng.IntN(s.Len())
			lane = testsession.Graph(s).Tape.Lane(event)
		}
		c, _, _ := testsession.Graph(s).Tape.Call(lane,
			testsession.Graph(s).Tape.Lanes[lane].CallOf(testsession.Graph(s).Tape.Nth(event)))
		all = append(all, fmt.Sprintf("call %s by thread %q", c.Op,
			s.Final().ThreadName(testsession.Graph(s).Tape.Lanes[lane].Thread)))
	}
	return strings.Join(all, " -> ")
}

// sound checks a run that was halted.
func sound(t *testing.T, r *halting.Result, alone bool) {
	t.Helper()
	at := map[string]uint64{}
	for _, p := range r.Processes {
		at[p.Name] = p.Event
		if alone && p.Past < 0 {
			t.Errorf("%s: %s is %d events short of the first state", r.Predicate, p.Name, -p.Past)
		}
	}
	for _, p := range r.Processes {
		for before := range strings.SplitSeq(p.Path, ", ") {
			if before != "" && before != "the debugger" && (at[before] == 0 || at[before] >= p.Event) {
				t.Errorf("%s: %s halted at event %d after %s, which halted at event %d", r.Predicate, p.Name, p.Event, before,
					at[before])
			}
		}
	}
	if r.Exact == nil && alone {
		t.Errorf("%s: halted, though no state satisfies it", r.Predicate)
	}
	if err := r.Run.State.Check(); err != nil {
		t.Errorf("%s: %v", r.Predicate, err)
	}
}

func replays(t *testing.T, p *kernel.Program, file []byte) {
	t.Helper()
	rec, err := record.Read(file)
	if err != nil {
		t.Fatal(err)
	}
	o := runner.Replay(p, rec)
	run := runner.Do(o)
	run.Close()
	if res := o.Replayed().Result(run.Ending()); !res.Identical() {
		t.Fatalf("%s: the replay departs: %+v", p.Name, res.Divergence)
	}
}

// TestPast compares the counts of a result with the exact state: of a run that is halted at
// once, by many seeds of the markers, the least is nothing past it.
func TestPast(t *testing.T) {
	s := testsession.Open(t, programs.Find("bank"), kernel.Config{Seed: 9})
	least, most := 1000, 0
	for seed := range uint64(40) {
		r, err := halting.Run(s, "bank.balance[1] > 101", halting.Options{Seed: seed})
		if err != nil {
			t.Fatal(err)
		}
		past := 0
		for _, p := range r.Processes {
			past += p.Past
		}
		least, most = min(least, past), max(most, past)
		r.Run.Close()
	}
	if least > 3 || most == least {
		t.Errorf("the processes ran between %d and %d events past the first state", least, most)
	}
}

// TestRefused sees what markers cannot detect, and the mistakes of predicates.
func TestRefused(t *testing.T) {
	s := testsession.Open(t, programs.Find("bank"), kernel.Config{Seed: 9})
	for text, want := range map[string]string{
		"bank.balance[1] > 101 and after receive by teller1.1": "markers can detect",
		"possibly(bank.balance[1] > 101)":                      "markers can detect",
		"simultaneous(bank.balance[1] > 101)":                  "asked of a recording",
		"send by bank -> receive by bank without send by bank": "none can tell that something has not",
		"bank.balence[1] > 101":                                "balance",
		"once bank.balance[1] > 101":                           "assertion about time",
	} {
		if _, err := halting.Run(s, text, halting.Options{}); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v", text, err)
		}
	}
}

// TestHaltedAnyway halts a run by two events that no message orders but the markers do, and
// sees that said.
func TestHaltedAnyway(t *testing.T) {
	s := testsession.Open(t, programs.Find("timeout-fixed"), kernel.Config{Seed: 30165})
	for seed := range uint64(30) {
		r, err := halting.Run(s, "call mach_msg by b.q -> call mach_msg by p.1", halting.Options{Seed: seed})
		if err != nil {
			t.Fatal(err)
		}
		var b bytes.Buffer
		r.Print(&b)
		r.Run.Close()
		if r.Exact == nil && r.Run.Outcome == kernel.Halted {
			if !strings.Contains(b.String(), "never satisfies it, and has halted all the same") {
				t.Errorf("seed %d:\n%s", seed, b.String())
			}
			return
		}
	}
	t.Error("no seed halts a run that never satisfies the predicate")
}

// TestPrint prints a run that is halted, one that never satisfies the predicate.
func TestPrint(t *testing.T) {
	s := testsession.Open(t, programs.Find("bank"), kernel.Config{Seed: 9})
	for text, want := range map[string]string{
		"bank.balance[1] > 101": `  predicate 1 of 1 was met by bank.1, at event 254
  the first state that satisfies it holds 246 events of the recorded run:
    bank.1.balance[1] > 101 (bank.1.balance[1] is 103) since event 252
  process         halted at  its events  past the first state  halted before it
  bank            event 254  67          0                     none: it met the predicate
  teller2         event 256  39          0                     bank, the debugger
  teller1         event 257  44          0                     bank, the debugger
  netname-vault   event 258  19          1                     bank, the debugger
  netname-office  event 260  26          2                     bank, the debugger
  left in the channels:
    bank: 2 halt markers
    teller1.1.p1: balance{Amount:97} from bank.1
`,
		"bank.balance[1] > 1000": "  the run never satisfies it\n",
	} {
		r, err := halting.Run(s, text, halting.Options{Seed: 4})
		if err != nil {
			t.Fatal(err)
		}
		var b bytes.Buffer
		r.Print(&b)
		if b.String() != want {
			t.Errorf("%s:\n%s", text, b.String())
		}
		r.Run.Close()
	}
}
