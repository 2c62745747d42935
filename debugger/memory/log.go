package memory

import (
	"reflect"
	"slices"
)

// Log remembers the memory that some roots lead to, at moments with the numbers 0, 1, and so on. It is used from one
// goroutine at a time.
type Log struct {
	walker
	objects map[key]*object // those that were reached at the last moment
	last    []*object       // the same, in the order in which they were reached
	changes []change
	ends    []int           // by moment: the number of changes up to it
	first   int             // the first moment that is still remembered
	gone    map[key]*object // those that were reached before, and what they were is still remembered
	undone  []bool          // by moment: the memory is shown as if it had not come
	round   int             // of Can
	mapped  bool            // the contents of a map were put in place
	bytes   int             // that the changes take
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

// Note adds a moment: the memory that the variables roots lead to is as it is now. Nothing may be left out meanwhile.
func (l *Log) Note(roots []reflect.Value) {
	if l.objects == nil {
		l.objects, l.gone, l.shapes.known = map[key]*object{}, map[key]*object{}, map[reflect.Type]*shape{}
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
			l.gone[o.key] = o
		}
	}
	l.ends, l.undone = append(l.ends, len(l.changes)), append(l.undone, false)
}

// reach notes an object; false if it has been reached before.
func (l *Log) reach(k key, mapped reflect.Value) bool {
	o := l.objects[k]
	switch {
	case o == nil:
		o = &object{key: k, mapped: mapped}
		o.was = o.copied()
		if was := l.gone[k]; was != nil {
			o.kept = was.kept
		} else {
			o.kept = new(int)
		}
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
			o := l.changes[i].o
			if l.bytes -= o.bytes(); l.gone[o.key] == o {
				delete(l.gone, o.key)
			}
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
	undone := make([]bool, l.Len())
	for i := moment + 1; i < len(undone); i++ {
		undone[i] = true
	}
	l.Without(undone)
}

// Can says whether Without can leave out some moments: none up to First, and no moment that comes after one of them,
// and is not left out, has changed what that one has changed.
func (l *Log) Can(undone []bool) bool {
	first := slices.Index(undone, true)
	if first < 0 {
		return true
	}
	l.round++
	for m := l.Len() - 1; m >= first; m-- {
		for i := l.end(m - 1); i < l.end(m); i++ {
			switch o := l.changes[i].o; {
			case !undone[m]:
				*o.kept = l.round
			case *o.kept == l.round:
				return false
			}
		}
	}
	return first > l.first
}

// Without gives all memory the contents that it would have if some moments, by their numbers, had not come. Can has to
// allow it.
func (l *Log) Without(undone []bool) {
	for m := range l.undone {
		if l.undone[m] && !undone[m] {
			for i := l.end(m - 1); i < l.end(m); i++ {
				l.exchange(i)
			}
		}
	}
	for m := l.Len() - 1; m >= 0; m-- {
		if undone[m] && !l.undone[m] {
			for i := l.end(m) - 1; i >= l.end(m-1); i-- {
				l.exchange(i)
			}
		}
	}
	copy(l.undone, undone)
}

func (l *Log) exchange(i int) {
	c := &l.changes[i]
	l.mapped = l.mapped || c.o.mapped.IsValid()
	c.exchange()
}
