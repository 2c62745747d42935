//go:build !js && !wasip1

package sqlite

import (
	"strings"

	"modernc.org/libc"
	lib "modernc.org/sqlite/lib"
)

// readOnly lets queries read, and nothing else, from now on.
func (db *DB) readOnly() {
	lib.Xsqlite3_set_authorizer(db.tls, db.handle, function(xAuthorize), db.number)
}

// anything lets this package's own statements do all that SQLite can.
func (db *DB) anything() { lib.Xsqlite3_set_authorizer(db.tls, db.handle, 0, 0) }

// acts are the words for what queries may not do, by SQLite's code for it.
var acts = map[int32]string{
	lib.SQLITE_PRAGMA: "PRAGMA", lib.SQLITE_ATTACH: "ATTACH", lib.SQLITE_DETACH: "DETACH",
	lib.SQLITE_INSERT: "INSERT", lib.SQLITE_UPDATE: "UPDATE", lib.SQLITE_DELETE: "DELETE",
	lib.SQLITE_TRANSACTION: "BEGIN, COMMIT and ROLLBACK", lib.SQLITE_SAVEPOINT: "SAVEPOINT",
	lib.SQLITE_ANALYZE: "ANALYZE", lib.SQLITE_REINDEX: "REINDEX", lib.SQLITE_ALTER_TABLE: "ALTER TABLE",
}

// act is the word for one of them.
func act(code int32) string {
	if word := acts[code]; word != "" {
		return word
	}
	return "CREATE and DROP"
}

// unsafeFunctions are SQLite's functions that reach beyond the tables.
var unsafeFunctions = map[string]bool{"load_extension": true, "fts3_tokenizer": true, "writefile": true,
	"readfile": true, "edit": true}

// xAuthorize is asked while a statement is read whether it may do something.
func xAuthorize(_ *libc.TLS, number uintptr, action int32, _, second, _, _ uintptr) int32 {
	db := databases.get(number)
	switch action {
	case lib.SQLITE_SELECT, lib.SQLITE_READ, lib.SQLITE_RECURSIVE:
		return lib.SQLITE_OK
	case lib.SQLITE_FUNCTION:
		name := strings.ToLower(libc.GoString(second))
		if !unsafeFunctions[name] {
			return lib.SQLITE_OK
		}
		db.refused = name
		return lib.SQLITE_DENY
	}
	if db.refused == "" {
		db.refused = act(action)
	}
	return lib.SQLITE_DENY
}
