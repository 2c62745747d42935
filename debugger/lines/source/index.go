package source

import (
	"errors"
	"slices"

	"machsim/debugger/replay/engine"
	"machsim/kernel"
)

// index says of each thread how many statements it has begun whenever it comes to a call. So the call after which a
// statement comes is found without running anything.
type index struct {
	marks [][]uint64 // by lane: the number at each of the thread's calls but the first, which starts it
}

// indexed returns the index, which one walk through the run makes, and with it the survey.
func (s *Source) indexed() (*index, error) { return s.indexing(s.stop()) }

func (s *Source) indexing(stop <-chan struct{}) (*index, error) {
	if s.index != nil {
		return s.index, nil
	}
	x := &index{marks: make([][]uint64, len(s.tape.Lanes))}
	of := newSurveyor()
	look := func(v engine.View, id kernel.ThreadID, event int) {
		switch lane := s.tape.LaneOf(id); {
		case event < s.tape.First():
			x.marks[lane] = s.earlier(lane, of.threads[id].N)
		case s.tape.Lane(event) == lane:
			x.marks[lane] = append(x.marks[lane], of.threads[id].N)
		}
		of.look(v, id)
	}
	err := s.engine.Walk(engine.Walk{Listen: of.begun, Stop: stop, Look: look})
	if err != nil {
		return nil, err
	}
	s.index, s.survey = x, of.survey
	return x, nil
}

// earlier are the marks of a thread that has begun n statements when the log begins: of none of them it is known after
// which call it came.
func (s *Source) earlier(lane int, n uint64) []uint64 {
	return slices.Repeat([]uint64{n}, s.tape.Lanes[lane].Earlier())
}

// ErrOutside is the error of a statement that comes before the log.
var ErrOutside = errors.New("the statement comes before the log")

// outside says that a statement comes before the log.
func (s *Source) outside(x *index, lane int, n uint64) error {
	if x.stretch(lane, n) >= s.tape.Lanes[lane].Earlier() {
		return nil
	}
	return ErrOutside
}

// all is how many statements a thread begins in the whole run, as far as it comes to a call after them.
func (x *index) all(lane int) uint64 {
	if m := x.marks[lane]; len(m) > 0 {
		return m[len(m)-1]
	}
	return 0
}

// stretch is which of a thread's stretches, from 0, a statement is in.
func (x *index) stretch(lane int, n uint64) int {
	i, _ := slices.BinarySearch(x.marks[lane], n)
	return i
}

// event is the event that completes the call after which a statement comes; -1 if there is no such statement.
func (s *Source) event(x *index, lane int, n uint64) int {
	l := &s.tape.Lanes[lane]
	if n == 0 || n > x.all(lane) && l.Runnable(l.Len()) == l.Completed(l.Len()) {
		return -1
	}
	e := s.tape.CompletedBy(lane, x.stretch(lane, n))
	if e < s.tape.First() {
		return -1 // before the log
	}
	return e
}

// Statements is how many statements a thread has begun at a position. within says that it has not yet begun the
// last of them: it stands before it.
func (s *Source) Statements(id kernel.ThreadID, cut []uint32) (n uint64, err error) {
	x, err := s.indexed()
	lane := s.tape.LaneOf(id)
	if err != nil || lane < 0 {
		return 0, err
	}
	if calls := s.tape.Lanes[lane].Completed(int(cut[lane])); calls > 0 && len(x.marks[lane]) > 0 {
		return x.marks[lane][min(calls, len(x.marks[lane]))-1], nil
	}
	return 0, nil
}
