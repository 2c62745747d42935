package tables_test

import (
	"encoding/json"
	"fmt"
	"strings"
	"testing"

	"machsim/debugger/data/tables"
	"machsim/test/randprog"
	"machsim/test/testsession"
)

// TestClocks answers which event came before which from the table of clocks alone, as one can who has nothing but the
// tables, and compares.
func TestClocks(t *testing.T) {
	for seed := range uint64(4) {
		s := testsession.Open(t, randprog.Program(seed, randprog.Large), randprog.Config(seed, 120))
		c := tables.Of(s)
		type entry struct{ lane, nth, of, done int }
		at := map[int]entry{}         // by event: its lane and number
		known := map[[2]int][]entry{} // by lane and other lane: entries, in order
		for _, row := range ask(t, c, "clocks", strings.Fields("n lane nth of done")) {
			var n int
			var x entry
			_, err := fmt.Sscan(row, &n, &x.lane, &x.nth, &x.of, &x.done)
			must(t, err)
			at[n] = entry{lane: x.lane, nth: x.nth}
			known[[2]int{x.lane, x.of}] = append(known[[2]int{x.lane, x.of}], x)
		}
		if len(at) != s.Len() {
			t.Fatalf("seed %d: %d of %d events have a clock", seed, len(at), s.Len())
		}
		for a := 1; a <= s.Len(); a++ {
			for b := 1; b <= s.Len(); b++ {
				before := false
				for _, x := range known[[2]int{at[b].lane, at[a].lane}] {
					before = before || x.nth <= at[b].nth && x.done >= at[a].nth
				}
				want, err := c.Before(a, b)
				if must(t, err); before && a != b != want {
					t.Fatalf("seed %d: event %d before %d: %v", seed, a, b, before)
				}
			}
			text, err := c.Clock(a)
			must(t, err)
			clock := map[string]int{}
			must(t, json.Unmarshal([]byte(text), &clock))
			if len(clock) == 0 {
				t.Fatalf("event %d: %s", a, text)
			}
		}
	}
}

// TestLanesAndRun: the lanes have all events, and the run is told of once.
func TestLanesAndRun(t *testing.T) {
	s := opened(t, "bank", 9)
	c, events := tables.Of(s), 0
	for _, row := range ask(t, c, "lanes", strings.Fields("events lane")) {
		var n, lane int
		_, err := fmt.Sscan(row, &n, &lane)
		must(t, err)
		if events += n; n != s.LaneLen(lane) {
			t.Errorf("lane %d has %d events", lane, n)
		}
	}
	if events != s.Len() {
		t.Errorf("the lanes have %d of %d events", events, s.Len())
	}
	want := fmt.Sprintf("bank 9 %d %016x %d %d", s.Len(), s.Final().Hash, s.Final().Now, s.Final().Threads.Len())
	got := ask(t, c, "run", strings.Fields("program seed events hash end_us threads"))
	if len(got) != 1 || got[0] != want {
		t.Errorf("%q, and not %q", got, want)
	}
	for _, row := range ask(t, c, "lanes", strings.Fields("name thread")) {
		if name, thread, _ := strings.Cut(row, " "); thread != "" && thread != name && !strings.HasPrefix(name, "packets") {
			t.Errorf("lane %s of thread %s", name, thread)
		}
	}
}

func must(t *testing.T, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}
