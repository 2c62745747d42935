//go:build !js && !wasip1

package sqlite

import (
	"fmt"
	"slices"
	"strings"
	"unsafe"

	"modernc.org/libc"
	lib "modernc.org/sqlite/lib"

	"machsim/debugger/data/sqlitefile"
	"machsim/debugger/data/tables"
)

// virtual is a table as SQLite knows it.
type virtual struct {
	db     *DB
	name   string
	table  *tables.Table
	hidden []hidden
	called bool // it is a function, whose arguments are the first hidden columns

	plans  []planned // by number
	number map[string]int
}

// planned is what a scan of the table is like, without the values of its arguments and conditions.
type planned struct {
	tables.Scan
	args int // how many arguments it has
}

// hidden is a column beyond those of the table, which SELECT * leaves out. Its value is that of another column, or the
// same in every row.
type hidden struct {
	name  string
	of    int // the other column, -1 for none
	value tables.Value
	kind  tables.Type
}

// fields is the hidden column by which the function field finds the message of a row: the event that has it.
const fields = "fields"

// newVirtual makes a table known under a name.
func (db *DB) newVirtual(name string, t *tables.Table) *virtual {
	v := &virtual{db: db, name: name, table: t}
	if n := t.EventColumn(); n >= 0 && t.Column(fields) < 0 {
		v.hidden = append(v.hidden, hidden{name: fields, of: n, kind: tables.Event})
	}
	for _, c := range db.more {
		if t.Column(c.Name) < 0 {
			v.hidden = append(v.hidden, hidden{c.Name, -1, c.Value, c.Type()})
		}
	}
	return v
}

// columns are all columns that a query can name.
func (v *virtual) columns() []tables.Column {
	all := slices.Clone(v.table.Columns)
	for _, h := range v.hidden {
		all = append(all, tables.Column{Name: h.name, Type: h.kind})
	}
	return all
}

// schema declares the columns. Those of a table keep the type of their values; SQLite has no types of its own, but
// compares by those.
func (v *virtual) schema() string {
	var all []string
	for i, c := range v.columns() {
		column := sqlitefile.Identifier(c.Name) + sqlitefile.Declared(c.Type)
		if i >= len(v.table.Columns) {
			column += " HIDDEN"
		}
		all = append(all, column)
	}
	return "CREATE TABLE x(" + strings.Join(all, ", ") + ")"
}

// wish is what a query wants of a table: a scan, and from which of SQLite's constraints its arguments and then its
// conditions come.
type wish struct {
	scan tables.Scan
	args int
	from []int
}

// ops are the comparisons that a scan can take over.
var ops = map[uint8]tables.Op{
	lib.SQLITE_INDEX_CONSTRAINT_EQ:        tables.Equal,
	lib.SQLITE_INDEX_CONSTRAINT_LT:        tables.Less,
	lib.SQLITE_INDEX_CONSTRAINT_LE:        tables.AtMost,
	lib.SQLITE_INDEX_CONSTRAINT_GT:        tables.Greater,
	lib.SQLITE_INDEX_CONSTRAINT_GE:        tables.AtLeast,
	lib.SQLITE_INDEX_CONSTRAINT_NE:        tables.Unequal,
	lib.SQLITE_INDEX_CONSTRAINT_ISNULL:    tables.IsNull,
	lib.SQLITE_INDEX_CONSTRAINT_ISNOTNULL: tables.NotNull,
}

// wish reads what SQLite asks for. Texts are compared by their bytes alone, so a constraint or an order by another
// collation stays with SQLite.
func (v *virtual) wish(tls *libc.TLS, index uintptr, info *lib.Sqlite3_index_info) (w wish, ok bool, err error) {
	if v.called {
		if w.from, ok, err = v.calls(info); !ok || err != nil {
			return w, ok, err
		}
		w.args = len(w.from)
	}
	for i, c := range unsafe.Slice(at[lib.Sqlite3_index_constraint](info.FaConstraint), info.FnConstraint) {
		op, known := ops[c.Fop]
		if c.Fusable == 0 || !known || !v.has(c.FiColumn) ||
			libc.GoString(lib.Xsqlite3_vtab_collation(tls, index, int32(i))) != "BINARY" {
			continue
		}
		w.scan.Where = append(w.scan.Where, tables.Condition{Column: int(c.FiColumn), Op: op})
		w.from = append(w.from, i)
	}
	orders := unsafe.Slice(at[lib.Sqlite3_index_orderby](info.FaOrderBy), info.FnOrderBy)
	for _, o := range orders {
		if !v.has(o.FiColumn) {
			w.scan.Order = nil
			break
		}
		w.scan.Order = append(w.scan.Order, tables.Order{Column: int(o.FiColumn), Descending: o.Fdesc != 0})
	}
	return w, true, nil
}

