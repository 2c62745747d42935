package sqlafar

import (
	"bufio"
	"context"
	"encoding/binary"
	"fmt"
	"io"
	"os"
	"time"
	"unicode/utf8"

	"machsim/debugger/data/tables"
)

// Engine has the queries of a guest answered. It is a tables.QueryEngine.
type Engine struct {
	Dial func() (io.ReadWriteCloser, error) // nil for File
}

// Open opens a catalogue for queries.
func (e Engine) Open(c tables.Asked, same ...tables.Constant) (tables.Queries, error) {
	m := message{Kind: opens}
	for _, t := range append(c.Tables()[:len(c.Tables()):len(c.Tables())], c.LocalTable()) {
		m.Tables = append(m.Tables, relation{t.Name, columnsOf(t.Columns)})
	}
	for _, x := range same {
		m.Same = append(m.Same, column{x.Name, x.Type()})
		m.rows = appendValue(m.rows, x.Value)
	}
	q := &queries{of: c}
	return q, q.open(e, m)
}

// Gather begins a table for the rows of many answers.
func (e Engine) Gather() (tables.Gathering, error) {
	g := &gathering{}
	return g, g.open(e, message{Kind: gathers})
}

// queries are those of a catalogue, or of what was gathered.
type queries struct {
	of   tables.Asked // nil for what was gathered
	conn io.ReadWriteCloser
	in   *bufio.Reader
}

// open begins to talk.
func (q *queries) open(e Engine, first message) (err error) {
	if e.Dial == nil {
		e.Dial = func() (io.ReadWriteCloser, error) { return os.OpenFile(File, os.O_RDWR, 0) }
	}
	if q.conn, err = e.Dial(); err != nil {
		return err
	}
	q.in = bufio.NewReaderSize(q.conn, 1<<16)
	if _, err = q.asked(first); err != nil {
		q.Close()
	}
	return err
}

// Close ends the talk.
func (q *queries) Close() { q.conn.Close() }

// ask says something, and returns the answer.
func (q *queries) ask(m message) (answer message, err error) {
	if _, err := q.conn.Write(m.write()); err != nil {
		return answer, err
	}
	var size [4]byte
	if _, err := io.ReadFull(q.in, size[:]); err != nil {
		return answer, err
	}
	b := make([]byte, binary.BigEndian.Uint32(size[:]))
	if _, err := io.ReadFull(q.in, b); err != nil {
		return answer, err
	}
	return read(b)
}

// asked is ask where it is an error that something has failed.
func (q *queries) asked(m message) (message, error) { return well(q.ask(m)) }

// mostQuery is how long a query may be: a byte may have six in JSON, and a head has other things, too.
const mostQuery = mostHead / 8

// Query has a query answered. What is asked meanwhile the catalogue answers.
func (q *queries) Query(ctx context.Context, sql string, to tables.Output) error {
	if !utf8.ValidString(sql) || len(sql) > mostQuery {
		return fmt.Errorf("in a guest a query is UTF-8, of at most %d bytes", mostQuery)
	}
	m := message{Kind: asks, Text: sql}
	deadline, limited := ctx.Deadline()
	if limited {
		m.Time = max(time.Until(deadline), 1)
	}
	if q.of != nil {
		defer q.of.LetGo()
	}
	x := &answering{of: q.of, ctx: ctx, to: to, open: map[string]rows{}}
	for {
		answer, err := q.ask(m)
		switch {
		case err != nil:
			return err
		case answer.Kind == done || answer.Kind == failed:
			if limited && time.Until(deadline) <= 0 {
				<-ctx.Done() // which may come a moment after the host has given up
			}
			return x.ended(answer.err())
		}
		m = x.answer(answer)
	}
}
