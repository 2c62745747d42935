package sqlafar

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"time"

	"machsim/debugger/data/tables"
	"machsim/debugger/event/text"
)

// message is one way of a turn. It is written as a line of JSON and, behind it, rows.
type message struct {
	Kind    kind
	Text    string        `json:",omitempty"` // a query, a table, a function, a verdict; what went wrong
	Mistake *text.Mistake `json:",omitempty"`
	GivenUp bool          `json:",omitempty"` // the query was given up, where it is answered
	Time    time.Duration `json:",omitempty"` // that a query may take; 0 for as long as it likes
	Seed    uint64        `json:",omitempty"`
	Reads   bool          `json:",omitempty"` // local events with those that read
	More    bool          `json:",omitempty"` // there are more rows, or more are wanted
	Tables  []relation    `json:",omitempty"` // the last one is that of local events
	Columns []column      `json:",omitempty"`
	Same    []column      `json:",omitempty"` // columns of all tables that have one value, which is a row
	rows    []byte
}

// relation and column are a table and a column without what only people read.
type (
	relation struct {
		Name    string
		Columns []column
	}
	column struct {
		Name string
		Type tables.Type
	}
)

// kind is what a message is.
type kind string

const (
	// A guest begins with one of these.
	opens   kind = "open"   // a catalogue: Tables, Same
	gathers kind = "gather" // the rows of many answers
	asks    kind = "query"  // Text, Time
	begins  kind = "run"    // of an answer that is gathered: Seed, Text, Columns
	adds    kind = "add"    // rows of it

	// The answer to that, or to what comes in its place.
	done   kind = "done"
	failed kind = "failed" // Text, Mistake, GivenUp

	// In the place of an answer to a query: what the guest answers with done or failed.
	heads   kind = "head"  // Columns
	answers kind = "rows"  // rows of the answer; the guest says by More whether it wants others
	wants   kind = "table" // Text: the guest has the next rows, and More
	calls   kind = "call"  // Text and a row of arguments: the guest has a row of one value
	locals  kind = "local" // Text, Reads: the guest says by Text what wants calls the table
)

func columnsOf(all []tables.Column) (to []column) {
	return text.Each(all, func(c tables.Column) column { return column{c.Name, c.Type} })
}

func tablesOf(all []column) (to []tables.Column) {
	return text.Each(all, func(c column) tables.Column { return tables.Column{Name: c.Name, Type: c.Type} })
}

// write writes a message. What is no UTF-8 in the texts of its head is U+FFFD afterwards.
func (m message) write() []byte {
	head, err := json.Marshal(m)
	if err != nil {
		panic(err) // it has texts and numbers only
	}
	return append(append(head, '\n'), m.rows...)
}

var errMessage = errors.New("what was said of a query cannot be read")

// read reads a message.
func read(b []byte) (m message, err error) {
	head, rows, ok := bytes.Cut(b, []byte("\n"))
	if !ok || json.Unmarshal(head, &m) != nil {
		return m, errMessage
	}
	m.rows = rows
	return m, nil
}

// wrap is an answer, or the message of the error that came in its place.
func wrap(answer message, err error) message {
	if err == nil {
		answer.Kind = done
		return answer
	}
	m := message{Kind: failed, Text: err.Error(), GivenUp: errors.Is(err, context.Canceled)}
	errors.As(err, &m.Mistake)
	return m
}

// well is an answer where it is an error that something has failed.
func well(answer message, err error) (message, error) {
	if err == nil {
		err = answer.err()
	}
	return answer, err
}

// err is the error that a message says.
func (m message) err() error {
	switch {
	case m.Kind != failed:
		return nil
	case m.Mistake != nil:
		return m.Mistake
	case m.GivenUp:
		return context.Canceled
	}
	return errors.New(m.Text)
}
