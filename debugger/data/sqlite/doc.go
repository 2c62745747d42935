//go:build !js && !wasip1

// Package sqlite answers queries in SQL about a recorded run: SQLite's planner and functions over the rows of package
// tables. Nothing is copied into a database: each table of a catalogue is a virtual table, whose scans take over what
// they can of a query, its conditions and its order ([tables.Table.Plan]).
//
// A [DB] is a connection to one catalogue. Its queries only read, which an authorizer of SQLite's sees to, and are
// limited in time and memory ([Limits]); the end of their context ends them. A query that cannot be read is a
// [text.Mistake], which says where.
//
//	db, err := sqlite.Open(catalogue, sqlite.Usual)
//	defer db.Close()
//	answer, err := db.Query(ctx, "SELECT n, thread FROM events WHERE kind = 'mutex_entry'", tables.Rows{Row: show})
//
// SQLite is C translated to Go (modernc.org/sqlite), which is used below its database/sql driver, in modernc.org's own
// package for that: the driver has no way to end a query between two rows, and does not say where a mistake is. The
// files memory.go, value.go, module.go and statement.go are most of what knows of C's memory.
package sqlite
