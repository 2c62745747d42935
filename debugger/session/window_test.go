package session_test

import (
	"bytes"
	"fmt"
	"math/rand/v2"
	"regexp"
	"strings"
	"testing"

	"machsim/debugger/event/waitfor"
	"machsim/debugger/record"
	"machsim/debugger/replay/engine"
	"machsim/debugger/replay/graph"
	"machsim/debugger/replay/rebuild"
	"machsim/debugger/rows"
	"machsim/debugger/run/runner"
	"machsim/debugger/session"
	"machsim/kernel"
	"machsim/test/effort"
	"machsim/test/randprog"
	"machsim/test/testsession"
)

// windowed is a run that was opened twice: whole, and as a window.
type windowed struct {
	whole, part *session.Session
	live        bool      // the part is a run that goes on
	first       int       // the events before the window
	base        graph.Cut // those of each lane
	same        bool      // they are of one recording
}

// openWindow opens the events of a run after as many as are chosen.
func openWindow(t *testing.T, p *kernel.Program, cfg kernel.Config, choose func(events int) int) *windowed {
	t.Helper()
	x := &windowed{whole: testsession.Open(t, p, cfg)}
	x.first = choose(x.whole.Len())
	part, err := session.Open(p, x.whole.Rec, session.Options{Window: session.Window{From: uint64(x.first) + 1}})
	must(t, err)
	t.Cleanup(part.Close)
	x.part, x.base = part, x.whole.After(x.first).Cut
	return x
}

// both is a cut of the window in the whole run, which may have more lanes.
func (x *windowed) both(cut graph.Cut) graph.Cut {
	all := x.base.Clone()
	whole, part := testsession.Graph(x.whole).Tape, testsession.Graph(x.part).Tape
	for lane, n := range cut {
		if n > 0 {
			all[whole.LaneLike(&part.Lanes[lane])] += n
		}
	}
	return all
}

// seen is all that is said of where a Session stands, but for what counts events from the beginning of what it has and,
// for a live run, what depends on whether there will be more events.
func seen(t *testing.T, s *session.Session, live bool) string {
	t.Helper()
	var b strings.Builder
	st := s.State()
	fmt.Fprintln(&b, s.Done(), st.Hash, st.Steps, st.Now, s.Format(s.Position()))
	for _, place := range s.Where() {
		e, rest := s.Explain(&place), s.Rest(place.Thread)
		if live {
			place.Hold, place.Ender, e, rest = 0, 0, waitfor.Explanation{}, ""
		}
		place.Row.Threads, place.Row.Tasks, place.Call.More = nil, nil, nil
		place.Done, place.Of = 0, place.Of-place.Done
		fmt.Fprintln(&b, kernel.FrameAt(place.Row.HeldPC)) // it may have another number
		place.Row.HeldPC = 0
		fmt.Fprintf(&b, "%+v %+v %q\n", place, e, rest)
	}
	fmt.Fprintln(&b, s.Blocked(), s.Delays())
	if !live {
		fmt.Fprintln(&b, s.Suspended(func(*rows.Place) bool { return false }))
	}
	fmt.Fprintln(&b, s.Ports(), s.Messages(), s.Tasks(), s.Hosts(), s.Mutexes(), s.Conditions(), s.Timers(), s.Packets())
	threads, err := s.Threads()
	must(t, err)
	for id := range st.Threads.All {
		id := kernel.ThreadID(id)
		fmt.Fprintln(&b, threads.Has(id), threads.Stack(id))
		for _, v := range threads.Variables(id) {
			fmt.Fprintln(&b, v.Name, address.ReplaceAllString(fmt.Sprint(v.Value), "&"))
		}
	}
	return b.String()
}

// address is where something lies in memory.
var address = regexp.MustCompile(`0x[0-9a-f]{6,}`)

// TestWindow opens random runs whole, and from a random event on. At random positions of the window, in recorded order
// and others, all that is said is the same in both; so is the causal order.
func TestWindow(t *testing.T) {
	held := 0
	for seed := range effort.Of(uint64(12)) {
		rng := rand.New(rand.NewPCG(seed, 42))
		x := openWindow(t, randprog.Program(seed, randprog.Large), randprog.Config(seed, 600), func(events int) int {
			return rng.IntN(events)
		})
		if x.part.First() != x.first || x.part.Len() != x.whole.Len() || x.part.Lanes() != x.whole.Lanes() {
			t.Fatalf("seed %d: %d to %d in %d lanes", seed, x.part.First(), x.part.Len(), x.part.Lanes())
		}
		held += x.compare(t, seed, rng)
	}
	if held == 0 {
		t.Error("no message was held")
	}
}

