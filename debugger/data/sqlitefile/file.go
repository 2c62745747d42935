package sqlitefile

import (
	"context"
	"encoding/binary"
	"io"

	"machsim/debugger/data/tables"
)

// File is a database that is being written.
type File struct {
	pages  *pages
	schema *tree
	n      uint64 // tables
}

// New begins a database in an empty file.
func New(file io.WriteSeeker) (*File, error) {
	p, err := newPages(file)
	return &File{pages: p, schema: newTree(p)}, err
}

// Table describes a table that is written.
type Table struct {
	Name    string
	Columns []tables.Column
	Key     bool // the first column is the key: positive integers that rise from row to row
}

// Add writes a table, whose rows come from all: it hands each to add. The slice may be used again for the next one.
func (f *File) Add(t Table, all func(add func([]tables.Value) error) error) error {
	rows, id := newTree(f.pages), uint64(0)
	var r record
	err := all(func(values []tables.Value) error {
		id++
		r.begin()
		for i, v := range values {
			if t.Key && i == 0 {
				id, v = uint64(v.Int()), tables.Null() // the id of a row is no part of it
			}
			r.add(v)
		}
		return rows.add(id, r.bytes())
	})
	if err != nil {
		return err
	}
	root, err := rows.root()
	if err != nil {
		return err
	}
	r.begin()
	f.n++
	for _, v := range []tables.Value{tables.String("table"), tables.String(t.Name), tables.String(t.Name),
		tables.Int(int64(root)), tables.String(t.declaration())} {
		r.add(v)
	}
	return f.schema.add(f.n, r.bytes())
}

// Close ends the database; the file itself stays open.
func (f *File) Close() error {
	level, err := f.schema.finish()
	if err != nil {
		return err
	}
	return f.pages.first(join(level).behind(f.pages.header()))
}

// Write writes all tables of a catalogue into an empty file, and returns how many rows these are. What has been
// written when it fails is of no use.
func Write(ctx context.Context, file io.WriteSeeker, c *tables.Catalogue) (rows int, err error) {
	f, err := New(file)
	if err != nil {
		return 0, err
	}
	for _, t := range c.Tables() {
		err := f.Add(Table{t.Name, t.Columns, t.Name == "events"}, func(add func([]tables.Value) error) error {
			cursor, err := t.Rows(ctx, tables.Scan{})
			if err != nil {
				return err
			}
			values := make([]tables.Value, len(t.Columns))
			for ; cursor.Next(); rows++ {
				for i := range values {
					values[i] = cursor.Value(i)
				}
				if err := add(values); err != nil {
					return err
				}
			}
			return cursor.Err()
		})
		if err != nil {
			return 0, err
		}
	}
	return rows, f.Close()
}

// header is the header of the file.
func (p *pages) header() []byte {
	h := make([]byte, 0, headerSize)
	h = append(h, "SQLite format 3\x00"...)
	h = binary.BigEndian.AppendUint16(h, pageSize)
	h = append(h, 1, 1, 0, 64, 32, 32) // no write-ahead log, no bytes kept free, and the fractions that all files have
	for _, n := range []uint32{
		1,           // how often the file was changed
		uint32(p.n), // pages
		0, 0,        // none are free
		1, 4, // the schema's version and format
		0, 0, // sizes of the cache, and for vacuuming
		1,       // texts are in UTF-8
		0, 0, 0, // version of a user, vacuuming, application
		0, 0, 0, 0, 0,
		1,         // the change for which the next number is right
		3_046_000, // the version of SQLite
	} {
		h = binary.BigEndian.AppendUint32(h, n)
	}
	return h
}
