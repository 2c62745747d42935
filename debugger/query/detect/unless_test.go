package detect_test

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"

	"machsim/kernel"
	"machsim/programs"
	"machsim/test/testrun"
)

// TestUnless compares which chains there are, of messages in a run of bank, with all chains that there could be.
func TestUnless(t *testing.T) {
	g := testrun.Graph(programs.Find("bank"), kernel.Config{Seed: 9})
	x := &trial{naive: &naive{g: g}, t: t, rng: rand.New(rand.NewPCG(3, 5)), r: runOf(g)}
	var all []happening
	for lane := range g.Tape.Lanes {
		if id := g.Tape.Lanes[lane].Thread; id != 0 {
			name := g.Tape.End.ThreadName(id)
			all = append(all, happening{"send by thread " + name, x.messages(lane, true)},
				happening{"receive by thread " + name, x.messages(lane, false)})
		}
	}
	all = slices.DeleteFunc(all, func(h happening) bool { return len(h.events) == 0 })
	none := happening{}
	satisfied, barred := 0, 0
	for range 300 {
		pick := func() happening { return all[x.rng.IntN(len(all))] }
		p, q, r, s := pick(), pick(), pick(), pick()
		text, bars := fmt.Sprintf("%s -> %s without %s", p.text, q.text, r.text), []happening{none, r}
		chain := []happening{p, q}
		if x.rng.IntN(2) == 0 {
			text, chain, bars = text+" -> "+s.text, append(chain, s), append(bars, none)
		}
		want, any := -1, false
		chains(chain, g.Before, func(events []int) {
			last := events[len(events)-1]
			if any = true; x.unbarred(events, bars) && (want < 0 || last < want) {
				want = last
			}
		})
		f, err := x.r.Predicate(text)
		if err != nil {
			t.Fatal(err)
		}
		got := -1
		found, err := f.First()
		if err != nil {
			t.Fatal(err)
		}
		if found != nil {
			events := eventsOf(found)
			if got = events[len(events)-1]; !x.unbarred(events, bars) {
				t.Errorf("%s: something is in between: %v", text, found.Reasons)
			}
		}
		if got != want {
			t.Fatalf("%s: the last event is %d, not %d", text, got+1, want+1)
		}
		if want >= 0 {
			satisfied++
		} else if any {
			barred++
		}
	}
	if satisfied < 50 || barred < 20 {
		t.Errorf("only %d are satisfied, and %d are not for what is in between", satisfied, barred)
	}
}