// compare compares what is said at random positions of the window, in recorded order and others, and the causal order.
// It returns how many messages were held there.
func (x *windowed) compare(t *testing.T, seed uint64, rng *rand.Rand) (held int) {
	t.Helper()
	x.order(t, seed)
	for range 6 {
		x.at(t, seed, x.part.After(x.first+rng.IntN(x.part.Len()-x.first+1)).Cut)
		cut := x.part.Start().Cut
		for range 1 + rng.IntN(3) {
			cut = testsession.Graph(x.part).Grow(cut, x.first+rng.IntN(x.part.Len()-x.first))
		}
		x.at(t, seed, cut)
		held += len(x.part.State().IPC.Held)
	}
	x.at(t, seed, x.part.Start().Cut)
	return held
}

func (x *windowed) at(t *testing.T, seed uint64, cut graph.Cut) {
	t.Helper()
	must(t, x.whole.MoveTo(graph.At(x.both(cut))))
	must(t, x.part.MoveTo(graph.At(cut)))
	if a, b := seen(t, x.whole, x.live), seen(t, x.part, x.live); a != b {
		of, in := differ(a, b)
		t.Errorf("seed %d from %d at %s:\nwhole  %s\nwindow %s", seed, x.first, x.part.Format(graph.At(cut)), of, in)
	}
}

// order compares the least positions that hold events, and the greatest that do not.
func (x *windowed) order(t *testing.T, seed uint64) {
	t.Helper()
	for e := x.first; e < x.part.Len(); e += 7 {
		least, greatest := x.whole.Least(e).Cut, x.whole.Greatest(e).Cut
		for lane, n := range x.base {
			least[lane] = max(least[lane], n)
			greatest[lane] = max(greatest[lane], n)
		}
		if a, b := fmt.Sprint(least), fmt.Sprint(x.both(x.part.Least(e).Cut)); a != b {
			t.Errorf("seed %d from %d: least of %d is %s, not %s", seed, x.first, e+1, b, a)
		}
		if a, b := fmt.Sprint(greatest), fmt.Sprint(x.both(x.part.Greatest(e).Cut)); a != b {
			t.Errorf("seed %d from %d: greatest without %d is %s, not %s", seed, x.first, e+1, b, a)
		}
	}
}

// TestRequestToFullPort goes to where a random run has not made room in a queue yet, but a call for whose packet it was
// made is to be answered.
func TestRequestToFullPort(t *testing.T) {
	s := testsession.Open(t, randprog.Program(137, randprog.Large), randprog.Config(137, 600))
	p, err := s.Parse("118&149&310&150&308&329&190&335&181&177&337&144&147&198")
	must(t, err)
	must(t, s.MoveTo(p))
	if made := 187; !s.Holds(made - 1) {
		t.Errorf("%s does not hold event %d, which makes room", s.Format(s.Position()), made)
	}
}

// differ returns the first lines in which two texts differ.
func differ(a, b string) (ofA, ofB string) {
	more := strings.Split(b, "\n")
	for i, line := range strings.Split(a, "\n") {
		if i == len(more) || line != more[i] {
			return line, strings.Join(more[i:min(i+1, len(more))], "")
		}
	}
	return "", strings.Join(more, "\n")
}

// TestWindowAtBeginning goes back to where a window begins: there is nothing before it.
func TestWindowAtBeginning(t *testing.T) {
	x := openWindow(t, randprog.Program(3, randprog.Large), randprog.Config(3, 600), func(int) int { return 100 })
	s := x.part
	must(t, s.MoveTo(s.After(103)))
	if at := s.Backwards(10); !at.Equal(s.Start()) {
		t.Errorf("ten events back from 103 is %s", s.Format(at))
	}
	if _, err := s.Parse("99"); err == nil || !strings.Contains(err.Error(), "begins after event 100") {
		t.Errorf("there is a position 99: %v", err)
	}
	p, err := s.Parse("100")
	must(t, err)
	must(t, s.MoveTo(p))
	if s.Done() != 100 || s.State().Steps != 100 {
		t.Errorf("the start is after event %d, of %d steps", s.Done(), s.State().Steps)
	}
}

