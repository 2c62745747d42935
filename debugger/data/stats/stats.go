package stats

import (
	"cmp"
	"context"

	"machsim/debugger/data/tables"
	"machsim/debugger/event/facts"
	"machsim/debugger/session"
)

// Report is a run in numbers.
type Report struct {
	Events  int          `json:"events"`
	Time    int64        `json:"time_us"` // virtual, at the end of the run
	Ports   []PortUse    `json:"ports"`
	Mutexes []MutexUse   `json:"mutexes"`
	Waits   []LongWait   `json:"waits"` // the longest
	Calls   []CallCount  `json:"calls"`
	Threads []EventCount `json:"threads"`
	Hosts   []EventCount `json:"hosts"`
	Kept    []KeptRights `json:"kept"`  // what tasks that returned had not given back
	Apart   []Apart      `json:"apart"` // what never overlapped
	Left    int          `json:"left"`  // pairs of threads that were not looked at
}

// PortUse is the messages that went to a port.
type PortUse struct {
	Port     string `json:"port"`
	Sent     int    `json:"sent"`
	Received int    `json:"received"`
	Lost     int    `json:"lost"`      // that nobody can receive any more
	Waiting  int    `json:"waiting"`   // on their way, or in the queue, when the run ends
	Median   int64  `json:"median_us"` // from the event that sent a message to the event that received it
	P95      int64  `json:"p95_us"`
	Max      int64  `json:"max_us"`
	At       int    `json:"at"` // the event that received the message that took longest; 0 for none
}

// MutexUse is the uses of a mutex.
type MutexUse struct {
	Mutex       string `json:"mutex"`
	Taken       int    `json:"taken"`
	Waited      int    `json:"waited"`  // how often a thread had to wait for it
	WaitTime    int64  `json:"wait_us"` // in all
	LongestWait int64  `json:"longest_wait_us"`
	By          string `json:"by"`      // who waited longest
	At          int    `json:"at"`      // the event that took it then; 0 if the wait never ended
	Held        int64  `json:"held_us"` // in all
	LongestHeld int64  `json:"longest_held_us"`
	Holder      string `json:"holder"`  // who held it longest
	HeldAt      int    `json:"held_at"` // the event that gave it back then, or the last one of the run
}

// LongWait is the time that a thread was in a call that could not go on.
type LongWait struct {
	Thread string `json:"thread"`
	For    string `json:"for"`  // what
	From   int    `json:"from"` // the events at which it began and ended; To is 0 if it never ended
	To     int    `json:"to"`   // the events at which it began and ended; To is 0 if it never ended
	Time   int64  `json:"time_us"`
}

// CallCount is how often a kernel call ended in a way.
type CallCount struct {
	Call   string `json:"call"`
	Result string `json:"result"` // "ok", a code, or "not done" when the run ended
	Count  int    `json:"count"`
}

// EventCount is how many events a thread, or a host, had.
type EventCount struct {
	Name   string `json:"name"`
	Events int    `json:"events"`
}

// Counts reports on the run of a session, from its tables, but for what never overlapped: see Overlaps.
func Counts(ctx context.Context, s *session.Session, c *tables.Catalogue) (*Report, error) {
	f, err := c.Facts(ctx)
	if err != nil {
		return nil, err
	}
	t, err := c.Table("events")
	if err != nil {
		return nil, err
	}
	q := &query{s: s, f: f, events: t, x: &Report{Events: s.Len()}, open: map[string]int{}}
	if n, err := t.Len(ctx); err != nil {
		return nil, err
	} else if n == 0 {
		return q.x, nil
	}
	q.x.Time = q.time(uint64(s.Len()))
	q.ports()
	q.mutexes()
	if err := cmp.Or(q.threads(ctx), q.calls(ctx), q.hosts(ctx), q.kept(ctx, c)); err != nil {
		return nil, err // what is there is no report
	}
	q.waits()
	return q.x, nil
}

// query asks a run for its numbers.
type query struct {
	s      *session.Session
	f      *facts.Facts
	events *tables.Table
	x      *Report
	open   map[string]int // calls that are not done when the run ends, by their names
}

// value is what the table of events says of an event.
func (q *query) value(n uint64, column string) tables.Value {
	return q.events.Value(int(n)-1-q.s.First(), q.events.Column(column))
}

// time is the virtual time before an event.
func (q *query) time(n uint64) int64 { return q.s.TimeOf(max(int(n)-1, q.s.First())) }
