//go:build !js && !wasip1

package sqlite

import (
	"strings"
	"unsafe"

	"modernc.org/libc"
	lib "modernc.org/sqlite/lib"

	"machsim/debugger/data/tables"
)

// argument is a value that SQLite hands over: of a condition, or of a function. It is nil, an int64, a float64, a
// string or a []byte.
type argument any

// arguments copies values that SQLite hands over.
func arguments(tls *libc.TLS, n int32, values uintptr) []argument {
	all := make([]argument, n)
	for i, v := range unsafe.Slice(at[uintptr](values), n) {
		all[i] = argumentAt(tls, v)
	}
	return all
}

func argumentAt(tls *libc.TLS, v uintptr) argument {
	switch lib.Xsqlite3_value_type(tls, v) {
	case lib.SQLITE_INTEGER:
		return lib.Xsqlite3_value_int64(tls, v)
	case lib.SQLITE_FLOAT:
		return lib.Xsqlite3_value_double(tls, v)
	case lib.SQLITE_TEXT:
		p := lib.Xsqlite3_value_text(tls, v)
		return goString(p, lib.Xsqlite3_value_bytes(tls, v))
	case lib.SQLITE_BLOB:
		p := lib.Xsqlite3_value_blob(tls, v)
		return []byte(goString(p, lib.Xsqlite3_value_bytes(tls, v)))
	}
	return nil
}

// result gives a value to SQLite, which copies a text.
func (db *DB) result(context uintptr, v tables.Value) {
	tls := db.tls
	switch {
	case v.IsInt():
		lib.Xsqlite3_result_int64(tls, context, v.Int())
	case v.IsText():
		p, n := hold(&db.lent, tls, v.Text())
		lib.Xsqlite3_result_text(tls, context, p, n, lib.SQLITE_TRANSIENT)
	default:
		lib.Xsqlite3_result_null(tls, context)
	}
}

// columnValue is a value of a row of a query, of the types of argument.
func columnValue(tls *libc.TLS, statement uintptr, i int32) any {
	switch lib.Xsqlite3_column_type(tls, statement, i) {
	case lib.SQLITE_INTEGER:
		return lib.Xsqlite3_column_int64(tls, statement, i)
	case lib.SQLITE_FLOAT:
		return lib.Xsqlite3_column_double(tls, statement, i)
	case lib.SQLITE_TEXT:
		p := lib.Xsqlite3_column_text(tls, statement, i)
		return strings.ToValidUTF8(goString(p, lib.Xsqlite3_column_bytes(tls, statement, i)), "\uFFFD")
	case lib.SQLITE_BLOB:
		p := lib.Xsqlite3_column_blob(tls, statement, i)
		return []byte(goString(p, lib.Xsqlite3_column_bytes(tls, statement, i)))
	}
	return nil
}