// TestConditionsInWindow asks for conditions at random positions of windows: they hold there as in the whole run.
func TestConditionsInWindow(t *testing.T) {
	held, not := 0, 0
	for seed := range effort.Of(uint64(8)) {
		rng := rand.New(rand.NewPCG(seed, 43))
		x := openWindow(t, randprog.Program(seed, randprog.Large), randprog.Config(seed, 500), func(events int) int {
			return rng.IntN(events)
		})
		for _, text := range conditions(t, x.part, rng) {
			whole, err := x.whole.Predicate(text)
			must(t, err)
			part, err := x.part.Predicate(text)
			must(t, err)
			for range 6 {
				cut := x.part.After(x.first + rng.IntN(x.part.Len()-x.first+1)).Cut
				if rng.IntN(2) == 0 {
					cut = testsession.Graph(x.part).Grow(x.part.Start().Cut, x.first+rng.IntN(x.part.Len()-x.first))
				}
				of, in := whole.Holds(graph.At(x.both(cut))) != nil, part.Holds(graph.At(cut)) != nil
				if of != in {
					t.Errorf("seed %d from %d: %s at %s: %v, in the window %v", seed, x.first, text,
						x.part.Format(graph.At(cut)), of, in)
				}
				if in {
					held++
				} else {
					not++
				}
			}
		}
	}
	if held == 0 || not == 0 {
		t.Errorf("%d held, %d did not", held, not)
	}
}

// conditions are some on what the threads show, and on where they are.
func conditions(t *testing.T, s *session.Session, rng *rand.Rand) (all []string) {
	t.Helper()
	shown, err := s.Predicates().Shown()
	must(t, err)
	for range min(3, len(shown)) {
		v := shown[rng.IntN(len(shown))].Name
		all = append(all, fmt.Sprintf("%s > %d", v, rng.IntN(4)), fmt.Sprintf("not (%s = %d)", v, rng.IntN(4)))
	}
	if len(all) > 2 {
		all = append(all, all[0]+" and "+all[len(all)-1])
	}
	return append(all, "blocked", "not blocked", "blocked receive", "receive", "not lock",
		"count of (blocked receive) > 1")
}

// forks makes forks at random positions of what both have, in recorded order and others, with random changes, and forks
// of these: both go on as one, and what is said of them is the same.
func (x *windowed) forks(t *testing.T, seed uint64, rng *rand.Rand, made map[string]int) {
	t.Helper()
	for deep := range 3 {
		cut := x.part.After(x.first + rng.IntN(x.part.Len()-x.first+1)).Cut
		if rng.IntN(3) == 0 {
			cut = testsession.Graph(x.part).Grow(x.part.Start().Cut, x.first+rng.IntN(x.part.Len()-x.first))
		}
		must(t, x.whole.MoveTo(graph.At(x.both(cut))))
		must(t, x.part.MoveTo(graph.At(cut)))
		b := session.Branch{Seed: rng.Uint64() % 100, File: "parent.rec"}
		if all := possible(t, x.part); rng.IntN(2) == 0 && len(all) > 0 {
			b.Edits = []kernel.Edit{all[rng.IntN(len(all))]}
			_, b.Along = x.part.Prefix(x.part.Position())
			made["edits"]++
		}
		of, want, wrong := x.whole.Branch(b, session.Options{})
		in, got, err := x.part.Branch(b, session.Options{})
		if fmt.Sprint(wrong) != fmt.Sprint(err) {
			t.Fatalf("seed %d from %d: a fork at %s: %v, in the whole run %v", seed, x.first, x.part.Format(graph.At(cut)),
				err, wrong)
		}
		if err != nil {
			made["refused"]++
			continue
		}
		t.Cleanup(of.Close)
		t.Cleanup(in.Close)
		if of.Rec.MaxSteps != in.Rec.MaxSteps && of.Final().Steps >= min(of.Rec.MaxSteps, in.Rec.MaxSteps) {
			made["given up"]++ // each at a limit of its own
			continue
		}
		if x.same && !bytes.Equal(want, got) {
			t.Fatalf("seed %d from %d: a fork at %s is recorded otherwise than that of the whole run", seed, x.first,
				x.part.Format(graph.At(cut)))
		}
		x = &windowed{whole: of, part: in, first: x.first, base: of.After(x.first).Cut, same: x.same}
		made[fmt.Sprint("deep ", deep)]++
		x.compare(t, seed, rng)
		x.saved(t, want, got, seed, rng, made)
	}
}

