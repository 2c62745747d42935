package diagram

import (
	"fmt"
	"slices"
	"strings"
)

// choose leaves the lanes that the names mean, in their order, and what happens in them. A name is that of a thread,
// that of a task, which means all its threads, or a part of a thread's that no other has. It returns the chosen lanes'
// numbers in the tape.
func (b *builder) choose(names, without []string, order []int) ([]int, error) {
	if len(names) == 0 {
		return b.without(without, order), nil
	}
	var chosen []int
	for _, name := range names {
		all, err := b.d.lanesNamed(name)
		if err != nil {
			return nil, err
		}
		for _, i := range all {
			if slices.Contains(chosen, i) {
				return nil, fmt.Errorf("%s has one lane; it is named twice", b.d.Lanes[i].Name)
			}
			chosen = append(chosen, i)
		}
	}
	return b.keep(chosen, order, "lane is", "lanes are"), nil
}

// without leaves the lanes that are not of some threads, or all if there would be none.
func (b *builder) without(names []string, order []int) []int {
	var chosen []int
	for i := range b.d.Lanes {
		if !slices.Contains(names, b.d.Lanes[i].Name) {
			chosen = append(chosen, i)
		}
	}
	if len(chosen) == 0 || len(chosen) == len(order) {
		return order
	}
	return b.keep(chosen, order, "name server is", "name servers are")
}

// lanesNamed finds a lane, or those of a task.
func (d *Diagram) lanesNamed(name string) (all []int, err error) {
	one, err := d.laneNamed(name)
	if err == nil {
		return []int{one}, nil
	}
	for i, l := range d.Lanes {
		if strings.HasPrefix(l.Name, name+".") {
			all = append(all, i)
		}
	}
	if len(all) > 0 {
		err = nil
	}
	return all, err
}

// laneNamed finds a lane.
func (d *Diagram) laneNamed(name string) (int, error) {
	var found []int
	for i, l := range d.Lanes {
		if l.Name == name || l.Short == name {
			return i, nil
		}
		if strings.Contains(l.Name, name) {
			found = append(found, i)
		}
	}
	var all []string
	for i, l := range d.Lanes {
		if len(found) == 0 || slices.Contains(found, i) {
			all = append(all, l.Name)
		}
	}
	switch len(found) {
	case 0:
		return 0, fmt.Errorf("there is no lane %s in this window; the lanes are %s", name, named(all))
	case 1:
		return found[0], nil
	}
	return 0, fmt.Errorf("%s may be %s", name, named(all))
}

// keep leaves some lanes, by their numbers, and says how many are left out, in words for one and for more.
func (b *builder) keep(chosen, order []int, one, more string) (kept []int) {
	d := b.d
	at := map[int]int{Nowhere: Nowhere}
	var lanes []Lane
	for i := range d.Lanes {
		at[i] = slices.Index(chosen, i)
	}
	for _, i := range chosen {
		lanes, kept = append(lanes, d.Lanes[i]), append(kept, order[i])
	}
	gone := len(d.Lanes) - len(lanes)
	d.Lanes = lanes
	d.Events = slices.DeleteFunc(d.Events, func(e Event) bool {
		gone := (e.Kind.ofThread() || e.Kind == Told) && at[e.Lane] < 0
		if gone {
			b.gone = append(b.gone, e.Index)
		}
		return gone
	})
	for i := range d.Events {
		d.Events[i].Lane = at[d.Events[i].Lane]
	}
	if gone > 0 {
		b.say("%s left out", counted(gone, one, more))
	}
	return kept
}

// How much a slide shows, so that it can be read from the back of a room.
const (
	slideLanes = 6
	slideRows  = 11
)

// fit leaves the lanes of a slide: those that do most in the window.
func (b *builder) fit(order []int) []int {
	if len(order) <= slideLanes {
		return order
	}
	busy := make([]int, len(order))
	for _, e := range b.d.Events {
		if e.Lane != Nowhere {
			busy[e.Lane]++
		}
	}
	chosen := make([]int, len(order))
	for i := range chosen {
		chosen[i] = i
	}
	slices.SortStableFunc(chosen, func(i, j int) int { return busy[j] - busy[i] })
	chosen = chosen[:slideLanes]
	slices.Sort(chosen)
	return b.keep(chosen, order, "lane is", "lanes are")
}

// cutRows leaves the rows of a slide, most of them before the position.
func (b *builder) cutRows() {
	d := b.d
	if len(d.Rows) <= slideRows {
		return
	}
	here := 0
	for i, r := range d.Rows {
		if d.Events[r.Events[0]].Inside {
			here = i + 1
		}
	}
	first := min(max(here-slideRows*3/4, 0), len(d.Rows)-slideRows)
	rows := d.Rows[first : first+slideRows]
	last := rows[len(rows)-1].Events
	from, to := rows[0].Events[0], last[len(last)-1]+1
	d.Events = d.Events[from:to]
	d.Rows = nil
	for _, r := range rows {
		moved := Row{Gap: r.Gap}
		for _, i := range r.Events {
			moved.Events = append(moved.Events, i-from)
		}
		d.Rows = append(d.Rows, moved)
	}
	d.From, d.To = d.Events[0].Index, d.Events[len(d.Events)-1].Index+1
	for i := range d.Lanes {
		d.Lanes[i].within(d.From, d.To, d.Total)
	}
	b.connect()
}

// within forgets the end of a lane that is not in a window of a run.
func (l *Lane) within(from, to, total int) {
	if l.Killed < from || l.Killed >= to {
		l.Killed = Nowhere
	}
	if l.Halted < from || l.Halted >= to {
		l.Halted = Nowhere
	}
	if to < total {
		l.Stuck = ""
	}
}
