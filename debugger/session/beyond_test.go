package session_test

import (
	"context"
	"fmt"
	"math/rand/v2"
	"regexp"
	"strconv"
	"strings"
	"testing"
	_ "unsafe" // for linkname

	"machsim/debugger/data/tables"
	"machsim/debugger/event/history"
	"machsim/debugger/record"
	"machsim/debugger/replay/graph"
	"machsim/debugger/session"
	"machsim/kernel"
	"machsim/programs"
	"machsim/test/effort"
	"machsim/test/randprog"
	"machsim/test/testsession"
)

// begins is how many events the runs of tests have had before their first, and the recordings of these.
//
//go:linkname begins machsim/debugger/record.begins
var begins uint64

// through changes the Door of a test's run.
var through = func(d kernel.Door) kernel.Door { return d }

// noting notes what a Door chooses, for that of the same run with greater numbers: when faults come depends on them.
type noting struct {
	kernel.Door
	chosen []int
	again  bool
}

func (n *noting) Choose(p kernel.Point) (c int) {
	if n.again {
		c, n.chosen = n.chosen[0], n.chosen[1:]
		return c
	}
	c = n.Door.Choose(p)
	n.chosen = append(n.chosen, c)
	return c
}

// beyond is a run whose first part was dropped, and the same one with greater numbers of events.
type beyond struct {
	low, high *session.Session
	by        int  // how much greater
	live      bool // the one with great numbers goes on
}

// beyond2to32 makes runs begin with such a number that what came after an event of theirs is beyond 2^32, until the
// function that it returns is called.
func beyond2to32(event int) (usual func()) {
	begins = 1<<32 - uint64(event)
	return func() { begins = 0 }
}

// number is what may be a number of an event.
var number = regexp.MustCompile(`\b\d{10}\b`)

// lower returns a text of the run with great numbers as it is of the other.
func (x *beyond) lower(text string) string {
	return number.ReplaceAllStringFunc(text, func(digits string) string {
		if n, _ := strconv.Atoi(digits); n >= x.by && n < x.by+1<<20 {
			return strconv.Itoa(n - x.by)
		}
		return digits
	})
}

// same compares what is said of both.
func (x *beyond) same(t *testing.T, what string, say func(s *session.Session, by int) string) {
	t.Helper()
	if a, b := say(x.low, 0), x.lower(say(x.high, x.by)); a != b {
		of, in := differ(a, b)
		t.Errorf("%s, beyond by %d, %s:\nlow  %s\nhigh %s", x.low.Program.Name, x.by, what, of, in)
	}
}

// openBeyond opens the last part of a run with small numbers, and with such that it goes on beyond 2^32 at an event;
// nil if the run is so short that it is not cut.
func openBeyond(t *testing.T, p *kernel.Program, cfg kernel.Config, k record.Keep, event int) *beyond {
	t.Helper()
	door, usual := &noting{}, through
	defer func() { through = usual }()
	through = func(d kernel.Door) kernel.Door {
		door.Door = d
		return door
	}
	low := bounded(t, p, cfg, k, true)
	if low.Dropped == 0 {
		return nil
	}
	door.again = true
	defer beyond2to32(event)()
	return opened(t, p, low, bounded(t, p, cfg, k, true), int(begins))
}

// opened opens recordings of both from the same event on: which they have depends on the numbers.
func opened(t *testing.T, p *kernel.Program, low, high *record.Recording, by int) *beyond {
	t.Helper()
	first := min(max(low.Dropped, high.Dropped-uint64(by))+1, low.Events)
	open := func(rec *record.Recording, from uint64) *session.Session {
		s, err := session.Open(p, rec, session.Options{Window: session.Window{From: from}})
		must(t, err)
		t.Cleanup(s.Close)
		if !session.Resumes(s) && rec.Dropped > 0 {
			t.Fatalf("%s: it does not go on from its picture", p.Name)
		}
		return s
	}
	return &beyond{open(low, first), open(high, first+uint64(by)), by, false}
}

// TestBeyond makes random runs whose numbers of events go beyond 2^32, of which the first part is dropped: all that is
// said of them is what is said of the same runs with small numbers, but for the numbers: where one stands, the causal
// order, all tables, conditions, forks.
func TestBeyond(t *testing.T) {
	within, made := 0, 0
	for seed := range effort.Of(uint64(12)) {
		rng := rand.New(rand.NewPCG(seed, 80))
		p, cfg := randprog.Program(seed, randprog.Large), randprog.Config(seed, 600)
		x := openBeyond(t, p, cfg, record.Keep{Events: 100 + rng.Uint64N(400)}, rng.IntN(600))
		if x == nil {
			continue
		}
		if x.high.First() < 1<<32 && x.high.Len() > 1<<32 {
			within++
		}
		if x.compare(t, rng); cfg.Faults == (kernel.Faults{}) { // else the fork's come at other events
			made += x.forks(t, rng)
		}
	}
	if within == 0 || made == 0 {
		t.Errorf("%d runs go over the border, %d forks were made", within, made)
	}
}

// compare compares two runs.
func (x *beyond) compare(t *testing.T, rng *rand.Rand) {
	t.Helper()
	x.same(t, "the ends", func(s *session.Session, by int) string {
		return fmt.Sprint(s.First()-by, s.Len()-by, s.Lanes(), s.Final().Hash)
	})
	x.same(t, "the order", func(s *session.Session, by int) string { return ordered(s) })
	x.same(t, "a serial order", func(s *session.Session, by int) string { return serial(t, s) })
	x.same(t, "the tables", func(s *session.Session, by int) string { return tabled(t, s) })
	x.same(t, "histories", func(s *session.Session, by int) string {
		c, err := s.Histories(nil)
		must(t, err)
		var b strings.Builder
		for k := range history.NumKinds {
			fmt.Fprintln(&b, c.History(k))
		}
		return b.String()
	})
	for range 6 {
		e := rng.IntN(x.low.Len() - x.low.First() + 1)
		cut := testsession.Graph(x.low).Grow(x.low.Start().Cut, x.low.First()+min(e, x.low.Len()-x.low.First()-1))
		x.at(t, cut)
		x.at(t, x.low.After(x.low.First()+e).Cut)
	}
	x.at(t, x.low.Start().Cut)
}

