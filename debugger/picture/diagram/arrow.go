package diagram

import "slices"

func (b *builder) arrow(f Flow, from, to int) {
	b.d.Arrows = append(b.d.Arrows, Arrow{Kind: f, From: from, To: to})
}

// connect finds the lanes of the arrows' ends. An arrow of which the picture shows no end is left out.
func (b *builder) connect() {
	d := b.d
	at := map[int]*Event{}
	for i := range d.Events {
		at[d.Events[i].Index] = &d.Events[i]
	}
	end := func(event int) int {
		if e := at[event]; e != nil {
			e.linked = true
			return e.Lane
		}
		return Nowhere
	}
	for i := range d.Arrows {
		a := &d.Arrows[i]
		a.FromLane, a.ToLane = end(a.From), end(a.To)
	}
	d.Arrows = slices.DeleteFunc(d.Arrows, func(a Arrow) bool { return a.FromLane == Nowhere && a.ToLane == Nowhere })
}
