package detect_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"machsim/debugger/query/detect"
	"machsim/kernel"
	"machsim/programs/rendezvous"
	"machsim/test/effort"
	"machsim/test/testrun"
)

// TestRendezvous: as processes come to the barrier it knows more and more of them, and less and less as it lets them
// go; where p3 changes its number while it works, the barrier never knows that. At one port they come in any order.
func TestRendezvous(t *testing.T) {
	for _, c := range []struct {
		program *kernel.Program
		orders  [][]string
	}{
		{&rendezvous.Program, [][]string{{"1", "2", "3"}}},
		{&rendezvous.Fuzzy, [][]string{{"1", "2"}}},
		{&rendezvous.OnePort, [][]string{
			{"1", "2", "3"}, {"1", "3", "2"}, {"2", "1", "3"}, {"2", "3", "1"}, {"3", "1", "2"}, {"3", "2", "1"},
		}},
	} {
		want := map[string]bool{}
		for _, order := range c.orders {
			want[fmt.Sprint(growing(order))] = true
		}
		seen := map[string]int{}
		for seed := range effort.Of(uint64(40)) {
			got := knownToBar(t, c.program, seed)
			if seen[got]++; !want[got] {
				t.Errorf("%s, seed %d: the barrier knows %s", c.program.Name, seed, got)
			}
		}
		t.Log(c.program.Name, seen)
	}
}

// growing are the sets of those who have come and were not let go, as the barrier takes and lets go one by one.
func growing(order []string) (sets []string) {
	for n := range order {
		sets = append(sets, strings.Join(slices.Sorted(slices.Values(order[:n+1])), ""))
	}
	for n := range order {
		sets = append(sets, strings.Join(slices.Sorted(slices.Values(order[n+1:])), ""))
	}
	return sets
}

// knownToBar are the sets of processes whose numbers the barrier knows, from its first event to the last.
func knownToBar(t *testing.T, p *kernel.Program, seed uint64) string {
	t.Helper()
	r := runOf(testrun.Graph(p, kernel.Config{Seed: seed}))
	var known [4]map[string]bool
	for i := 1; i < 4; i++ {
		known[i] = barKnows(t, r, fmt.Sprintf("simultaneous(p%d.v = %d)", i, i))
	}
	lane := 0
	for r.Graph.Tape.End.ThreadName(r.Graph.Tape.Lanes[lane].Thread) != "bar.1" {
		lane++
	}
	l := &r.Graph.Tape.Lanes[lane]
	var sets []string
	for n := range l.Len() {
		set := ""
		for i := 1; i < 4; i++ {
			if known[i][fmt.Sprint("bar.1 ", l.Event(n))] {
				set += fmt.Sprint(i)
			}
		}
		if last := len(sets) - 1; last >= 0 && sets[last] != set || last < 0 && set != "" {
			sets = append(sets, set)
		}
	}
	return fmt.Sprint(sets)
}

// barKnows are the events at which the barrier knows a predicate.
func barKnows(t *testing.T, r *detect.Run, text string) map[string]bool {
	t.Helper()
	p, err := r.Predicate(text)
	must(t, err)
	all, err := p.Together(100)
	must(t, err)
	known := map[string]bool{}
	x := &trial{naive: &naive{g: r.Graph}, t: t, seed: 0, r: r}
	for _, row := range all.Rows {
		if row.Knows.Thread == "bar.1" {
			x.stretch(row, known)
		}
	}
	return known
}
