package graph

import "slices"

// forget forgets what came before the horizon, from the event there on. What is left of it are things that no event of
// the log gave their state, and messages that were handed to threads: who waits comes after all that arrived since.
func (f *finder) forget() {
	f.edges.first, f.first, f.lanes = f.horizon, f.horizon, nil
	for _, cells := range []map[uint64]*cell{f.entries, f.holding, f.others} {
		for _, c := range cells {
			f.forgetIn(c)
		}
	}
	for i := range f.ports {
		p := &f.ports[i]
		for _, c := range []*cell{&p.status, &p.rights, &p.senders, &p.requests, &p.room} {
			f.forgetIn(c)
		}
	}
	for _, q := range f.queues {
		f.forgetIn(&q.order)
		f.forgetIn(&q.arrivals)
	}
	if f.horizon > 0 {
		f.start = f.clone()
	}
}

// forgetIn forgets events before the horizon.
func (f *finder) forgetIn(c *cell) {
	c.adds = slices.DeleteFunc(c.adds, func(e int) bool { return e < f.horizon })
}

// pointsWith returns points with that at the horizon, if there is one.
func (f *finder) pointsWith(points []*finder) []*finder {
	if f.start == nil {
		return points
	}
	return append([]*finder{f.start}, points...)
}
