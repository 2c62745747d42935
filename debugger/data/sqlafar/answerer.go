package sqlafar

import (
	"context"
	"encoding/binary"
	"errors"
	"iter"

	"machsim/debugger/data/tables"
)

// Room is what all queries of a guest may keep together. One goroutine uses it.
type Room struct {
	Bytes int // of rows, as they are handed over
	Talks int // that are open
}

// Usual is more than a recording of some millions of events needs.
var Usual = Room{Bytes: 1 << 30, Talks: 16}

var errRoom = errors.New("the tables of this run are too large to be asked in SQL from within a guest")

// Answerer is the host's side of a talk: it answers what the guest says by what an engine says. Where the engine wants
// rows, that is asked first, and the engine waits.
type Answerer struct {
	ctx     context.Context
	engine  tables.QueryEngine
	room    *Room
	taken   int // of the room
	request []byte
	next    func() ([]byte, bool)
	stop    func()
	say     func([]byte) bool

	queries  tables.Queries   // nil until the first message
	gathered tables.Gathering // the same, if rows are gathered
	width    int              // columns of what is gathered
}

// Answer begins a talk, which ends when the context does.
func Answer(ctx context.Context, engine tables.QueryEngine, room *Room) *Answerer {
	a := &Answerer{ctx: ctx, engine: engine, room: room}
	room.Talks--
	a.next, a.stop = iter.Pull(a.talk)
	return a
}

// Answer answers what was said; nil if there is no answer any more.
func (a *Answerer) Answer(request []byte) []byte {
	a.request = request
	answer, _ := a.next()
	return answer
}

// Close ends the talk.
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
		m, err = a.ask(failure(a.do(m)))
	}
}

// heard is what the guest has said.
func (a *Answerer) heard() (m message, err error) {
	m, err = read(a.request)
	a.request = nil
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
func (a *Answerer) asked(m message) (message, error) {
	answer, err := a.ask(m)
	if err == nil {
		err = answer.err()
	}
	return answer, err
}

// do does what a message wants.
func (a *Answerer) do(m message) (err error) {
	switch {
	case m.Kind == opens && a.queries == nil && a.room.Talks >= 0:
		return a.open(m)
	case m.Kind == gathers && a.queries == nil && a.room.Talks >= 0:
		if a.gathered, err = a.engine.Gather(); err == nil {
			a.queries = a.gathered
		}
		return err
	case m.Kind == asks && a.queries != nil:
		return a.query(m)
	case m.Kind == begins && a.gathered != nil:
		if err := fit(m.Columns); err != nil {
			return err
		}
		a.width = len(m.Columns)
		return a.gathered.Run(m.Seed, m.Text, tablesOf(m.Columns))
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
	a.queries, err = a.engine.Open(c, all...)
	return err
}

// add gathers rows.
func (a *Answerer) add(m message) error {
	if err := a.take(len(m.rows)); err != nil {
		return err
	}
	row := make([]any, a.width)
	for r := valuesOf(m.rows); r.more(); {
		if r.row(row); r.bad {
			return errMessage
		}
		if err := a.gathered.Add(row); err != nil {
			return err
		}
	}
	return nil
}

// take takes so many bytes of the room.
func (a *Answerer) take(bytes int) error {
	if bytes > a.room.Bytes {
		return errRoom
	}
	a.room.Bytes -= bytes
	a.taken += bytes
	return nil
}

// query answers a query. The first rows go soon, since the guest may want no more.
func (a *Answerer) query(m message) error {
	ctx := a.ctx
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
