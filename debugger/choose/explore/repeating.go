package explore

// repeating is what a run has in common with the one before. Its first steps are those of that one. They are not looked
// at again: the answers are the same. The kernel need not tell of them.
type repeating struct {
	step    int      // how many steps have been taken
	skip    int      // how many of them are the same
	answers []answer // to what was asked up to there, and then
	asked   int
	moments []moment // after each step
}

// moment is what a run was after a step, apart from what is noted.
type moment struct {
	events, answers int
	now             int64
	quiet           bool
	idle            idling
}

// restart begins a run that has its first n events in common with that before.
func (r *run) restart(path []branch, n int) {
	r.skip = len(r.moments) - 1
	for r.moments[r.skip].events > n {
		r.skip--
	}
	m := &r.moments[r.skip]
	if r.bounds.past != nil {
		r.bounds.past.keep(m.events)
	}
	r.bounds.cut, r.bounds.stop = Whole, nil
	r.idling, r.spins = m.idle, ""
	r.moments, r.events, r.answers = r.moments[:r.skip+1], r.events[:m.events], r.answers[:m.answers]
	r.now, r.quiet = m.now, m.quiet
	r.standing.back(m.events)
	r.enabling.back(r.skip)
	r.made.Back(r.skip)
	r.prints.Back(r.skip)
	r.prints.Told.Reset()
	r.goOn()
	r.path, r.rest, r.step, r.asked, r.picked, r.lost, r.timed = path, r.rest[:0], 0, 0, 0, false, false
}

// Since says from which step on the run listens (kernel.Latecomer).
func (r *run) Since() uint64 { return uint64(r.skip) }
