package tile_test

import (
	"math/bits"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"machsim/debugger/picture/tile"
	"machsim/debugger/record"
	"machsim/debugger/replay/graph"
	"machsim/debugger/run/runner"
	"machsim/debugger/session"
	"machsim/ipc"
	"machsim/kernel"
	"machsim/programs"
	"machsim/test/effort"
	"machsim/test/randprog"
	"machsim/test/testsession"
)

// eachRun calls a test with sessions of sample programs and of random ones.
func eachRun(t *testing.T, test func(t *testing.T, s *session.Session, rng *rand.Rand)) {
	for i, p := range effort.Some(programs.All, 12) {
		s := testsession.Open(t, p, kernel.Config{Seed: uint64(i), MaxSteps: 1000})
		test(t, s, rand.New(rand.NewPCG(uint64(i), 1)))
	}
	for seed := range effort.Of(uint64(9)) {
		s := testsession.Open(t, randprog.Program(seed, randprog.Large), randprog.Config(seed, 500))
		test(t, s, rand.New(rand.NewPCG(seed, 2)))
	}
	test(t, befallen(t, programs.Find("bank"), kernel.FaultDelay), rand.New(rand.NewPCG(1, 3)))
	test(t, befallen(t, &post, kernel.FaultLoss, kernel.FaultDup, kernel.FaultCut), rand.New(rand.NewPCG(1, 4)))
}

// post is a program that sends datagrams.
var post = kernel.Program{Name: "post", Main: func(b *kernel.Boot) {
	type letter struct{ N int }
	var box, to kernel.Name
	reader := b.Server(b.Host("south"), "reader", func(th *kernel.Thread) {
		for {
			if _, err := kernel.Receive[letter](th, box); err != nil {
				return
			}
		}
	})
	box = b.DatagramPort(reader, "box")
	writer := b.Task(b.Host("north"), "writer", func(th *kernel.Thread) {
		for i := range 12 {
			_ = kernel.Send(th, to, letter{i})
			th.Sleep(3 * kernel.Millisecond)
		}
	})
	to = b.Send(reader, box, writer)
}}

// befallen is a run with faults of some kinds, which befall packets, too.
func befallen(t *testing.T, p *kernel.Program, kinds ...kernel.FaultKind) *session.Session {
	t.Helper()
	o := runner.New(p, 3)
	for _, kind := range kinds {
		o.Faults[kind].Most = 3
	}
	run, data := runner.InMemory(o)
	run.Close()
	rec, err := record.Read(data)
	if err != nil {
		t.Fatal(err)
	}
	s, befell := testsession.OpenRecording(t, o.Program, rec), false
	for _, e := range look(t, s) {
		befell = befell || e.class == tile.Trouble && s.ThreadIn(e.lane) == 0
	}
	if !befell {
		t.Fatal("nothing has befallen a packet")
	}
	return s
}

// seen is what a naive pass knows of an event.
type seen struct {
	lane  int
	time  int64
	class tile.Class
	waits bool
	quiet bool
}

// look makes a pass over all events of a run as they happen.
func look(t *testing.T, s *session.Session) (all []seen) {
	t.Helper()
	err := s.Events(0, s.Len(), func(e *kernel.Event) {
		all = append(all, seen{
			lane: s.LaneAt(int(e.Step) - 1), time: e.Time, class: classOf(e),
			waits: e.Actor.Thread != 0 && !e.Done, quiet: e.Actor.Thread != 0 && isQuiet(e),
		})
	})
	if err != nil {
		t.Fatal(err)
	}
	return all
}

// classOf is the class of an event, from all that is known when it happens.
func classOf(e *kernel.Event) tile.Class {
	halts := slices.ContainsFunc(e.State.Halt.Halted, func(h kernel.HaltedTask) bool { return h.Event == e.Step })
	notes := slices.ContainsFunc(e.State.Notes, func(f kernel.Failure) bool { return f.Step == e.Step })
	switch f := e.State.Failure; {
	case e.Actor.Edited() && e.Fault.Kind == kernel.NoFault, halts, notes, f != nil && f.Step == e.Step:
		return tile.Failure
	case e.Fault.Kind != kernel.NoFault:
		return tile.Trouble
	case e.Actor.Thread == 0:
		return tile.Local
	case e.Done && e.Result.Code != 0:
		return tile.Trouble
	}
	switch e.Call.Op.Class() {
	case kernel.ClassStart, kernel.ClassExit, kernel.ClassMakeThread, kernel.ClassMakeTask:
		return tile.Life
	case kernel.ClassMessage:
		if e.Phase == 0 && e.Call.Opt&ipc.MACH_SEND_MSG != 0 {
			return tile.Send
		}
		return tile.Receive
	case kernel.ClassLock, kernel.ClassTryLock, kernel.ClassUnlock, kernel.ClassJoin, kernel.ClassWait, kernel.ClassSignal:
		return tile.Sync
	case kernel.ClassPrint, kernel.ClassLabel, kernel.ClassSpanEnd, kernel.ClassDisk:
		return tile.Note
	case kernel.ClassEnd, kernel.ClassStop, kernel.ClassStage, kernel.ClassRaise:
		return tile.Trouble
	case kernel.ClassFail:
		return tile.Failure
	}
	return tile.Local
}

