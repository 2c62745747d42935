package session

import (
	"machsim/debugger/event/history"
)

// History returns an execution history up to the present position. It has the rows of the events
// that the position holds, so a rollback rewinds it (Krawczuk 4.3). The first use replays the run
// once.
func (s *Session) History(k history.Kind) (history.History, error) {
	c, err := s.Histories(s.Stop)
	if err != nil {
		return nil, err
	}
	var held history.History
	for _, row := range c.History(k) {
		if row.Event == 0 || s.Holds(int(row.Event)-1) {
			held = append(held, row)
		}
	}
	return held, nil
}

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
