//go:build !js && !wasip1

package sqlite

import (
	"context"
	"fmt"
	"os"
	"strings"

	lib "modernc.org/sqlite/lib"

	"machsim/debugger/tables"
)

// Export writes the tables of a catalogue into a new SQLite database at a path, and returns how many rows these are.
// A file that is there is replaced, and only by a whole one.
func Export(ctx context.Context, c *tables.Catalogue, path string) (rows int, err error) {
	beside := path + ".part"
	if err := os.Remove(beside); err != nil && !os.IsNotExist(err) {
		return 0, err
	}
	if rows, err = export(ctx, c, beside); err == nil {
		err = os.Rename(beside, path)
	}
	if err != nil {
		_ = os.Remove(beside)
		return 0, err
	}
	return rows, nil
}

// export fills a database file. Nobody else has it yet, and half of one is removed: so SQLite need not see to that it
// survives a crash.
func export(ctx context.Context, c *tables.Catalogue, path string) (rows int, err error) {
	db, err := open(path, c, Usual, nil, ofRun)
	if err != nil {
		return 0, err
	}
	defer db.Close()
	db.ctx = ctx
	err = db.execute("PRAGMA journal_mode = OFF; PRAGMA synchronous = OFF; PRAGMA locking_mode = EXCLUSIVE; " +
		"PRAGMA cache_size = -65536; BEGIN")
	if err != nil {
		return 0, err
	}
	for _, t := range c.Tables() {
		if err := db.copy(t); err != nil {
			return 0, fmt.Errorf("table %s: %w", t.Name, err)
		}
		rows += int(lib.Xsqlite3_changes64(db.tls, db.handle))
	}
	return rows, db.execute("COMMIT")
}

// ofRun is the name of a virtual table beside that of the table of the file.
func ofRun(name string) string { return "machsim " + name }

// copy makes a table of the file.
func (db *DB) copy(t *tables.Table) error {
	var columns []string
	for i, c := range t.Columns {
		column := identifier(c.Name) + declared(c.Type)
		if i == 0 && t.Name == "events" {
			column += " PRIMARY KEY"
		}
		columns = append(columns, column)
	}
	name := identifier(t.Name)
	return db.execute("CREATE TABLE " + name + "(" + strings.Join(columns, ", ") + "); " +
		"INSERT INTO " + name + " SELECT * FROM " + identifier(ofRun(t.Name)))
}
