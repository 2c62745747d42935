package sqlafar

import (
	"bufio"
	"context"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"os"
	"time"
	"unicode/utf8"

	"machsim/debugger/data/tables"
)

// Engine has the queries of a guest answered. It is a tables.QueryEngine.
type Engine struct {
	Dial func() (io.ReadWriteCloser, error) // opens File
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
	of    tables.Asked // nil for what was gathered
	by    Engine
	first message // with which the talk began
	conn  io.ReadWriteCloser
	in    *bufio.Reader
}

// open begins to talk.
func (q *queries) open(e Engine, first message) (err error) {
	if q.conn, err = e.Dial(); err != nil {
		return err
	}
	q.by, q.first, q.in = e, first, bufio.NewReaderSize(q.conn, 1<<16)
	if _, err = q.asked(first); err != nil {
		q.Close()
	}
	return err
}

// Close ends the talk.
func (q *queries) Close() { q.conn.Close() }

// begin says what a query begins with. Where the guest was put back to a time before, the file is closed, and the talk
// begins anew; what was gathered is lost then.
func (q *queries) begin(m message) (message, error) {
	answer, err := q.ask(m)
	if errors.Is(err, os.ErrClosed) && q.of != nil {
		if err = q.open(q.by, q.first); err == nil {
			answer, err = q.ask(m)
		}
	}
	return answer, err
}

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
	answer, err := q.begin(m)
	for {
		switch {
		case err != nil:
			return err
		case answer.Kind == done || answer.Kind == failed:
			if limited && time.Until(deadline) <= 0 {
				<-ctx.Done() // which may come a moment after the host has given up
			}
			return x.ended(answer.err())
		}
		answer, err = q.ask(x.answer(answer))
	}
}
