package predicate

// Forget makes a Run know no more than when it was made.
func (r *Run) Forget() {
	fresh := NewRun(r.g, nil)
	r.shows, r.fieldNames, r.leaves, r.hits, r.split = nil, nil, fresh.leaves, fresh.hits, fresh.split
}
