//go:build !js && !wasip1

package sqlite

import (
	"context"
	"errors"
	"unsafe"

	lib "modernc.org/sqlite/lib"

	"modernc.org/libc"

	"machsim/debugger/data/tables"
)

// statement is a statement that SQLite has read.
type statement struct {
	db     *DB
	handle uintptr // 0 of nothing but blanks and comments
	end    int     // where it ends in its text
}

// prepare reads the first statement of a text.
func (db *DB) prepare(sql string) (*statement, error) {
	text, free := cString(db.tls, sql)
	defer free()
	out := allocate(db.tls, 2*unsafe.Sizeof(uintptr(0)))
	if out == 0 {
		return nil, errMemory
	}
	defer lib.Xsqlite3_free(db.tls, out)
	tail := out + unsafe.Sizeof(uintptr(0))
	rc := lib.Xsqlite3_prepare_v2(db.tls, db.handle, text, int32(len(sql)+1), out, tail)
	if rc != lib.SQLITE_OK {
		return nil, db.wrong(rc, sql)
	}
	return &statement{db, *at[uintptr](out), int(*at[uintptr](tail) - text)}, nil
}

// step goes to the next row; it returns false after the last.
func (s *statement) step() (bool, error) {
	switch rc := lib.Xsqlite3_step(s.db.tls, s.handle); rc {
	case lib.SQLITE_ROW:
		return true, nil
	case lib.SQLITE_DONE:
		return false, nil
	default:
		return false, s.db.broken(rc)
	}
}

func (s *statement) close() { lib.Xsqlite3_finalize(s.db.tls, s.handle) }

// broken is the error of a query that ends before its last row.
func (db *DB) broken(rc int32) error {
	switch {
	case errors.Is(context.Cause(db.ctx), errTime):
		return errTime
	case db.ctx.Err() != nil:
		return db.ctx.Err()
	case db.refused != "":
		return errRefused
	case db.failure != nil:
		return db.failure
	case rc&0xff == lib.SQLITE_NOMEM:
		return errRoom
	case rc&0xff == lib.SQLITE_TOOBIG:
		return errBig
	}
	return errors.New(db.message())
}

// columns describes the columns of the rows. One that comes from a column of a table has its type.
func (s *statement) columns() []tables.Column {
	tls, n := s.db.tls, lib.Xsqlite3_column_count(s.db.tls, s.handle)
	all := make([]tables.Column, n)
	for i := range n {
		name := libc.GoString(lib.Xsqlite3_column_name(tls, s.handle, i))
		table := libc.GoString(lib.Xsqlite3_column_table_name(tls, s.handle, i))
		origin := libc.GoString(lib.Xsqlite3_column_origin_name(tls, s.handle, i))
		all[i] = tables.Column{Name: name, Type: s.db.typeOf(table, origin)}
		if origin == "" && (name == "n" || name == "event") {
			all[i].Type = tables.Event
		}
	}
	return all
}

// typeOf is the type of a column of a table; Any if there is none.
func (db *DB) typeOf(table, column string) tables.Type {
	for _, r := range db.known {
		if r.name != table {
			continue
		}
		for _, c := range r.columns {
			if c.Name == column {
				return c.Type
			}
		}
	}
	return tables.Any
}

// row writes the values of the present row. Together they are bounded as one value is: a row may name one many times.
func (s *statement) row(to []any) error {
	size := 0
	for i := range to {
		to[i] = columnValue(s.db.tls, s.handle, int32(i))
		switch v := to[i].(type) {
		case string:
			size += len(v)
		case []byte:
			size += len(v)
		}
		if size > s.db.limits.Text {
			return errBig
		}
	}
	return nil
}
