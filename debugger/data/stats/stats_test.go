package stats_test

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	gocmp "github.com/google/go-cmp/cmp"

	"machsim/debugger/data/stats"
	"machsim/debugger/data/tables"
	"machsim/debugger/event"
	"machsim/debugger/session"
	"machsim/kernel"
	"machsim/programs"
	"machsim/test/effort"
	"machsim/test/randprog"
	"machsim/test/testrun"
	"machsim/test/testsession"
)

// TestNaive holds the numbers of runs against those that are counted in the table of events, and what never overlapped
// against a look at all pairs of events.
func TestNaive(t *testing.T) {
	for i, p := range programs.All {
		check(t, p.Name, testsession.Open(t, p, kernel.Config{Seed: uint64(i)}))
	}
	for seed := range uint64(effort.Of(12)) {
		p := randprog.Program(seed, randprog.Large)
		check(t, fmt.Sprint("random ", seed), testsession.Open(t, p, randprog.Config(seed, 400)))
	}
}

func check(t *testing.T, name string, s *session.Session) {
	got, err := of(s)
	if err != nil {
		t.Fatal(err)
	}
	n := naive{s, rowsOf(t, s)}
	compare(t, name, "calls", calls(got.Calls), n.calls())
	if !strings.HasPrefix(name, "random") { // where threads take other names
		compare(t, name, "threads", byName(got.Threads), n.threads())
	}
	compare(t, name, "messages", messages(got.Ports), n.messages())
	compare(t, name, "mutexes", taken(got.Mutexes), n.taken())
	compare(t, name, "kept rights", asCounted(got.Kept), keptRights(t, s))
	compare(t, name, "what never overlapped", got.Apart, n.apart())
}

// of reports on a run.
func of(s *session.Session) (*stats.Report, error) {
	x, err := stats.Counts(context.Background(), s, tables.Of(s))
	if err == nil {
		err = x.Overlaps(nil, s)
	}
	return x, err
}

func compare(t *testing.T, program, what string, got, want any) {
	t.Helper()
	if d := gocmp.Diff(got, want); d != "" {
		t.Errorf("%s: %s (- found, + counted):\n%s", program, what, d)
	}
}

// row is what the table of events says of one.
type row struct {
	time                                     int64
	kind, call, thread, port, object, result string
	done                                     bool
	sent, delivered                          int64
}

func rowsOf(t *testing.T, s *session.Session) (all []row) {
	events, err := tables.Of(s).Table("events")
	if err != nil {
		t.Fatal(err)
	}
	rows, err := events.Rows(context.Background(), tables.Scan{})
	if err != nil {
		t.Fatal(err)
	}
	for rows.Next() {
		v := func(name string) tables.Value { return rows.Value(events.Column(name)) }
		all = append(all, row{v("time_us").Int(), v("kind").Text(), v("call").Text(), v("thread").Text(), v("port").Text(),
			v("object").Text(), v("result").Text(), v("done").Int() == 1, v("sent_n").Int(), v("delivered_n").Int()})
	}
	return all
}

type naive struct {
	s    *session.Session
	rows []row
}

func (n *naive) calls() map[string]int {
	all := map[string]int{}
	for _, r := range n.rows {
		if r.done {
			all[r.call+" "+r.result]++
		}
	}
	return all
}

func calls(rows []stats.CallCount) map[string]int {
	all := map[string]int{}
	for _, r := range rows {
		if r.Result != "not done" {
			all[r.Call+" "+r.Result] += r.Count
		}
	}
	return all
}

func (n *naive) threads() map[string]int {
	all := map[string]int{}
	for _, r := range n.rows {
		if r.thread != "" {
			all[r.thread]++
		}
	}
	return all
}

// byName are the events of threads; those of one name together.
func byName(rows []stats.EventCount) map[string]int {
	all := map[string]int{}
	for _, r := range rows {
		all[r.Name] += r.Events
	}
	return all
}

// messages is how many were received through all ports, and how long the slowest took.
func (n *naive) messages() string {
	sum, received, longest := int64(0), 0, int64(0)
	for _, r := range n.rows {
		if r.sent > 0 {
			took := r.time - n.rows[r.sent-1].time
			received, sum, longest = received+1, sum+took, max(longest, took)
		}
	}
	return fmt.Sprint(received, " received, the longest took ", longest)
}

