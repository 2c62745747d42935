package tables

import (
	"encoding/json"
	"fmt"

	"machsim/debugger/session"
)

// lane is a sequence of events of which each comes after the one before: those of a thread, of the packets on a way, of
// the faults, or of the changes at a debugger.
type lane struct {
	r *run
	n int
}

func (r *run) lanes() (all []lane) {
	for n := range r.s.Lanes() {
		all = append(all, lane{r, n})
	}
	return all
}

// laneName is what the table of lanes and clocks call a lane.
func laneName(s *session.Session, n int) string {
	switch id := s.ThreadIn(n); {
	case id != 0:
		return s.ThreadName(id)
	case s.Failing(n):
		return "faults"
	case s.Edited(n):
		return "changes"
	}
	return fmt.Sprintf("packets %d", n)
}

// laneColumns are the columns of the table of lanes.
var laneColumns = []derived[lane]{
	{"lane", Integer, "its number", numberOf(func(l *lane) int { return l.n })},
	{"name", Text, "the thread, packets and a number, faults, or changes (at the debugger)",
		textOf(func(l *lane) string { return laneName(l.r.s, l.n) })},
	{"thread", Text, "the thread; NULL for any other",
		textOf(func(l *lane) string { return l.r.nameOf(l.r.s.ThreadIn(l.n)) })},
	{"events", Integer, "how many events it has", numberOf(func(l *lane) int { return l.r.s.LaneLen(l.n) })},
}

// tick is an entry of the vector clock of an event that is another one than at the lane's event before.
type tick struct {
	n                   int
	lane, nth, of, done uint32
}

// clocks are the vector clocks of all events, as far as they differ from those before them in their lanes.
func (r *run) clocks() (all []tick) {
	was := make([][]uint32, r.s.Lanes())
	for e := r.s.First(); e < r.s.Len(); e++ {
		at := r.s.LaneAt(e)
		now := []uint32(r.s.Least(e).Cut)
		for of, done := range now {
			if done != 0 && (was[at] == nil || was[at][of] != done) {
				all = append(all, tick{e + 1, uint32(at), now[at], uint32(of), done})
			}
		}
		was[at] = now
	}
	return all
}

// clockColumns are the columns of the table of clocks.
var clockColumns = []derived[tick]{
	{"n", Event, "the event", eventOf(func(c *tick) int { return c.n })},
	{"lane", Integer, "its lane", numberOf(func(c *tick) uint32 { return c.lane })},
	{"nth", Integer, "its number there, from 1", numberOf(func(c *tick) uint32 { return c.nth })},
	{"of", Integer, "a lane of which more events come before it than before the last event of its own lane, or its own",
		numberOf(func(c *tick) uint32 { return c.of })},
	{"done", Integer, "how many of them come before it, with it", numberOf(func(c *tick) uint32 { return c.done })},
}

// itself is the run itself.
type itself struct{ r *run }

func (r *run) itself() []itself { return []itself{{r}} }

func recorded(says func(*session.Session) string) func(*source[itself]) *column {
	return textOf(func(x *itself) string { return says(x.r.s) })
}

// runColumns are the columns of the table of the run.
var runColumns = []derived[itself]{
	{"program", Text, "its name", recorded(func(s *session.Session) string { return s.Rec.Program })},
	{"seed", Text, "the seed, of which SQLite's integers do not hold all", recorded(func(s *session.Session) string {
		return fmt.Sprint(s.Rec.Seed)
	})},
	{"strategy", Text, "who made the choices", recorded(func(s *session.Session) string { return s.Rec.Strategy })},
	{"outcome", Text, "how it ended", recorded(func(s *session.Session) string { return string(s.Report().Verdict) })},
	{"hash", Text, "what tells it from other runs", recorded(func(s *session.Session) string {
		return fmt.Sprintf("%016x", s.Final().Hash)
	})},
	{"events", Integer, "how many events it has", numberOf(func(x *itself) int { return x.r.s.Len() })},
	{"end_us", Time, "virtual time at its end", numberOf(func(x *itself) int64 { return x.r.s.Final().Now })},
	{"threads", Integer, "how many threads it had", numberOf(func(x *itself) int { return x.r.s.Final().Threads.Len() })},
}

// Clock returns the vector clock of an event as JSON: by the names of lanes, how many of their events come before it,
// with it.
func (c *Catalogue) Clock(event int) (string, error) {
	if err := c.known(event); err != nil {
		return "", err
	}
	clock := map[string]uint32{}
	for n, done := range c.s.Least(event - 1).Cut {
		if done != 0 {
			clock[laneName(c.s, n)] = done
		}
	}
	text, err := json.Marshal(clock)
	return string(text), err
}