// isQuiet says whether nothing came of an event.
func isQuiet(e *kernel.Event) bool {
	failed := e.Call.Op.Class() == kernel.ClassTryLock && e.Done && e.Result.Code == 0 && e.Result.N == 0
	over := e.Done && (e.Result.Code == ipc.MACH_RCV_TIMED_OUT || e.Result.Code == ipc.RCV_TIMED_OUT)
	return failed || over || classOf(e) == tile.Local
}

// TestMarks compares the marks of random windows, of every axis, with counts of all events.
func TestMarks(t *testing.T) {
	drawn := map[tile.Class]int{}
	eachRun(t, func(t *testing.T, s *session.Session, rng *rand.Rand) {
		m, all := tile.Of(s), look(t, s)
		for _, axis := range []tile.Axis{tile.Recorded, tile.Folded, tile.Virtual} {
			for range 2 {
				w := window(m, s, axis, rng)
				x := coordinates(axis, s, all)
				for i, row := range m.Tile(w) {
					for k, got := range row {
						want := naive(s, all, x, w, w.Rows[i], k)
						if got != want {
							t.Fatalf("%s seed %d, %s, %+v: row %d, bin %d is %06b, not %06b",
								s.Program.Name, s.Rec.Seed, axis, w, i, k, got, want)
						}
						if got&7 > 0 {
							drawn[tile.Class(got>>3)]++
						}
					}
				}
			}
		}
	})
	for c := range tile.NumClasses {
		if drawn[c] == 0 && !testing.Short() { // few runs do not have all
			t.Errorf("no mark is %s", c)
		}
	}
}

// window is a random window, in which each lane is in some row.
func window(m *tile.Map, s *session.Session, axis tile.Axis, rng *rand.Rand) tile.Window {
	from, to := m.Extent(axis)
	w := tile.Window{Axis: axis, From: from + rng.Int64N(to-from+1), Bins: 1 + rng.IntN(60)}
	w.Step = 1 + rng.Int64N(1+(to-w.From)/int64(w.Bins))
	for lane := range s.Lanes() {
		if n := len(w.Rows); n > 0 && rng.IntN(4) == 0 {
			w.Rows[n-1] = append(w.Rows[n-1], lane)
		} else {
			w.Rows = append(w.Rows, []int{lane})
		}
	}
	return w
}

// coordinates are those of all events; -1 of one that is folded.
func coordinates(axis tile.Axis, s *session.Session, all []seen) []int64 {
	x := make([]int64, len(all))
	last := map[int]int{}
	n := int64(0)
	for i, e := range all {
		switch axis {
		case tile.Recorded:
			x[i] = int64(i)
		case tile.Virtual:
			x[i] = e.time
		case tile.Folded:
			x[i] = n
			before, ok := last[e.lane]
			after := slices.IndexFunc(all[i+1:], func(o seen) bool { return o.lane == e.lane })
			if ok && after >= 0 && all[before].quiet && e.quiet && all[i+1+after].quiet {
				x[i] = -1
			} else {
				n++
			}
		}
		last[e.lane] = i
	}
	return x
}

// naive is the mark of a bin of some lanes, by a pass over all events.
func naive(s *session.Session, all []seen, x []int64, w tile.Window, lanes []int, k int) tile.Mark {
	lo, hi := w.From+int64(k)*w.Step, w.From+int64(k+1)*w.Step
	first := firstFrom(x, lo)
	n, best, life, end := 0, tile.Local, 0, firstFrom(x, hi)
	for _, lane := range lanes {
		count := 0
		for i := first; i < end; i++ {
			if all[i].lane == lane {
				count++
				best = max(best, all[i].class)
			}
		}
		n += count
		if count == 0 && first < end {
			life = max(life, living(s, all, lane, first))
		}
	}
	if n > 0 {
		return tile.Mark(int(best)<<3 | min(bits.Len(uint(n)), tile.MaxDensity))
	}
	return tile.Mark(life << 3)
}

// firstFrom is the first event that is not folded and not before a coordinate.
func firstFrom(x []int64, from int64) int {
	for i := range x {
		if x[i] >= 0 && x[i] >= from {
			return i
		}
	}
	return len(x)
}

