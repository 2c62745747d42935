//go:build !js && !wasip1

package sqlite

import (
	"fmt"
	"slices"
	"strings"

	lib "modernc.org/sqlite/lib"

	"machsim/debugger/data/sqlitefile"
	"machsim/debugger/data/tables"
	"machsim/debugger/event/text"
)

// Gathered is the rows of the answers of many runs, as a table rows, and the runs, as a table runs.
type Gathered struct {
	*DB
	columns []tables.Column // of the rows; nil until the first run
	insert  *statement
	run     *statement
}

// Columns that the rows have before those of the answer, unless that has them.
const (
	seedColumn    = "seed"
	verdictColumn = "verdict"
)

// Gather begins a table for the rows of many answers.
func Gather(l Limits) (*Gathered, error) {
	db, err := Open(nil, l)
	if err != nil {
		return nil, err
	}
	g := &Gathered{DB: db}
	err = g.create("runs", []tables.Column{
		{Name: seedColumn, Type: tables.Integer}, {Name: verdictColumn, Type: tables.Text},
	})
	if err == nil {
		g.run, err = db.prepare("INSERT INTO runs VALUES (?, ?)")
	}
	if err != nil {
		g.Close()
		return nil, err
	}
	return g, nil
}

// Run begins the answer of a run.
func (g *Gathered) Run(seed uint64, verdict string, columns []tables.Column) error {
	if g.insert == nil {
		if err := g.begin(columns); err != nil {
			return err
		}
	}
	if !slices.Equal(names(g.columns), names(columns)) {
		return fmt.Errorf("the answer for seed %d has the columns %s, and that for others %s", seed,
			strings.Join(names(columns), ", "), strings.Join(names(g.columns), ", "))
	}
	return g.add(g.run, []any{int64(seed), verdict})
}

func names(columns []tables.Column) (all []string) {
	return text.Each(columns, func(c tables.Column) string { return c.Name })
}

// begin makes the table of the rows. Of several columns with one name each but the first gets a number.
func (g *Gathered) begin(columns []tables.Column) error {
	g.columns = slices.Clone(columns)
	taken := map[string]bool{}
	var unique []tables.Column
	for _, c := range columns {
		name := c.Name
		for i := 2; taken[strings.ToLower(c.Name)]; i++ {
			c.Name = fmt.Sprint(name, "_", i)
		}
		taken[strings.ToLower(c.Name)] = true
		unique = append(unique, c)
	}
	if err := g.create("rows", unique); err != nil {
		return err
	}
	var err error
	g.insert, err = g.prepare("INSERT INTO rows VALUES (?" + strings.Repeat(", ?", len(columns)-1) + ")")
	return err
}

// create makes a table.
func (g *Gathered) create(name string, columns []tables.Column) error {
	all := text.Each(columns, func(c tables.Column) string {
		return sqlitefile.Identifier(c.Name) + sqlitefile.Declared(c.Type)
	})
	g.known = append(g.known, relation{name, columns})
	return g.execute("CREATE TABLE " + name + "(" + strings.Join(all, ", ") + ")")
}

// Add adds a row of the run.
func (g *Gathered) Add(values []any) error { return g.add(g.insert, values) }

// add runs a statement with values for its parameters.
func (g *Gathered) add(s *statement, values []any) error {
	for i, v := range values {
		if rc := s.bind(int32(i+1), v); rc != lib.SQLITE_OK {
			return g.failed(rc)
		}
	}
	_, err := s.step()
	lib.Xsqlite3_reset(g.tls, s.handle)
	return err
}

// bind gives a parameter a value, which SQLite copies.
func (s *statement) bind(i int32, v any) int32 {
	tls := s.db.tls
	switch v := v.(type) {
	case int64:
		return lib.Xsqlite3_bind_int64(tls, s.handle, i, v)
	case float64:
		return lib.Xsqlite3_bind_double(tls, s.handle, i, v)
	case string:
		p, n := hold(&s.db.lent, tls, v)
		return lib.Xsqlite3_bind_text(tls, s.handle, i, p, n, lib.SQLITE_TRANSIENT)
	case []byte:
		if len(v) == 0 {
			return lib.Xsqlite3_bind_zeroblob(tls, s.handle, i, 0)
		}
		p, n := hold(&s.db.lent, tls, v)
		return lib.Xsqlite3_bind_blob(tls, s.handle, i, p, n, lib.SQLITE_TRANSIENT)
	}
	return lib.Xsqlite3_bind_null(tls, s.handle, i)
}

// Close frees the rows.
func (g *Gathered) Close() {
	for _, s := range []*statement{g.insert, g.run} {
		if s != nil {
			s.close()
		}
	}
	g.DB.Close()
}
