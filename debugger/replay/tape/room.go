package tape

// Room prepares for so many more events, as far as that is sensible: who says so may be wrong.
func (k *Builder) Room(events uint64) {
	n := int(min(events, maxRoom))
	k.t.events.words.room(n)
	k.before, k.whole = k.t.Len(), k.t.Len()+n
	k.foresee = k.before + leastForeseen
}

// maxRoom is the number of events for which there is room before they come.
const maxRoom = 1 << 24

// leastForeseen is the number of events after which the Builder foresees the rest for the first time.
const leastForeseen = 1 << 12

// foreseen makes room for what the run adds if it goes on as it began, so that no list is copied many times while it
// grows: until the run is four times as long. Then it may be another run, and its rest is foreseen anew.
func (k *Builder) foreseen() {
	done := k.t.Len() - k.before
	k.foresee = min(k.before+4*done, k.whole)
	f := forecast{done, k.foresee - k.t.Len()}
	t := k.t
	t.notes.foresee(f)
	for i := range t.Lanes {
		l := &t.Lanes[i]
		l.calls.foresee(f)
		l.results.foresee(f)
		for _, list := range [...]*List[uint32]{&l.at, &l.sums, &l.answers, &l.glances} {
			foresee(list, f)
		}
	}
}

// forecast says how many events were logged, and for how many more there is to be room.
type forecast struct{ done, more int }

// foresee makes room for more records.
func (r *Records) foresee(f forecast) {
	foresee(&r.data, f)
	foresee(&r.at, f)
}

// foresee makes room in a list, and a little more.
func foresee[T any](l *List[T], f forecast) {
	if n := len(l.own); n >= leastRoom {
		l.room(int(int64(n) * int64(f.more) / int64(f.done) * 17 / 16))
	}
}

// leastRoom is the number of elements that a list has for which it is worth it.
const leastRoom = 64
