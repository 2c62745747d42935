package diagram

import (
	"errors"
	"fmt"

	"machsim/debugger/session"
)

// How much is shown of a run.
const (
	whole     = 1000 // a run of so many events is shown whole
	around    = 400  // of a longer one so many, around the position
	maxWindow = 5000 // more cannot be asked for
)

// Options select what is shown.
type Options struct {
	From, To int   // numbers of the first and last event; 0 leaves the choice to the diagram
	Rows     Fold  // whether rows are folded
	Words    Words // how one sees what is left out

	// Lanes are the threads that are shown, in this order: by name, or by a part of it that no other has. Without any,
	// all are shown.
	Lanes []string
	// Without are threads that are left out then, by name.
	Without []string
	// Control, unless nil, shows control messages of debuggers.
	Control *Control
	// Marked are the numbers of events that get a star: those of the rows that one walks.
	Marked []int
	// Slide makes a picture that fits a slide of 16 to 9, and can be read from the back of a room: with few rows around
	// the position, and few lanes.
	Slide bool
}

// window finds out which events are shown. An error says what to ask for instead.
func window(s *session.Session, o Options) (from, to int, err error) {
	n := s.Len()
	switch {
	case o.From < 0 || o.To < 0:
		return 0, 0, fmt.Errorf("the first event of a run is number 1; a window begins and ends with one of 1 to %d", n)
	case o.From > n || o.To > n:
		return 0, 0, fmt.Errorf("the run has %d events; a window begins and ends with one of them, not with event %d",
			n, max(o.From, o.To))
	case o.From > o.To && o.To > 0:
		return 0, 0, fmt.Errorf("a window from event %d to event %d is empty; the first must not be after the last",
			o.From, o.To)
	}
	from, to = usual(s, o, n)
	if first := s.First(); from < first {
		from, to = first, max(to, first)
	}
	if to-from > maxWindow {
		return 0, 0, fmt.Errorf("a window of %d events is too long for a picture; the longest is %d events",
			to-from, maxWindow)
	}
	return from, to, nil
}

// wholeReplay is the window of a replay that debuggers halt: it is shown whole.
func (b *builder) wholeReplay(o Options) (from, to int, err error) {
	if o.From > 0 || o.To > 0 {
		return 0, 0, errors.New("a replay that debuggers halt is shown whole; leave the first and the last event out")
	}
	to, err = b.replayOf(o.Control)
	if n := len(b.d.replayMoves()); err == nil && n > maxWindow {
		err = fmt.Errorf("a replay of %d moves is too long for a picture; the longest has %d", n, maxWindow)
	}
	return 0, to, err
}

// usual fills in what was left to the diagram.
func usual(s *session.Session, o Options, n int) (from, to int) {
	switch {
	case o.From > 0 && o.To > 0:
		return o.From - 1, o.To
	case o.From > 0:
		return o.From - 1, min(n, o.From-1+whole)
	case o.To > 0:
		return max(0, o.To-whole), o.To
	case n <= whole:
		return 0, n
	}
	at := s.LastOf(s.Position()) + 1
	to = min(n, max(around, at+around/4))
	return to - around, to
}
