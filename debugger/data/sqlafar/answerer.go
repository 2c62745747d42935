package sqlafar

import (
	"bytes"
	"context"
	"encoding/binary"
	"errors"
	"iter"

	"machsim/debugger/data/tables"
)

// Room is what all queries of a guest may keep together. One goroutine uses it.
type Room struct {
	Bytes int   // of what is said, and of tables: their names, their rows as they are handed over, and 8 for each value
	Talks int   // that are open
	Work  *Work // notes queries, so that they can be given up; nil for nobody does that
}

// Usual is more than a recording of some millions of events needs.
var Usual = Room{Bytes: 1 << 30, Talks: 16}

var errRoom = errors.New("the tables of this run are too large to be asked in SQL from within a guest")

// The most bytes that are heard before an answer, and that the head of a message has: a list of tables becomes a dozen
// times as large when it is read.
const (
	mostSaid = 64 << 20
	mostHead = 1 << 20
)

// Answerer is the host's side of a talk: it answers what the guest says by what an engine says. Where the engine wants
// rows, that is asked first, and the engine waits.
type Answerer struct {
	ctx    context.Context
	engine tables.QueryEngine
	room   *Room
	taken  int    // of the room
	said   []byte // since the last answer
	next   func() ([]byte, bool)
	stop   func()
	say    func([]byte) bool

	queries  tables.Queries   // nil until the first message
	gathered tables.Gathering // the same, if rows are gathered
	width    int              // columns of what is gathered
}

// Answer begins a talk, which ends when the context does; nil if there is no room for one.
func Answer(ctx context.Context, engine tables.QueryEngine, room *Room) *Answerer {
	if room.Talks <= 0 {
		return nil
	}
	a := &Answerer{ctx: ctx, engine: engine, room: room}
	room.Talks--
	a.next, a.stop = iter.Pull(a.talk)
	return a
}

// Say hears more of a message; false if there is no room for it.
func (a *Answerer) Say(b []byte) bool {
	if len(a.said)+len(b) > mostSaid || a.take(len(b)) != nil {
		return false
	}
	a.said = append(a.said, b...)
	return true
}

// Answer answers what was said; nil if nothing was, or there is no answer any more.
func (a *Answerer) Answer() (answer []byte) {
	if len(a.said) > 0 {
		answer, _ = a.next()
	}
	return answer
}

// Close ends the talk. A query at work wants something of the guest, gets an error, and ends.
func (a *Answerer) Close() {
	a.stop()
	if a.queries != nil {
		a.queries.Close()
	}
	a.room.Bytes += a.taken
	a.room.Talks++
}

// talk answers one message after the other.
func (a *Answerer) talk(say func([]byte) bool) {
	a.say = say
	for m, err := a.heard(); err == nil; {
		m, err = a.ask(wrap(message{}, a.do(m)))
	}
}

// heard is what the guest has said.
func (a *Answerer) heard() (m message, err error) {
	if err = errMessage; bytes.IndexByte(a.said, '\n') <= mostHead {
		m, err = read(a.said)
	}
	a.give(len(a.said))
	a.said = nil
	return m, err
}

var errGone = errors.New("the guest asks no more")

// ask says something, and returns what the guest says to it.
func (a *Answerer) ask(m message) (message, error) {
	b := m.write()
	if !a.say(append(binary.BigEndian.AppendUint32(nil, uint32(len(b))), b...)) {
		return m, errGone
	}
	return a.heard()
}

// asked is ask where it is an error that something has failed.
func (a *Answerer) asked(m message) (message, error) { return well(a.ask(m)) }

// do does what a message wants.
func (a *Answerer) do(m message) (err error) {
	switch {
	case m.Kind == opens && a.queries == nil:
		return a.open(m)
	case m.Kind == gathers && a.queries == nil:
		g, err := a.engine.Gather()
		if err == nil {
			a.gathered, a.queries = g, g
		}
		return err
	case m.Kind == asks && a.queries != nil:
		return a.query(m)
	case m.Kind == begins && a.gathered != nil:
		if err = fit(m.Columns); err == nil {
			err = a.gathered.Run(m.Seed, m.Text, tablesOf(m.Columns))
		}
		if err == nil {
			a.width = len(m.Columns)
		}
		return err
	case m.Kind == adds && a.width > 0:
		return a.add(m)
	}
	return errMessage
}

// open opens the tables that the guest has.
func (a *Answerer) open(m message) error {
	c, err := a.catalogue(m)
	if err == nil && len(m.Same) > 0 {
		err = fit(m.Same)
	}
	if err == nil {
		err = a.take(len(m.rows))
	}
	if err != nil {
		return err
	}
	same := make([]tables.Value, len(m.Same))
	r := valuesOf(m.rows)
	if r.ofTable(same); r.bad {
		return errMessage
	}
	var all []tables.Constant
	for i, x := range m.Same {
		all = append(all, tables.Constant{Name: x.Name, Value: same[i]})
	}
	q, err := a.engine.Open(c, all...)
	if err == nil {
		a.queries = q
	}
	return err
}

// add gathers rows.
func (a *Answerer) add(m message) error {
	if err := a.take(len(m.rows)); err != nil {
		return err
	}
	return each(m.rows, make([]any, a.width), (*values).row, a.gathered.Add)
}

// take takes so many bytes of the room, until give or the end of the talk.
func (a *Answerer) take(bytes int) error {
	if bytes > a.room.Bytes {
		return errRoom
	}
	a.room.Bytes -= bytes
	a.taken += bytes
	return nil
}

func (a *Answerer) give(bytes int) {
	a.room.Bytes += bytes
	a.taken -= bytes
}

// query answers a query. The first rows go soon, since the guest may want no more.
func (a *Answerer) query(m message) error {
	ctx, ended := a.room.Work.begin(a.ctx)
	defer ended()
	if m.Time > 0 {
		var cancel func()
		ctx, cancel = context.WithTimeout(ctx, m.Time)
		defer cancel()
	}
	var b []byte
	enough := turn >> 10
	flush := func() (more bool, err error) {
		answer, err := a.asked(message{Kind: answers, rows: b})
		b, enough = b[:0], min(2*enough, turn)
		return answer.More, err
	}
	err := a.queries.Query(ctx, m.Text, tables.Output{
		Head: func(columns []tables.Column) error {
			_, err := a.asked(message{Kind: heads, Columns: columnsOf(columns)})
			return err
		},
		Row: func(row []any) (bool, error) {
			if b = appendRow(b, row); len(b) < enough {
				return true, nil
			}
			return flush()
		},
	})
	if err == nil && len(b) > 0 {
		_, err = flush()
	}
	return err
}
