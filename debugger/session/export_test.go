package session

import (
	"machsim/debugger/record"
	"machsim/debugger/replay/graph"
	"machsim/debugger/replay/tape"
)

// TapeOf is the log of a Session's run.
func TapeOf(s *Session) *tape.Tape { return s.log().tape }

// GraphOf is its causal order.
func GraphOf(s *Session) *graph.Graph { return s.order() }

// Marks is how many regular checkpoints there are.
func Marks(s *Session) int { return len(s.log().marks.all) }

// Resumes says whether a Session goes on from a picture in its recording.
func Resumes(s *Session) bool { return s.resumes }

// Counted is what Open opens of a recording.
func Counted(rec *record.Recording, w Window) *record.Recording {
	first, _ := counted(rec, w)
	return first
}

// EndAt has the logs of live runs have so many events at most, until the function that it returns is called.
func EndAt(events int) (usual func()) {
	was := mostEvents
	mostEvents = events
	return func() { mostEvents = was }
}

// LookOften has it seen after so many events whether some of a bounded run is to be dropped, until the function that it
// returns is called.
func LookOften(events int) (usual func()) {
	was := atOnce
	atOnce = events
	return func() { atOnce = was }
}
