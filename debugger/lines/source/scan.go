package source

import (
	"cmp"

	"machsim/kernel"
	"machsim/kernel/hook"
)

// scan looks at the statements of one thread, one after the other.
type scan struct {
	thread kernel.ThreadID
	match  matcher
	left   int    // how many matches are still to come, forwards
	after  uint64 // forwards: those up to this one were seen; a thread that begins anew passes them again
	limit  uint64 // backwards: the last statement that counts; 0: forwards
	most   int    // how many statements are looked at, 0 for all; then the thread is parked
	gaveUp bool   // there were more
	found  []uint64
	keep   int    // backwards: how many of the last matches are kept
	first  uint64 // backwards: the first statement that was seen
}

// matcher says of each statement of a thread whether it is one to stop at. It is told of all of them, in order.
type matcher interface {
	matches(hook.Spot) bool
}

// statement is told of a statement, and says whether the thread is to stop there.
func (s *scan) statement(at hook.Spot) bool {
	if s.limit > 0 && at.N > s.limit {
		return true // there is nothing more to be seen, and the thread may go on without end
	}
	if at.N <= s.after {
		return false
	}
	if s.limit == 0 {
		s.after = at.N
	}
	s.first = cmp.Or(s.first, at.N)
	if !s.matches(at) {
		s.most--
		s.gaveUp = s.most == 0
		return s.gaveUp
	}
	if s.limit > 0 {
		if len(s.found) == s.keep {
			s.found = append(s.found[:0], s.found[1:]...)
		}
		s.found = append(s.found, at.N)
		return false
	}
	s.left--
	return s.left == 0
}

// matches says whether a statement matches. It does not if that is not known, because it may not be the first on its
// line: statements before were not seen.
func (s *scan) matches(at hook.Spot) bool {
	m, ok := s.match.(*line)
	unsure := ok && s.limit > 0 && s.first > 1 && !m.every && m.serial == 0
	return s.match.matches(at) && !unsure
}

// line is a matcher of stepping: it matches the first statement of each stay on a line.
type line struct {
	deepest int  // frames that are deeper do not count; 0 for none
	every   bool // match each statement, not only the first on its line
	only    int  // if not 0, the line that matches, in file; others match only in frames that are less deep
	file    *hook.File
	into    string // if not "", frames that are deeper than depth count only if they are of this function
	depth   int

	serial uint64 // the frame of the last statement that counted
	number int32  // its line
}

func (l *line) matches(at hook.Spot) bool {
	f, stmt := at.Frame, at.Stmt()
	switch {
	case l.deepest > 0 && f.Depth > l.deepest,
		l.into != "" && f.Depth > l.depth && !goesBy(f.Package(), f.Func(), l.into):
		return false
	}
	starts := f.Serial != l.serial || stmt.Line != l.number
	l.serial, l.number = f.Serial, stmt.Line
	switch {
	case !starts && !l.every:
		return false
	case l.only == 0 || f.Depth < l.deepest:
		return true
	}
	file, number := f.Package().Place(stmt)
	return number == l.only && file == l.file
}

// left matches the first statement of a frame that is less deep: the function has been left, or not yet entered.
type left struct{ depth int }

func (l *left) matches(at hook.Spot) bool { return at.Frame.Depth < l.depth }
