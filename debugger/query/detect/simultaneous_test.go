package detect_test

import (
	"fmt"
	"strings"
	"testing"

	"machsim/debugger/query/detect"
	"machsim/debugger/replay/graph"
)

// TestSimultaneous compares where a thread knows that conditions hold with all cuts in which an event is its last: they
// have to hold in each of these.
func TestSimultaneous(t *testing.T) {
	known, others := 0, 0
	var more []uint64
	for seed := range uint64(40) {
		more = append(more, 100+seed)
	}
	trials(t, func(x *trial) {
		for range 8 {
			_, parts := x.conjunction()
			var texts []string
			for _, part := range parts {
				texts = append(texts, part.text)
			}
			text := "simultaneous(" + strings.Join(texts, ", ") + ")"
			p := x.predicate(text)
			want := x.known(parts)
			all, err := p.Together(1000)
			must(t, err)
			got := map[string]bool{}
			for _, row := range all.Rows {
				x.stretch(row, got)
			}
			if fmt.Sprint(got) != fmt.Sprint(want) {
				t.Errorf("seed %d, %s:\nknown at %v\nand of all cuts at %v", x.seed, text, got, want)
			}
			known += len(want)
			if own := x.own(p, all); own < len(want) {
				others++
			}
			x.learning(p, text, all, want)
		}
	}, more...)
	t.Logf("known at %d events; to others than those who show it in %d predicates", known, others)
	if known == 0 || others == 0 {
		t.Error("too little is known to anybody")
	}
}

// known are the events of threads at which they know that all conditions hold.
func (x *trial) known(parts []condition) map[string]bool {
	all := map[string]bool{}
	for lane := range x.g.Tape.Lanes {
		l := &x.g.Tape.Lanes[lane]
		for n := 0; n < l.Len() && l.Thread != 0; n++ {
			if x.holdsWhile(parts, lane, uint32(n+1)) {
				all[fmt.Sprintf("%s %d", x.g.Tape.End.ThreadName(l.Thread), l.Event(n))] = true
			}
		}
	}
	return all
}

// holdsWhile says whether conditions hold in all cuts that have so many events of a lane.
func (x *trial) holdsWhile(parts []condition, lane int, n uint32) bool {
	for i, c := range x.cuts {
		for _, part := range parts {
			if c[lane] == n && !part.holds(x.naive, i) {
				return false
			}
		}
	}
	return true
}

// stretch adds the events of a row.
func (x *trial) stretch(row detect.Holding, all map[string]bool) {
	lane := x.g.Tape.Lane(row.Knows.Since.Event)
	l := &x.g.Tape.Lanes[lane]
	for n := range l.Len() {
		if e := l.Event(n); e >= row.Knows.Since.Event && e < row.Knows.Until.Event {
			all[fmt.Sprintf("%s %d", row.Knows.Thread, e)] = true
		}
	}
	if fmt.Sprint(row.Position.Cut) != fmt.Sprint(x.g.Least(row.Knows.Since.Event)) {
		x.t.Errorf("seed %d: the position of %v is %v", x.seed, row.Knows, row.Position)
	}
}

// own counts the events of threads that show a condition themselves.
func (x *trial) own(p *detect.Predicate, all *detect.Together) (n int) {
	own := map[string]bool{}
	for _, row := range all.Rows {
		for _, c := range all.Conditions {
			if row.Knows.Thread == c.Name {
				x.stretch(row, own)
			}
		}
	}
	return len(own)
}

// learning goes from where one thread comes to know it to where the next does, and back.
func (x *trial) learning(p *detect.Predicate, text string, all *detect.Together, want map[string]bool) {
	f, err := p.First()
	var way []graph.Position
	for ; f != nil && err == nil; f, err = p.Next(f.Position) {
		way = append(way, f.Position)
		if p.Holds(f.Position) == nil || !strings.Contains(f.Note, " knows it from ") {
			x.t.Errorf("seed %d, %s: it does not hold at %v: %s", x.seed, text, f.Position, f.Note)
		}
	}
	must(x.t, err)
	if (len(way) > 0) != (len(all.Rows) > 0) || len(way) > len(all.Rows) {
		x.t.Errorf("seed %d, %s: %d positions, and %d stretches", x.seed, text, len(way), len(all.Rows))
	}
	for i, c := range x.cuts {
		if holds := p.Holds(graph.At(c)) != nil; holds != x.knows(i, want) {
			x.t.Errorf("seed %d, %s: in %v it is %t", x.seed, text, c, holds)
		}
	}
	if len(way) == 0 {
		return
	}
	back, err := p.Previous(graph.At(x.g.All()))
	must(x.t, err)
	if back == nil || p.Holds(back.Position) == nil {
		x.t.Errorf("seed %d, %s: back from the end there is %v", x.seed, text, back)
	}
}

// knows says whether the last event of a thread in a cut is one at which it knows.
func (x *trial) knows(cut int, want map[string]bool) bool {
	for lane, n := range x.cuts[cut] {
		l := &x.g.Tape.Lanes[lane]
		if n > 0 && want[fmt.Sprintf("%s %d", x.g.Tape.End.ThreadName(l.Thread), l.Event(int(n)-1))] {
			return true
		}
	}
	return false
}
