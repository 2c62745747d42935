//go:build !js && !wasip1

package sqlite

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"sync"
	"time"
	"unsafe"

	"modernc.org/libc"
	lib "modernc.org/sqlite/lib"

	"machsim/debugger/data/tables"
)

// Limits bound what a query may take.
type Limits struct {
	Memory int64 // bytes that SQLite may use in this process while a query is at work, for sorting and for subqueries
	Text   int   // bytes of one value, and of a row
	Time   time.Duration
}

// Usual are limits that no query of use comes to.
var Usual = Limits{Memory: 1 << 30, Text: 16 << 20, Time: 10 * time.Minute}

// DB is a catalogue open for queries. One goroutine uses it at a time.
type DB struct {
	catalogue tables.Asked
	limits    Limits
	more      []tables.Constant

	tls       *libc.TLS
	handle    uintptr // SQLite's connection
	number    uintptr // of this DB in databases
	lent      lent
	virtuals  []uintptr
	functions []uintptr

	ctx     context.Context // of the query at work
	failure error           // that a table met during the query
	refused string          // what the authorizer has refused
	known   []relation
}

// relation is a table that queries can name.
type relation struct {
	name    string
	columns []tables.Column
}

// databases are the connections whose callbacks C calls.
var databases handles[DB]

// configure prepares SQLite, once for the process: it is to count the memory that it uses, so that it can be limited.
var configure = sync.OnceFunc(func() {
	tls := libc.NewTLS()
	defer tls.Close()
	arguments := libc.NewVaList(int32(1))
	if arguments == 0 {
		return
	}
	defer libc.Xfree(tls, arguments)
	lib.Xsqlite3_config(tls, lib.SQLITE_CONFIG_MEMSTATUS, arguments)
})

// Open opens a catalogue for queries.
func Open(c tables.Asked, l Limits, more ...tables.Constant) (*DB, error) {
	return open(":memory:", c, l, more)
}

// open opens a database file, or one in memory, with the tables of a catalogue.
func open(file string, c tables.Asked, l Limits, more []tables.Constant) (*DB, error) {
	configure()
	db := &DB{catalogue: c, limits: l, more: more, tls: libc.NewTLS(), ctx: context.Background()}
	db.number = databases.add(db)
	err := db.connect(file)
	if err == nil {
		err = db.register()
	}
	if err != nil {
		db.Close()
		return nil, err
	}
	return db, nil
}

// connect opens the connection, and sets its limits.
func (db *DB) connect(file string) error {
	lib.Xsqlite3_hard_heap_limit64(db.tls, db.limits.Memory) // rows are gathered before the first query
	path, free := cString(db.tls, file)
	defer free()
	out := allocate(db.tls, unsafe.Sizeof(uintptr(0)))
	if out == 0 {
		return errMemory
	}
	defer lib.Xsqlite3_free(db.tls, out)
	rc := lib.Xsqlite3_open_v2(db.tls, path, out, lib.SQLITE_OPEN_READWRITE|lib.SQLITE_OPEN_CREATE, 0)
	if db.handle = *at[uintptr](out); rc != lib.SQLITE_OK {
		return db.failed(rc)
	}
	lib.Xsqlite3_extended_result_codes(db.tls, db.handle, 1)
	lib.Xsqlite3_limit(db.tls, db.handle, lib.SQLITE_LIMIT_LENGTH, int32(db.limits.Text))
	lib.Xsqlite3_limit(db.tls, db.handle, lib.SQLITE_LIMIT_ATTACHED, 0)
	if err := db.execute("PRAGMA temp_store = MEMORY"); err != nil {
		return err
	}
	db.strictQuotes()
	lib.Xsqlite3_progress_handler(db.tls, db.handle, stepsBetween, function(xProgress), db.number)
	return nil
}

// strictQuotes has SQLite take what stands in double quotes for a name, and never for a text.
func (db *DB) strictQuotes() {
	for _, option := range []int32{lib.SQLITE_DBCONFIG_DQS_DDL, lib.SQLITE_DBCONFIG_DQS_DML} {
		arguments := libc.NewVaList(int32(0), uintptr(0))
		lib.Xsqlite3_db_config(db.tls, db.handle, option, arguments)
		libc.Xfree(db.tls, arguments)
	}
}