// has says whether a column is one of the table's own.
func (v *virtual) has(column int32) bool { return column >= 0 && int(column) < len(v.table.Columns) }

// plan numbers a scan, so that cursors find it again.
func (v *virtual) plan(w wish) (number int, p tables.Plan, err error) {
	if !v.called {
		if err := v.db.ready(v.table); err != nil {
			return 0, p, err
		}
	}
	p = v.table.Plan(w.scan)
	key := fmt.Sprint(w.args, w.scan)
	number, known := v.number[key]
	if !known {
		if number = len(v.plans); v.number == nil {
			v.number = map[string]int{}
		}
		v.number[key] = number
		w.scan.Order = ordered(w.scan.Order, p)
		v.plans = append(v.plans, planned{w.scan, w.args})
	}
	return number, p, nil
}

// ordered is the order that rows are asked for: none, if SQLite has to sort them all the same.
func ordered(o []tables.Order, p tables.Plan) []tables.Order {
	if p.Ordered {
		return o
	}
	return nil
}

// cost says what a scan costs, in rows that are looked at.
func (v *virtual) cost(p tables.Plan) float64 {
	if p.Indexed || v.called {
		return float64(p.Rows) + 5
	}
	return float64(p.Rows) + float64(v.db.rows(v.table))/4 + 5
}

// cursor is a scan at work.
type cursor struct {
	v    *virtual
	args []argument
	rows rows
	done bool // there is no row any more
}

// rows are those of a scan.
type rows interface {
	Next() bool
	Row() int
	Value(column int) tables.Value
	Err() error
}

// begin begins the scan of a number, with the values of its conditions.
func (c *cursor) begin(number int, values []argument) error {
	c.rows, c.done = nil, false
	p := c.v.plans[number]
	c.args, values = values[:p.args], values[p.args:]
	t, s := c.v.table, p.Scan
	if c.v.called {
		var err error
		if t, err = c.v.meant(c.args); err != nil {
			return &callError{c.v.name, err}
		}
		if t.Grows() && len(s.Order) == 0 {
			c.rows = t.Stream(c.v.db.context()) // SQLite looks at the conditions
			return nil
		}
	}
	where := make([]tables.Condition, 0, len(s.Where))
	dropped := false
	for i, x := range s.Where {
		if x.Op == tables.IsNull || x.Op == tables.NotNull {
			where = append(where, x)
			continue
		}
		x, f := fitted(c.v.table.Columns[x.Column].Type, x, values[i])
		switch f {
		case fits:
			where = append(where, x)
		case never:
			c.done = true
			return nil
		case loose:
			dropped = true
		}
	}
	s.Where = where
	if dropped && len(s.Order) > 0 && !t.Plan(s).Ordered {
		return fmt.Errorf("a number and a text are compared in %s, and the rows are to be ordered: write CAST (x AS TEXT)",
			c.v.name)
	}
	rows, err := t.Rows(c.v.db.context(), s)
	c.rows = rows
	return err
}

// next goes to the next row.
func (c *cursor) next() error {
	if c.done {
		return nil
	}
	if c.rows.Next() {
		return nil
	}
	c.done = true
	return c.rows.Err()
}

// value is a value of the present row.
func (c *cursor) value(column int) tables.Value {
	n := len(c.v.table.Columns)
	if column < n {
		return c.rows.Value(column)
	}
	h := &c.v.hidden[column-n]
	if column-n < len(c.args) {
		text, _ := c.args[column-n].(string)
		return tables.String(text)
	}
	if h.of >= 0 {
		return c.rows.Value(h.of)
	}
	return h.value
}