// living is how the thread of a lane lives between the events before one and those from it on: 0 not at all, 1 it
// waits, 2 it goes on.
func living(s *session.Session, all []seen, lane, event int) int {
	id := s.ThreadIn(lane)
	if id == 0 || s.MakerOf(id) > event {
		return 0
	}
	waits, later := false, false
	for i, e := range all {
		if e.lane == lane && i < event {
			waits = e.waits
		}
		later = later || e.lane == lane && i >= event
	}
	ended := s.Final().Threads.At(uint32(id)).Status == kernel.Ended
	ender := -1
	s.Ends(func(at int, gone kernel.ThreadID) {
		if gone == id {
			ender = at
		}
	})
	switch {
	case ended && ender < 0 && !later, ended && ender >= 0 && event > ender:
		return 0
	case waits:
		return 1
	}
	return 2
}

// TestPack reads packed rows again.
func TestPack(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 1))
	for range effort.Of(100) {
		var marks []tile.Mark
		for range rng.IntN(20) {
			marks = append(marks, slices.Repeat([]tile.Mark{tile.Mark(rng.IntN(64))}, 1+rng.IntN(1<<rng.IntN(12)))...)
		}
		text := tile.Pack(marks)
		if got := unpack(text); !slices.Equal(got, marks) {
			t.Fatalf("%v is packed as %q, which is %v", marks, text, got)
		}
	}
}

// unpack reads what Pack has written, as the page does.
func unpack(text string) (marks []tile.Mark) {
	const letters = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_"
	const digits = "!#$%()*+,./:;=?@"
	for i := 0; i < len(text); {
		mark, more := tile.Mark(strings.IndexByte(letters, text[i])), 0
		for i++; i < len(text) && strings.IndexByte(digits, text[i]) >= 0; i++ {
			more = more*16 + strings.IndexByte(digits, text[i])
		}
		marks = append(marks, slices.Repeat([]tile.Mark{mark}, more+1)...)
	}
	return marks
}

// TestCone compares the past and the future of events with the causal order of all pairs.
func TestCone(t *testing.T) {
	eachRun(t, func(t *testing.T, s *session.Session, rng *rand.Rand) {
		m, g := tile.Of(s), testsession.Graph(s)
		for range 3 {
			event := rng.IntN(s.Len())
			past, future := make([]int, s.Lanes()), make([]int, s.Lanes())
			for e := range s.Len() {
				lane := s.LaneAt(e)
				if g.Before(e, event) {
					past[lane] = e + 1
				}
				if future[lane] == 0 && g.Before(event, e) {
					future[lane] = e + 1
				}
			}
			if c := m.Cone(event); !slices.Equal(c.Past, past) || !slices.Equal(c.Future, future) {
				t.Fatalf("%s, event %d: %v %v, not %v %v", s.Program.Name, event+1, c.Past, c.Future, past, future)
			}
		}
	})
}

// TestArrows compares the messages among the arrows with the results of the receiving calls, and wants the rest to be
// counted when there are too many.
func TestArrows(t *testing.T) {
	kinds, lost := map[string]int{}, 0
	eachRun(t, func(t *testing.T, s *session.Session, rng *rand.Rand) {
		var want []tile.Arrow
		err := s.Events(0, s.Len(), func(e *kernel.Event) {
			if e.Done && e.Actor.Thread != 0 && e.Result.Code == 0 && e.Result.Msg != nil &&
				e.Call.Opt&ipc.MACH_RCV_MSG != 0 && e.Result.N > 0 {
				from, to := int(e.Result.N), int(e.Step)
				want = append(want, tile.Arrow{Kind: "message", From: from, To: to,
					FromLane: s.LaneAt(from - 1), ToLane: s.LaneAt(to - 1)})
			}
			if e.Fault.Kind.Loses() && e.Msg.Sent > 0 {
				from, to := int(e.Msg.Sent), int(e.Step)
				want, lost = append(want, tile.Arrow{Kind: "message", From: from, To: to,
					FromLane: s.LaneAt(from - 1), ToLane: s.LaneAt(to - 1)}), lost+1
			}
		})
		if err != nil {
			t.Fatal(err)
		}
		m := tile.Of(s)
		all := m.Arrows(0, s.Len(), 1<<20)
		got := slices.DeleteFunc(slices.Clone(all.Rows), func(a tile.Arrow) bool { return a.Kind != "message" || a.To == 0 })
		if !slices.Equal(got, want) {
			t.Fatalf("%s: the messages are %v, not %v", s.Program.Name, got, want)
		}
		for _, a := range all.Rows {
			kinds[a.Kind]++
		}
		some := m.Arrows(0, s.Len(), 5)
		if len(some.Rows)+some.Left != len(all.Rows) || len(some.Rows) > 5 {
			t.Fatalf("%d arrows and %d left out are not %d", len(some.Rows), some.Left, len(all.Rows))
		}
	})
	if lost == 0 {
		t.Error("no message was lost")
	}
	for _, kind := range []string{"message", "fork", "wake", "lock"} {
		if kinds[kind] == 0 && !testing.Short() {
			t.Errorf("there was no arrow of a %s", kind)
		}
	}
}

