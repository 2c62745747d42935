package tables

import (
	"context"
	"fmt"

	"machsim/debugger/event/facts"
	"machsim/debugger/event/history"
	"machsim/debugger/event/text"
	"machsim/debugger/session"
)

// Catalogue is the tables of one run: of a recording, or of a fork.
type Catalogue struct {
	s      *session.Session
	tables []*Table
	run    *run              // nil until a table is asked for that comes from the events
	local  map[string]*Table // of local events, by what they are called with
}

// Of returns the tables of a run. Nothing is derived yet.
func Of(s *session.Session) *Catalogue {
	c := &Catalogue{s: s}
	c.tables = []*Table{
		{Name: "events", Doc: "an event of the run", Columns: heads(eventColumns), fill: c.fillEvents},
		derivedOf(c, "global", "an event as the thesis records it (tables 3.1 to 3.13): one event of the run may be several",
			globalColumns, (*run).occurrences),
		derivedOf(c, "threads", "a thread of the run", threadColumns, (*run).allThreads),
		derivedOf(c, "messages", "a message that a thread sent or received", messageColumns,
			func(r *run) []facts.Letter { return r.facts.Mail.All }),
		derivedOf(c, "spans", "a span of a thread's work (th.Span)", spanColumns, func(r *run) []span { return r.spans.all }),
		derivedOf(c, "locks", "a mutex in the hands of a thread", lockColumns,
			func(r *run) []facts.Holding { return r.facts.Mutexes.All }),
		derivedOf(c, "waits", "a thread that waits", waitColumns, func(r *run) []facts.Wait { return r.facts.Waits.All }),
		derivedOf(c, "rights", "a right to a port, or a port set, that was made, moved or ended", rightColumns,
			func(r *run) []transfer { return r.rights.moves }),
		derivedOf(c, "tasks", "a task of the run", taskColumns, (*run).allTasks),
		derivedOf(c, "hosts", "a host of the run", hostColumns, (*run).allHosts),
		derivedOf(c, "disk", "something that was written to a disk", diskColumns,
			func(r *run) []diskWrite { return r.disks.all }),
		derivedOf(c, "ports", "a port or a port set that a program made", portColumns,
			func(r *run) []portLife { return r.rights.lives }),
		derivedFrom(c, "rpcs", "a remote call: a request with a right for its reply, or a call by a protocol of the "+
			"program's own", rpcColumns, allRPCs),
		derivedFrom(c, "packets", "a packet of a remote call by a protocol of the program's own, or a copy of one that a "+
			"fault made", packetColumns, allPackets),
	}
	c.tables = append(c.tables,
		derivedOf(c, "run", "the run", runColumns, (*run).itself),
		derivedOf(c, "lanes", "a sequence of events of which each comes after the one before", laneColumns, (*run).lanes),
		derivedOf(c, "clocks", "an entry of the vector clock of an event, where the event of its lane before has another",
			clockColumns, (*run).clocks))
	for k := range history.NumKinds {
		c.tables = append(c.tables, c.historyTable(k))
	}
	return c
}

// events returns what the one pass over the run has found, and makes it when it is first asked for.
func (c *Catalogue) events(ctx context.Context) (*run, error) {
	if c.run == nil {
		r, err := pass(ctx, c.s)
		if err != nil {
			return nil, err
		}
		c.run = r
	}
	return c.run, nil
}

// Facts returns what the tables are made of that is told by events together. Here objects are told apart by their
// identities, where tables have names.
func (c *Catalogue) Facts(ctx context.Context) (*facts.Facts, error) {
	r, err := c.events(ctx)
	if err != nil {
		return nil, err
	}
	return r.facts, nil
}

// Ready makes the one pass over the run from which all tables come, if it has not been made.
func (c *Catalogue) Ready(ctx context.Context) error {
	_, err := c.events(ctx)
	return err
}

// Tables lists the tables.
func (c *Catalogue) Tables() []*Table { return c.tables }

// aliases are other names of tables.
var aliases = map[string]string{"event": "events"}

// Table returns the table with a name. The error names the nearest one, or some.
func (c *Catalogue) Table(name string) (*Table, error) {
	if of, ok := aliases[name]; ok {
		name = of
	}
	if of, reads, ok := localCall(name); ok {
		return c.Local(of, reads)
	}
	var names []string
	for _, t := range c.tables {
		if t.Name == name {
			return t, nil
		}
		names = append(names, t.Name)
	}
	return nil, fmt.Errorf("there is no table %q; %s", name, text.Offer(name, names, "tables"))
}

// Before says whether an event came before another in the causal order. Events are counted from 1.
func (c *Catalogue) Before(a, b int) (bool, error) {
	if err := c.known(a, b); err != nil {
		return false, err
	}
	return c.s.HappenedBefore(a-1, b-1), nil
}

// Concurrent says whether neither of two events came before the other in the causal order.
func (c *Catalogue) Concurrent(a, b int) (bool, error) {
	if err := c.known(a, b); err != nil {
		return false, err
	}
	return a != b && !c.s.HappenedBefore(a-1, b-1) && !c.s.HappenedBefore(b-1, a-1), nil
}

// Least returns the least position that holds an event, as text.
func (c *Catalogue) Least(event int) (string, error) {
	if err := c.known(event); err != nil {
		return "", err
	}
	return c.s.Format(c.s.Least(event - 1)), nil
}

// known says what is wrong with the numbers of events.
func (c *Catalogue) known(events ...int) error {
	for _, n := range events {
		if n < 1 || n > c.s.Len() {
			return fmt.Errorf("there is no event %d: they have the numbers 1 to %d", n, c.s.Len())
		}
		if n <= c.s.First() {
			return c.s.Outside(n)
		}
	}
	return nil
}

// Field returns a field of the message of an event, by its name as a trace has it: Amount, From.Account, Marks[2].
// It is NULL where there is no such event, it has no message, or its type has no such field. Events are counted from 1.
func (c *Catalogue) Field(event int, name string) Value {
	if c.run == nil || c.known(event) != nil {
		return Null()
	}
	t := c.run.events
	return t.bodies.field(int(t.body.at(event-1-t.first)), name)
}
