package detect_test

import (
	"fmt"
	"slices"
	"testing"

	"machsim/debugger/query/detect"
	"machsim/debugger/replay/graph"
)

// TestTogether compares the spans in which all conditions of a conjunction hold with all cuts in which they do. Cuts
// are of one span if the condition holds in all cuts between them.
func TestTogether(t *testing.T) {
	rows, several, orders := 0, 0, [2]int{}
	var more []uint64
	for seed := range uint64(40) {
		more = append(more, 100+seed)
	}
	trials(t, func(x *trial) {
		if len(x.cuts) > 120 {
			return // the naive computation takes the third power
		}
		for range 8 {
			c, parts := x.conjunction()
			p := x.predicate(c.text)
			if p.Form != detect.Conjunctive {
				continue
			}
			got, err := p.Together(1000)
			must(t, err)
			if len(got.Conditions) < len(parts) {
				continue // two of them are of one thread, and so they are one condition
			}
			want := x.together(parts)
			if len(got.Rows) != len(want) {
				t.Errorf("seed %d, %s: %d rows, and of all cuts there are %d", x.seed, c.text, len(got.Rows), len(want))
			}
			for i := range got.Rows {
				x.row(c.text, &got.Rows[i], want)
				for _, o := range got.Rows[i].Order {
					if o.Ordered {
						orders[0]++
					} else {
						orders[1]++
					}
				}
			}
			if rows += len(want); len(want) > 1 {
				several++
				few, err := p.Together(len(want) - 1)
				must(t, err)
				if len(few.Rows) != len(want)-1 || !few.More {
					t.Errorf("seed %d, %s: of %d rows %d, more: %t", x.seed, c.text, len(want), len(few.Rows), few.More)
				}
			}
		}
	}, more...)
	t.Logf("%d rows, several for %d conjunctions; %d pairs ordered, %d not", rows, several, orders[0], orders[1])
}

// naiveRow is where the spans of conditions begin, the greatest cut in each, and the least cut in which all hold.
type naiveRow struct{ begins, ends, least string }

// together is what Together finds, of all cuts.
func (x *trial) together(parts []condition) map[string]naiveRow {
	all := map[string]naiveRow{}
	least := map[string]graph.Cut{}
	begin := make([]map[int]graph.Cut, len(parts))
	for k, part := range parts {
		begin[k] = x.beginnings(part)
	}
	for i, c := range x.cuts {
		var begins []graph.Cut
		for k := range parts {
			if b := begin[k][i]; b != nil {
				begins = append(begins, b)
			}
		}
		if len(begins) < len(parts) {
			continue
		}
		key, row := fmt.Sprint(begins), naiveRow{begins: fmt.Sprint(begins)}
		if least[key] == nil {
			least[key] = c.Clone()
		}
		for lane := range c {
			least[key][lane] = min(least[key][lane], c[lane])
		}
		for k := range parts {
			same := func(j int) bool { return begin[k][j] != nil && slices.Equal(begin[k][j], begins[k]) }
			row.ends += fmt.Sprint(x.extreme(same, true))
		}
		row.least = fmt.Sprint(least[key])
		all[key] = row
	}
	return all
}

// beginnings are, by cut in which a condition holds, the least cuts of its span.
func (x *trial) beginnings(part condition) map[int]graph.Cut {
	all := map[int]graph.Cut{}
	for i, c := range x.cuts {
		if part.holds(x.naive, i) {
			all[i] = x.extreme(func(j int) bool { return x.cuts[j].Within(c) && !x.without(part, i, j) }, false)
		}
	}
	return all
}

// row looks for a row among those that there are to be.
func (x *trial) row(text string, got *detect.Holding, want map[string]naiveRow) {
	x.t.Helper()
	var begins []graph.Cut
	ends := ""
	for _, s := range got.Spans {
		b, e := x.g.Start(), x.g.All()
		if s.Since.Event != detect.FromStart {
			b = x.g.Least(s.Since.Event)
		}
		if s.Until.Event != detect.ToEnd {
			e = x.g.Greatest(s.Until.Event)
		}
		begins, ends = append(begins, b), ends+fmt.Sprint(e)
	}
	row := naiveRow{fmt.Sprint(begins), ends, fmt.Sprint(got.Position.Cut)}
	if want[row.begins] != row {
		x.t.Errorf("seed %d, %s: the row %v, and of all cuts it is %v", x.seed, text, row, want[row.begins])
	}
	for _, o := range got.Order {
		a, b := begins[o.First], begins[o.Second]
		if before := a.Within(b) && !b.Within(a); before != o.Ordered || !before && b.Within(a) && !a.Within(b) {
			x.t.Errorf("seed %d, %s: %v and %v are ordered: %t", x.seed, text, a, b, o.Ordered)
		}
	}
}