func messages(ports []stats.PortUse) string {
	received, longest := 0, int64(0)
	for _, p := range ports {
		received += p.Received
		longest = max(longest, p.Max)
	}
	return fmt.Sprint(received, " received, the longest took ", longest)
}

func (n *naive) taken() int {
	entries := 0
	for _, r := range n.rows {
		if r.kind == "mutex_entry" {
			entries++
		}
	}
	return entries
}

func taken(rows []stats.MutexUse) (n int) {
	for _, m := range rows {
		n += m.Taken
	}
	return n
}

// apart looks at all pairs of events.
func (n *naive) apart() (all []stats.Apart) {
	end := n.s.Final()
	overlap := map[string]bool{}
	var pairs []stats.Apart
	for a := range end.Threads.All {
		for b := range end.Threads.All {
			x, y := kernel.ThreadID(a), kernel.ThreadID(b)
			if x >= y || !n.worked(x) || !n.worked(y) {
				continue
			}
			one, other := end.Threads.At(a).Task, end.Threads.At(b).Task
			p := stats.Apart{Kind: "thread", One: n.s.ThreadName(x), Other: n.s.ThreadName(y)}
			if one != other {
				p = stats.Apart{Kind: "task", One: end.TaskName(min(one, other)), Other: end.TaskName(max(one, other))}
			}
			if !slices.Contains(pairs, p) {
				pairs = append(pairs, p)
			}
			key := fmt.Sprint(p)
			overlap[key] = overlap[key] || n.overlap(n.s.LaneOf(x), n.s.LaneOf(y))
		}
	}
	for _, p := range pairs {
		if !overlap[fmt.Sprint(p)] {
			all = append(all, p)
		}
	}
	slices.SortFunc(all, func(a, b stats.Apart) int {
		return cmp.Or(cmp.Compare(a.Kind, b.Kind), cmp.Compare(a.One, b.One), cmp.Compare(a.Other, b.Other))
	})
	return all
}

// worked says whether a thread has taken a step before it was ended.
func (n *naive) worked(id kernel.ThreadID) bool {
	return slices.ContainsFunc(n.rows, func(r row) bool { return r.thread == n.s.ThreadName(id) })
}

func (n *naive) overlap(a, b int) bool {
	for i := range n.s.LaneLen(a) {
		for j := range n.s.LaneLen(b) {
			x, y := n.s.LaneEvent(a, i), n.s.LaneEvent(b, j)
			if !n.s.HappenedBefore(x, y) && !n.s.HappenedBefore(y, x) {
				return true
			}
		}
	}
	return false
}

// BenchmarkStats reports on a run of a million events: what it takes beyond a pass over the run that reads each event.
func BenchmarkStats(b *testing.B) {
	p := kernel.Program{Name: "load", Main: testrun.Load}
	s := testsession.Open(b, &p, kernel.Config{Seed: 1, MaxSteps: 1_000_000})
	s.HappenedBefore(0, 1)
	least := [2]time.Duration{time.Hour, time.Hour}
	for b.Loop() {
		began := time.Now()
		r := event.NewReader()
		if err := s.EventsUntil(nil, 0, s.Len(), func(e *kernel.Event) { r.Look(e) }); err != nil {
			b.Fatal(err)
		}
		least[0] = min(least[0], time.Since(began))
		began = time.Now()
		if _, err := of(s); err != nil {
			b.Fatal(err)
		}
		least[1] = min(least[1], time.Since(began))
	}
	b.ReportMetric(float64((least[1] - least[0]).Milliseconds()), "ms-beyond")
	b.ReportMetric(float64(least[0].Milliseconds()), "ms-pass")
}

// TestPhilosophers has the numbers of a deadlock, which were found by hand.
func TestPhilosophers(t *testing.T) {
	x, err := of(testsession.Open(t, programs.Find("philosophers"), kernel.Config{Seed: 26}))
	if err != nil {
		t.Fatal(err)
	}
	for _, m := range x.Mutexes {
		if m.Mutex == "fork2" && (m.Taken != 2 || m.Waited != 1 || m.By != "table.plato" || m.At != 0) {
			t.Errorf("of fork2 is reported: %+v", m)
		}
	}
	if w := x.Waits[1]; w.Thread != "table.plato" || w.For != "mutex fork2" || w.From != 81 || w.To != 0 || w.Time != 110 {
		t.Errorf("the second longest wait is %+v", w)
	}
}