// saved opens the file of a fork, which needs no other, and compares it with that of the fork of the whole run.
func (x *windowed) saved(t *testing.T, want, got []byte, seed uint64, rng *rand.Rand, made map[string]int) {
	t.Helper()
	opened := func(file []byte, from int) *session.Session {
		rec, err := record.Read(file)
		must(t, err)
		s, err := session.Open(x.part.Program, rec, session.Options{Window: session.Window{From: uint64(from)}})
		must(t, err)
		t.Cleanup(s.Close)
		return s
	}
	y := &windowed{whole: opened(want, 0)}
	for _, from := range []int{1 + rng.IntN(y.whole.Len()), 0} {
		y.part = opened(got, from)
		y.first = y.part.First()
		if y.base = y.whole.After(y.first).Cut; y.part.Len() > y.first {
			y.compare(t, seed, rng)
		}
	}
	switch {
	case y.part.Rec.Dropped == 0:
		made["whole"]++
	case session.Resumes(y.part):
		made["resumed"]++
	default:
		t.Errorf("seed %d from %d: the fork's file has no picture that fits", seed, x.first)
	}
	if session.Resumes(y.part) {
		y.further(t, seed, rng, opened)
		made["further"]++
	}
}

// further makes a fork of a fork's file, which begins at a picture in it, and the same one of that of the whole run.
func (x *windowed) further(t *testing.T, seed uint64, rng *rand.Rand, opened func([]byte, int) *session.Session) {
	t.Helper()
	p, rec := x.part.Program, x.part.Rec
	at := rec.Dropped + rng.Uint64N(rec.Events-rec.Dropped+1)
	if n := rng.IntN(3); n < 2 {
		at = []uint64{rec.Dropped, rec.Events}[n]
	}
	var ends [2]string
	var y windowed
	for i, s := range []*session.Session{x.whole, x.part} {
		o, err := rebuild.Follow(p, s.Rec, "fork.rec", at, seed+5, nil)
		must(t, err)
		if i == 1 && o.Left() != (at == rec.Dropped) {
			t.Errorf("seed %d: after event %d of %d to %d it has left: %t", seed, at, rec.Dropped, rec.Events, o.Left())
		}
		run, file := runner.InMemory(o)
		run.Close()
		must(t, run.Err)
		if ends[i] = run.Ending().String(); !run.Followed().Left() {
			t.Fatalf("seed %d: it does not leave after event %d of %d: %s", seed, at, rec.Events, ends[i])
		}
		y.whole, y.part = y.part, opened(file, 0)
	}
	if y.first = y.part.First(); ends[0] != ends[1] || !session.Resumes(y.part) {
		t.Errorf("seed %d: left after event %d it is %s, and of the whole run %s", seed, at, ends[1], ends[0])
	}
	if y.base = y.whole.After(y.first).Cut; y.part.Len() > y.first {
		y.compare(t, seed, rng)
	}
	stop := make(chan struct{})
	close(stop)
	if _, err := rebuild.Follow(p, rec, "fork.rec", at, seed, stop); err != engine.ErrStopped {
		t.Errorf("seed %d: it is stopped, and says %v", seed, err)
	}
	if _, err := rebuild.Follow(p, rec, "fork.rec", rec.Dropped-1, seed, nil); err == nil {
		t.Errorf("seed %d: it leaves before event %d, which was dropped", seed, rec.Dropped)
	}
}

// TestForksInWindow makes forks in windows of whole runs: they are those of the whole runs, byte for byte.
func TestForksInWindow(t *testing.T) {
	made := map[string]int{}
	for seed := range effort.Of(uint64(12)) {
		rng := rand.New(rand.NewPCG(seed, 46))
		x := openWindow(t, randprog.Program(seed, randprog.Large), randprog.Config(seed, 600), func(events int) int {
			return rng.IntN(events)
		})
		x.same = true
		x.forks(t, seed, rng, made)
	}
	t.Log(made)
	for _, what := range []string{"edits", "deep 1", "deep 2", "whole"} {
		if made[what] == 0 && effort.Of(12) > 5 {
			t.Errorf("none: %s", what)
		}
	}
}

// TestRestartedBeforeWindow: a host was started again before a window begins. What it runs since is brought to any
// position of the window.
func TestRestartedBeforeWindow(t *testing.T) {
	counts := func(name string, n int) func(*kernel.Thread) {
		return func(th *kernel.Thread) {
			if name == "operator" {
				kernel.Must(th.CrashHost("south"))
				kernel.Must(th.RestartHost("south"))
			}
			i := 0
			for th.Watch(name, &i); i < n; i++ {
				th.Yield()
			}
		}
	}
	p := &kernel.Program{Name: "restarts", Main: func(b *kernel.Boot) {
		north, south := b.Host("north"), b.Host("south")
		b.OnRestart(south, counts("init", 60))
		b.Task(north, "operator", counts("operator", 60))
	}}
	for seed := range effort.Of(uint64(4)) {
		x := openWindow(t, p, kernel.Config{Seed: seed}, func(events int) int { return events / 2 })
		x.compare(t, seed, rand.New(rand.NewPCG(seed, 44)))
	}
}