// TestLegal compares the least and the greatest legal position of random cuts with all consistent cuts of small runs.
func TestLegal(t *testing.T) {
	for seed := range effort.Of(uint64(8)) {
		p := randprog.Program(seed, randprog.Size{Hosts: 1, Tasks: 2, Threads: 2, Calls: 3})
		s := testsession.Open(t, p, kernel.Config{Seed: seed, MaxSteps: 14})
		rng, g := rand.New(rand.NewPCG(seed, 3)), testsession.Graph(s)
		legal := allCuts(g)
		for range 10 {
			cut := g.Start()
			for i := range cut {
				cut[i] = uint32(rng.IntN(s.LaneLen(i) + 1))
			}
			up, down := g.All(), g.Start()
			for _, c := range legal {
				if cut.Within(c) {
					up = meet(up, c, func(a, b uint32) uint32 { return min(a, b) })
				}
				if c.Within(cut) {
					down = meet(down, c, func(a, b uint32) uint32 { return max(a, b) })
				}
			}
			least, greatest := s.Legal(cut)
			if !slices.Equal(least.Cut, up) || !slices.Equal(greatest.Cut, down) {
				t.Fatalf("seed %d, cut %v: %v and %v, not %v and %v", seed, cut, least.Cut, greatest.Cut, up, down)
			}
		}
	}
}

// allCuts are all consistent cuts of a run.
func allCuts(g *graph.Graph) (all []graph.Cut) {
	var grow func(c graph.Cut, lane int)
	grow = func(c graph.Cut, lane int) {
		if lane == len(c) {
			if g.Consistent(c) {
				all = append(all, c.Clone())
			}
			return
		}
		for n := range g.Tape.Lanes[lane].Len() + 1 {
			c[lane] = uint32(n)
			grow(c, lane+1)
		}
		c[lane] = 0
	}
	grow(g.Start(), 0)
	return all
}

func meet(c, d graph.Cut, f func(a, b uint32) uint32) graph.Cut {
	e := c.Clone()
	for i := range e {
		e[i] = f(c[i], d[i])
	}
	return e
}

// TestOverview wants the counts of an overview to be those of one row with all lanes.
func TestOverview(t *testing.T) {
	eachRun(t, func(t *testing.T, s *session.Session, rng *rand.Rand) {
		m := tile.Of(s)
		lanes := make([]int, s.Lanes())
		for i := range lanes {
			lanes[i] = i
		}
		bins := 1 + rng.IntN(2*s.Len())
		o := m.Overview(tile.Recorded, bins, lanes)
		counts := make([]int, bins)
		for e := range s.Len() {
			k := bins - 1
			for k > 0 && int64(s.Len())*int64(k)/int64(bins) > int64(e) {
				k--
			}
			counts[k]++
		}
		if most := slices.Max(counts); o.Most != most {
			t.Fatalf("the fullest of %d bins of %d events has %d events, not %d", bins, s.Len(), o.Most, most)
		}
		for k, n := range counts {
			if want := n * 255 / o.Most; n > 0 && int(o.Full[k]) != max(want, 1) || n == 0 && o.Full[k] != 0 {
				t.Fatalf("bin %d with %d of %d events is %d", k, n, o.Most, o.Full[k])
			}
		}
	})
}

// TestPick compares the most important events of random parts, and neighbours in lanes, with a pass over all events.
func TestPick(t *testing.T) {
	eachRun(t, func(t *testing.T, s *session.Session, rng *rand.Rand) {
		m, all := tile.Of(s), look(t, s)
		for range 10 {
			from := rng.IntN(len(all))
			to := from + rng.IntN(len(all)-from+1)
			lanes := []int{rng.IntN(s.Lanes()), rng.IntN(s.Lanes())}
			best, before, after := -1, from, from
			for i, e := range all {
				switch {
				case !slices.Contains(lanes, e.lane):
					continue
				case i < from:
					before = i
				case i > from && after == from:
					after = i
				}
				if i >= from && i < to && (best < 0 || e.class > all[best].class) {
					best = i
				}
			}
			if got := m.Pick(tile.Recorded, int64(from), int64(to), lanes); got != best {
				t.Fatalf("%s: the most important of %d to %d in lanes %v is %d, not %d", s.Program.Name, from, to, lanes, got, best)
			}
			if b, a := m.Neighbour(from, -1, lanes), m.Neighbour(from, 1, lanes); b != before || a != after {
				t.Fatalf("%s: beside %d in lanes %v are %d and %d, not %d and %d", s.Program.Name, from, lanes, b, a, before, after)
			}
		}
	})
}
