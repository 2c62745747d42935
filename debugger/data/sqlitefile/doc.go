// Package sqlitefile writes a database file that SQLite opens (SQLite's "Database File Format"), in one pass and
// without SQLite: tables whose rows come in order need no index, no journal, and no look at what was written.
package sqlitefile
