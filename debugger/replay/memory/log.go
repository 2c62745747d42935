package memory

import "reflect"

// Log remembers the memory that some roots lead to, at moments with the numbers 0, 1, and so on. It is used from one
// goroutine at a time.
type Log struct {
	walker
	objects map[key]*object // those that were reached at the last moment
	last    []*object       // the same, in the order in which they were reached
	changes []change
	ends    []int // by moment: the number of changes up to it
	first   int   // the first moment that is still remembered
	undone  int   // so many of the last moments are undone: the memory is shown as it was before them
	mapped  bool  // the contents of a map were put in place
	bytes   int   // that the changes take
}

// Len returns the number of moments.
func (l *Log) Len() int { return len(l.ends) }

// First returns the first moment that can be shown.
func (l *Log) First() int { return l.first }

// Reached returns about how many bytes the roots lead to.
func (l *Log) Reached() int { return l.reached }

// Hidden says whether something cannot be shown as it was, because its own text is made from memory that is not seen.
func (l *Log) Hidden() bool { return l.shapes.hidden }

// Touched says whether a map was changed to show a moment. A loop over its entries that is at work may then go on
// otherwise than it would have: the program must not run on.
func (l *Log) Touched() bool { return l.mapped }

// Note adds a moment: the memory that the variables roots lead to is as it is now. No moment may be undone meanwhile.
func (l *Log) Note(roots []reflect.Value) {
	if l.objects == nil {
		l.objects, l.shapes.known = map[key]*object{}, map[reflect.Type]*shape{}
	}
	before := l.last
	l.last, l.reached = make([]*object, 0, len(before)), 0
	l.visit = l.reach
	for _, v := range roots {
		l.variable(v)
	}
	for _, o := range before {
		if o.seen != l.Len() {
			l.add(o)
			delete(l.objects, o.key)
		}
	}
	l.ends = append(l.ends, len(l.changes))
}

// reach notes an object; false if it has been reached before.
func (l *Log) reach(k key, mapped reflect.Value) bool {
	o := l.objects[k]
	switch {
	case o == nil:
		o = &object{key: k, mapped: mapped}
		o.was = o.copied()
		l.objects[k] = o
	case o.seen == l.Len():
		return false
	case o.changed():
		l.add(o)
		o.was = o.copied()
	}
	o.seen = l.Len()
	l.last = append(l.last, o)
	l.reached += o.bytes()
	return true
}

// add keeps what an object was at the last moment.
func (l *Log) add(o *object) {
	l.changes = append(l.changes, change{o, o.was})
	l.bytes += o.bytes()
}

// Trim forgets the first moments until what is remembered takes no more than so many bytes.
func (l *Log) Trim(most int) {
	for l.bytes > most && l.first < l.Len()-1 {
		l.first++
		for i := l.end(l.first - 1); i < l.end(l.first); i++ {
			l.bytes -= l.changes[i].o.bytes()
			l.changes[i] = change{}
		}
	}
}

// end returns the number of changes up to a moment; -1 stands for the beginning.
func (l *Log) end(moment int) int {
	if moment < 0 {
		return 0
	}
	return l.ends[moment]
}

// Show gives all memory the contents that it had at a moment, which is not before First.
func (l *Log) Show(moment int) {
	shown := l.Len() - 1 - l.undone
	for i := l.end(shown) - 1; i >= l.end(moment); i-- {
		l.exchange(i)
	}
	for i := l.end(shown); i < l.end(moment); i++ {
		l.exchange(i)
	}
	l.undone = l.Len() - 1 - moment
}

func (l *Log) exchange(i int) {
	c := &l.changes[i]
	l.mapped = l.mapped || c.o.mapped.IsValid()
	c.exchange()
}