// at compares what is said of a cut.
func (x *beyond) at(t *testing.T, cut graph.Cut) {
	t.Helper()
	x.same(t, fmt.Sprint("at ", cut), func(s *session.Session, by int) string {
		must(t, s.MoveTo(graph.At(cut)))
		return seen(t, s, x.live)
	})
}

// ordered is the causal order of the events of a session: what comes before each, and what does directly.
func ordered(s *session.Session) string {
	var b strings.Builder
	g := testsession.Graph(s)
	for e := s.First(); e < s.Len(); e++ {
		fmt.Fprintln(&b, e, g.Least(e), g.Greatest(e), g.Alike(e), g.Tape.Time(e))
		g.Into(e, func(edge graph.Edge) { fmt.Fprintln(&b, edge) })
	}
	return b.String()
}

// serial is the order with the events of each task one after the other, and that of it with more events.
func serial(t *testing.T, s *session.Session) string {
	t.Helper()
	var b strings.Builder
	g := testsession.Graph(s).Unserialized()
	tasks := map[kernel.TaskID]bool{}
	for id := range s.Final().Tasks.All {
		tasks[kernel.TaskID(id)] = true
	}
	g.Serialize(tasks)
	for _, g := range []*graph.Graph{g, g.Refine([]int{g.Tape.First(), g.Tape.First() + 3, g.Tape.Len() - 1})} {
		for e := g.Tape.First(); e < g.Tape.Len(); e++ {
			fmt.Fprintln(&b, e, g.Least(e), g.Greatest(e), g.Consistent(g.Tape.Counts(e)), g.MissingCauses(g.Start(), e))
		}
	}
	return b.String()
}

// tabled is all rows of all tables.
func tabled(t *testing.T, s *session.Session) string {
	t.Helper()
	var b strings.Builder
	for _, table := range tables.Of(s).Tables() {
		fmt.Fprintln(&b, table.Name)
		rows, err := table.Rows(context.Background(), tables.Scan{})
		must(t, err)
		for rows.Next() {
			for i := range table.Columns {
				fmt.Fprint(&b, rows.Value(i), " ")
			}
			fmt.Fprintln(&b)
		}
		must(t, rows.Err())
	}
	return b.String()
}

// forks makes a fork, and a fork of that: they go on alike, and so do their files.
func (x *beyond) forks(t *testing.T, rng *rand.Rand) (made int) {
	t.Helper()
	for range 2 {
		e := x.low.First() + rng.IntN(x.low.Len()-x.low.First()+1)
		b := session.Branch{Seed: rng.Uint64() % 100, File: "parent.rec"}
		fork := func(s *session.Session, by int) (*session.Session, []byte) {
			must(t, s.MoveTo(s.After(e+by)))
			f, file, err := s.Branch(b, session.Options{})
			must(t, err)
			t.Cleanup(f.Close)
			return f, file
		}
		y := &beyond{by: x.by}
		var low, high []byte
		y.low, low = fork(x.low, 0)
		y.high, high = fork(x.high, x.by)
		y.compare(t, rng)
		opened(t, x.low.Program, reread(t, low), reread(t, high), x.by).compare(t, rng)
		x, made = y, made+1
	}
	return made
}

// TestBeyondLive makes runs live that go beyond 2^32 and of which only the last part is kept: what is left of them is
// what the same run with small numbers is there.
func TestBeyondLive(t *testing.T) {
	defer session.LookOften(16)()
	rng := rand.New(rand.NewPCG(80, 8))
	for seed := range effort.Of(uint64(6)) {
		beyondLive(t, randprog.Program(seed, randprog.Large), seed, 600, rng)
	}
	if dropped := beyondLive(t, programs.Find("stock"), 3, 1500, rng); dropped < 1000 {
		t.Errorf("of stock %d events were dropped", dropped)
	}
}

// beyondLive makes one such run, and returns how many events were dropped.
func beyondLive(t *testing.T, p *kernel.Program, seed uint64, events int, rng *rand.Rand) (dropped int) {
	t.Helper()
	defer beyond2to32(events / 2)()
	s, whole := keptLive(t, p, seed, events, record.Keep{Events: 80}, session.Options{})
	by := int(begins)
	for s.GoesOn() && s.Len() < by+events {
		must(t, s.GoOn(min(s.Len()+50+rng.IntN(200), by+events), nil))
		if dropped = s.First() - by; dropped == 0 || s.Len() == s.First() {
			continue // a whole run has what Main did, too
		}
		rec := whole.Rec
		if s.GoesOn() {
			rec = rec.Until(uint64(s.Len() - by))
			rec.Truncated, rec.Outcome = false, record.Interrupted // all threads stand at their calls
		}
		low, err := session.Open(whole.Program, rec, session.Options{Window: session.Window{From: uint64(dropped) + 1}})
		must(t, err)
		t.Cleanup(low.Close)
		(&beyond{low, s, by, true}).compare(t, rng)
	}
	return dropped
}

// reread is a recording in a file.
func reread(t *testing.T, file []byte) *record.Recording {
	t.Helper()
	rec, err := record.Read(file)
	must(t, err)
	return rec
}