// stepsBetween is the number of steps of SQLite's machine between two looks at the context: some microseconds.
const stepsBetween = 1000

// xProgress is called every so many steps, and ends the query by another value than 0.
func xProgress(_ *libc.TLS, number uintptr) int32 {
	if databases.get(number).ctx.Err() != nil {
		return 1
	}
	return 0
}

// register makes the tables and the functions known. Event is another name of events.
func (db *DB) register() error {
	if db.catalogue == nil {
		return nil
	}
	for _, t := range db.catalogue.Tables() {
		if err := db.registerTable(t.Name, t); err != nil {
			return err
		}
		if t.Name == "events" {
			if err := db.registerTable("event", t); err != nil {
				return err
			}
		}
	}
	if err := db.registerLocal(); err != nil {
		return err
	}
	for i := range tables.Functions {
		if err := db.registerFunction(&tables.Functions[i]); err != nil {
			return err
		}
	}
	return nil
}

func (db *DB) registerTable(name string, t *tables.Table) error {
	return db.registerVirtual(db.newVirtual(name, t))
}

func (db *DB) registerVirtual(x *virtual) error {
	db.known = append(db.known, relation{x.name, x.columns()})
	v := virtuals.add(x)
	db.virtuals = append(db.virtuals, v)
	p, free := cString(db.tls, x.name)
	defer free()
	return db.failed(lib.Xsqlite3_create_module_v2(db.tls, db.handle, p, module(), v, 0))
}

func (db *DB) registerFunction(s *tables.Function) error {
	f := functions.add(&bound{db, s})
	db.functions = append(db.functions, f)
	p, free := cString(db.tls, s.Name)
	defer free()
	const kind = lib.SQLITE_UTF8 | lib.SQLITE_DETERMINISTIC
	return db.failed(lib.Xsqlite3_create_function_v2(db.tls, db.handle, p, -1, kind, f, function(xFunction), 0, 0, 0))
}

// Close frees what the connection takes up.
func (db *DB) Close() {
	if db.handle != 0 {
		lib.Xsqlite3_close_v2(db.tls, db.handle)
	}
	for _, v := range db.virtuals {
		virtuals.remove(v)
	}
	for _, f := range db.functions {
		functions.remove(f)
	}
	databases.remove(db.number)
	db.lent.free(db.tls)
	db.tls.Close()
}

var errMemory = errors.New("there is no memory left for SQLite")

// failed is the error of a code of SQLite's, nil if all is well.
func (db *DB) failed(rc int32) error {
	if rc == lib.SQLITE_OK {
		return nil
	}
	return errors.New("SQLite: " + db.message())
}

// message is what SQLite says of its last error.
func (db *DB) message() string {
	if db.handle == 0 {
		return "it cannot be opened"
	}
	return libc.GoString(lib.Xsqlite3_errmsg(db.tls, db.handle))
}

// fail keeps the error of a table, which ends the query, and tells SQLite of it.
func (db *DB) fail(tls *libc.TLS, table uintptr, err error) int32 {
	db.failure = err
	base := &at[cTable](table).base
	lib.Xsqlite3_free(tls, base.FzErrMsg)
	base.FzErrMsg = leave(tls, err.Error())
	if db.ctx.Err() != nil {
		return lib.SQLITE_INTERRUPT
	}
	return lib.SQLITE_ERROR
}

// ready derives the rows of a table, so that plans know how many there are.
func (db *DB) ready(t *tables.Table) error {
	_, err := t.Len(db.ctx)
	return err
}

// rows is the number of rows of a table that is ready.
func (db *DB) rows(t *tables.Table) int {
	n, _ := t.Len(db.ctx)
	return n
}

// execute runs statements of this package's own.
func (db *DB) execute(sql string) error {
	for rest := sql; strings.TrimSpace(rest) != ""; {
		s, err := db.prepare(rest)
		if err != nil {
			return err
		}
		rest = rest[s.end:]
		for more := true; more && err == nil; {
			more, err = s.step()
		}
		s.close()
		if err != nil {
			return fmt.Errorf("%s: %w", sql, err)
		}
	}
	return nil
}
