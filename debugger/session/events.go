package session

import (
	"fmt"

	"machsim/debugger/event/history"
	"machsim/debugger/record/watch"
	"machsim/debugger/replay/engine"
	"machsim/debugger/replay/tape"
	"machsim/kernel"
)

// Events shows the recorded events from index from up to, but without, index to. The position
// stays. Event i is shown under the number i+1.
func (s *Session) Events(from, to int, show func(*kernel.Event)) error {
	from = max(from, s.First())
	return s.show(s.Stop, s.log().nearest(from), from, to, show)
}

// nearest returns the mark from which an event is reached with the fewest steps: where the last motion led, or before
// its last event, or one that is always there.
func (l *log) nearest(event int) mark {
	return l.marks.before(event).nearer(l.before, event).nearer(l.here(), event)
}

// here is the present position, if it is a beginning of the recorded order; else it has no state.
func (l *log) here() mark {
	if l.play == nil || l.play.Next() != l.cuts.Missing(l.at.Cut) {
		return mark{}
	}
	return mark{n: l.play.Next(), state: l.play.State()}
}

// EventsUntil is Events for work that is cancelled by a channel of its own. It reads nothing that motions change, so
// that it may be at work in a goroutine while the Session moves.
func (s *Session) EventsUntil(stop <-chan struct{}, from, to int, show func(*kernel.Event)) error {
	from = max(from, s.First())
	return s.show(stop, s.log().marks.before(from), from, to, show)
}

// show shows events, from a mark on that comes before them.
func (s *Session) show(stop <-chan struct{}, k mark, from, to int, show func(*kernel.Event)) error {
	if to = min(to, s.log().tape.Len()); from >= to {
		return nil
	}
	play := k.play(s.log().tape)
	if err := play.To(from, nil); err != nil {
		return fault(err)
	}
	play.Trace(kernel.Tracer{Before: true, Event: show})
	return playUntil(stop, s.progress, play, to)
}

// ErrStopped is the error of work that was cancelled (Session.Stop). The Session is then as it was
// before.
var ErrStopped = engine.ErrStopped

// checkEvery is the number of events between cancellation checks.
const checkEvery = 1024

// playUntil replays up to an event, unless a channel cancels that, and tells how far it is; told may be nil.
func playUntil(stop <-chan struct{}, told Progress, play *tape.Replayer, to int) error {
	from := play.Next()
	for n := from; n < to; {
		if engine.Stopped(stop) {
			return ErrStopped
		}
		watch.GiveWay()
		n = min(n+checkEvery, to)
		if err := play.To(n, nil); err != nil {
			return fault(err)
		}
		if told != nil {
			told(Playing, uint64(n-from), uint64(to-from))
		}
	}
	return nil
}

// fault reports that a step did not come out as recorded.
func fault(err error) error { return fmt.Errorf("machsim itself is at fault: %w", err) }

// Histories returns the execution histories of the whole run. The first use replays the run once, until stop is closed.
func (s *Session) Histories(stop <-chan struct{}) (*history.Collector, error) {
	if s.histories == nil {
		c := history.New()
		play := s.log().tape.Resume(s.log().tape.Start.Clone(), s.First(), s.log().cuts.Start())
		play.Trace(c.Tracer())
		if err := playUntil(stop, s.progress, play, s.log().tape.Len()); err != nil {
			return nil, err
		}
		s.histories = c
	}
	return s.histories, nil
}
