//go:build !js && !wasip1

package sqlite

import (
	"sync"
	"unsafe"

	"modernc.org/libc"
	lib "modernc.org/sqlite/lib"

	"machsim/debugger/data/tables"
)

// The virtual tables are of one module, whose functions C calls. They are eponymous: a table has the name under which
// the module was registered for it, and there is no CREATE VIRTUAL TABLE.

// cTable and cCursor begin with what SQLite knows of a table and a cursor.
type (
	cTable struct {
		base   lib.Sqlite3_vtab
		handle uintptr // in virtuals
	}
	cCursor struct {
		base   lib.Sqlite3_vtab_cursor
		handle uintptr // in cursors
	}
)

var (
	virtuals handles[virtual]
	cursors  handles[cursor]
)

// module makes the table of C's functions, once for the process.
var module = sync.OnceValue(func() uintptr {
	tls := libc.NewTLS()
	defer tls.Close()
	p := allocate(tls, unsafe.Sizeof(lib.Sqlite3_module{}))
	*at[lib.Sqlite3_module](p) = lib.Sqlite3_module{
		FiVersion:    1,
		FxConnect:    function(xConnect),
		FxBestIndex:  function(xBestIndex),
		FxDisconnect: function(xDisconnect),
		FxOpen:       function(xOpen),
		FxClose:      function(xClose),
		FxFilter:     function(xFilter),
		FxNext:       function(xNext),
		FxEof:        function(xEOF),
		FxColumn:     function(xColumn),
		FxRowid:      function(xRowid),
	}
	return p
})

// xConnect is called when a query names the table first. aux is the handle of the table.
func xConnect(tls *libc.TLS, db, aux uintptr, _ int32, _, out, message uintptr) int32 {
	v := virtuals.get(aux)
	schema, free := cString(tls, v.schema())
	defer free()
	if rc := lib.Xsqlite3_declare_vtab(tls, db, schema); rc != lib.SQLITE_OK {
		*at[uintptr](message) = leave(tls, "the table "+v.name+" cannot be declared")
		return rc
	}
	p := allocate(tls, unsafe.Sizeof(cTable{}))
	if p == 0 {
		return lib.SQLITE_NOMEM
	}
	at[cTable](p).handle = aux
	*at[uintptr](out) = p
	return lib.SQLITE_OK
}

func xDisconnect(tls *libc.TLS, table uintptr) int32 {
	lib.Xsqlite3_free(tls, table)
	return lib.SQLITE_OK
}

func virtualAt(table uintptr) *virtual { return virtuals.get(at[cTable](table).handle) }

func cursorAt(p uintptr) *cursor { return cursors.get(at[cCursor](p).handle) }

// xBestIndex tells SQLite what a scan of the table takes over, and what that costs.
func xBestIndex(tls *libc.TLS, table, index uintptr) int32 {
	v, info := virtualAt(table), at[lib.Sqlite3_index_info](index)
	w, ok, err := v.wish(tls, index, info)
	if !ok {
		return lib.SQLITE_CONSTRAINT
	}
	number, plan := 0, tables.Plan{}
	if err == nil {
		number, plan, err = v.plan(w)
	}
	if err != nil {
		return v.db.fail(tls, table, err)
	}
	usage := unsafe.Slice(at[lib.Sqlite3_index_constraint_usage](info.FaConstraintUsage), info.FnConstraint)
	for arg, i := range w.from {
		usage[i].FargvIndex = int32(arg + 1)
		if arg < w.args {
			usage[i].Fomit = 1
		}
	}
	info.FidxNum = int32(number)
	if plan.Ordered && len(w.scan.Order) > 0 {
		info.ForderByConsumed = 1
	}
	info.FestimatedRows = int64(max(plan.Rows, 1))
	info.FestimatedCost = v.cost(plan)
	return lib.SQLITE_OK
}

func xOpen(tls *libc.TLS, table, out uintptr) int32 {
	p := allocate(tls, unsafe.Sizeof(cCursor{}))
	if p == 0 {
		return lib.SQLITE_NOMEM
	}
	at[cCursor](p).handle = cursors.add(&cursor{v: virtualAt(table)})
	*at[uintptr](out) = p
	return lib.SQLITE_OK
}

func xClose(tls *libc.TLS, p uintptr) int32 {
	cursors.remove(at[cCursor](p).handle)
	lib.Xsqlite3_free(tls, p)
	return lib.SQLITE_OK
}

func xFilter(tls *libc.TLS, p uintptr, number int32, _ uintptr, n int32, values uintptr) int32 {
	c := cursorAt(p)
	if err := c.begin(int(number), arguments(tls, n, values)); err != nil {
		return c.v.db.fail(tls, at[cCursor](p).base.FpVtab, err)
	}
	return xNext(tls, p)
}

func xNext(tls *libc.TLS, p uintptr) int32 {
	c := cursorAt(p)
	if err := c.next(); err != nil {
		return c.v.db.fail(tls, at[cCursor](p).base.FpVtab, err)
	}
	return lib.SQLITE_OK
}

func xEOF(_ *libc.TLS, p uintptr) int32 {
	if cursorAt(p).done {
		return 1
	}
	return 0
}

func xColumn(_ *libc.TLS, p, context uintptr, column int32) int32 {
	c := cursorAt(p)
	c.v.db.result(context, c.value(int(column)))
	return lib.SQLITE_OK
}

func xRowid(_ *libc.TLS, p, out uintptr) int32 {
	*at[int64](out) = int64(cursorAt(p).rows.Row())
	return lib.SQLITE_OK
}
