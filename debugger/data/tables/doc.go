// Package tables holds a run as data: tables of its events, messages, ports, threads and so on, with filters, orders
// and indexes, for whoever asks questions about a run: the prompt, reports, exports, SQL.
//
//	c := tables.Of(session)
//	t, err := c.Table("events")
//	entries := tables.Condition{Column: t.Column("kind"), Op: tables.Equal, Value: tables.String("mutex_entry")}
//	rows, err := t.Rows(ctx, tables.Scan{Where: []tables.Condition{entries}})
//	for rows.Next() {
//		fmt.Println(rows.Value(0), rows.Value(t.Column("thread")))
//	}
//
// It is the event database of Krawczuk's thesis (3.3, 4.4), without its selection of what is logged: a run costs less
// to make again than to select from, so all events are there, and selection is a filter. The columns of the table
// of events are the attributes of the thesis's tables 3.1 to 3.13.
//
// A [Catalogue] is the tables of one run. The first question makes one pass over the run, which fills columns: texts
// are codes, and integers are packed by pages (packed.go), so that an event takes some 30 bytes. What follows from
// others is computed when it is asked for: what a column tells of a message is read from the message, which is kept
// once however often it was sent. An index is made when the second question wants it.
//
// A [Table] answers a [Scan]: conditions that hold all, and an order. A [Cursor] goes over its rows.
package tables
