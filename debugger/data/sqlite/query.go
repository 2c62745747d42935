//go:build !js && !wasip1

package sqlite

import (
	"context"
	"errors"
	"strings"

	lib "modernc.org/sqlite/lib"

	"machsim/debugger/data/tables"
	"machsim/debugger/event/text"
)

// The errors of queries that came to a limit.
var (
	errTime    = errors.New("the query takes too long, and was ended")
	errRoom    = errors.New("the query needs more memory than it may have: let it keep fewer rows, or sort fewer")
	errRefused = errors.New("a query only reads: it is a SELECT, perhaps with WITH before it")
	errBig     = errors.New("a value or a row of the query is too long: let it join fewer texts")
)

// Query runs a query. It calls Head once with the columns, and Row with each row, until Row wants no more.
func (db *DB) Query(ctx context.Context, sql string, to tables.Output) error {
	if db.limits.Time > 0 {
		var cancel func()
		ctx, cancel = context.WithTimeoutCause(ctx, db.limits.Time, errTime)
		defer cancel()
	}
	db.ctx, db.failure, db.refused = ctx, nil, ""
	defer func() { db.ctx = context.Background() }()
	if db.catalogue != nil {
		defer db.catalogue.LetGo()
	}
	lib.Xsqlite3_hard_heap_limit64(db.tls, db.limits.Memory)
	db.readOnly()
	defer db.anything()
	s, err := db.only(sql)
	if err != nil {
		return err
	}
	defer s.close()
	columns := s.columns()
	if to.Head != nil {
		if err := to.Head(columns); err != nil {
			return err
		}
	}
	row := make([]any, len(columns))
	for {
		more, err := s.step()
		if err != nil || !more {
			return atFunction(sql, err)
		}
		if err := s.row(row); err != nil {
			return err
		}
		if goesOn, err := to.Row(row); err != nil || !goesOn {
			return err
		}
	}
}

// only reads a text that has to be one query.
func (db *DB) only(sql string) (*statement, error) {
	if at := strings.IndexByte(sql, 0); at >= 0 {
		return nil, mistake(sql, at, "this character is in no query")
	}
	s, err := db.prepare(sql)
	if err != nil {
		return nil, err
	}
	switch {
	case s.handle == 0:
		err = mistake(sql, 0, "there is no query, such as SELECT n, thread FROM events WHERE kind = 'mutex_entry'")
	case !blank(sql[s.end:]):
		err = mistake(sql, s.end+first(sql[s.end:]), "a query is one statement, and a second begins here")
	case lib.Xsqlite3_bind_parameter_count(db.tls, s.handle) > 0:
		err = mistake(sql, parameter(sql), "there are no values for parameters: write the value here")
	case lib.Xsqlite3_stmt_readonly(db.tls, s.handle) == 0:
		err = refusal(sql, "")
	}
	if err != nil {
		s.close()
		return nil, err
	}
	return s, nil
}

// names are the names of tables.
func (db *DB) names() (all []string) {
	return text.Each(db.known, func(r relation) string { return r.name })
}

func functionNames() []string {
	all := text.Each(tables.Functions, func(f tables.Function) string { return f.Name })
	return append(all, "abs", "avg", "coalesce", "count", "group_concat", "ifnull", "iif", "instr", "length", "like",
		"lower", "max", "min", "nullif", "printf", "round", "row_number", "replace", "substr", "sum", "total", "trim",
		"typeof", "upper", "lag", "lead", "first_value", "last_value", "rank", "dense_rank", "ntile")
}

// context is that of the query at work.
func (db *DB) context() context.Context { return db.ctx }
