//go:build !js && !wasip1

package sqlite

import (
	"errors"
	"fmt"

	"modernc.org/libc"
	lib "modernc.org/sqlite/lib"

	"machsim/debugger/data/tables"
)

// scalar is a function of SQL.
type scalar struct {
	name string
	use  string // how it is called
	n    int    // of its arguments
	call func(c tables.Asked, args []argument) (tables.Value, error)
}

// scalars are the functions that queries have beyond SQLite's own.
var scalars = []scalar{
	{"before", "before(a, b)", 2, before},
	{"concurrent", "concurrent(a, b)", 2, concurrent},
	{"least", "least(a)", 1, least},
	{"clock", "clock(n)", 1, clock},
	{"field", "field(fields, 'Amount')", 2, field},
}

// bound is a function of a connection.
type bound struct {
	db *DB
	*scalar
}

var functions handles[bound]

// xFunction is called for every call of a function.
func xFunction(tls *libc.TLS, context uintptr, n int32, values uintptr) {
	f := functions.get(lib.Xsqlite3_user_data(tls, context))
	v, err := f.value(arguments(tls, n, values))
	if err != nil {
		f.db.failure = &callError{f.name, err}
		p, free := cString(tls, err.Error())
		defer free()
		lib.Xsqlite3_result_error(tls, context, p, -1)
		return
	}
	f.db.result(context, v)
}

// callError is the error of a call of a function.
type callError struct {
	name string
	error
}

// value calls the function. NULL in, NULL out.
func (f *bound) value(args []argument) (v tables.Value, err error) {
	if len(args) != f.n {
		return v, fmt.Errorf("%s takes %d argument%s: %s", f.name, f.n, plural(f.n), f.use)
	}
	for _, a := range args {
		if a == nil {
			return v, nil
		}
	}
	if v, err = f.call(f.db.catalogue, args); err != nil {
		err = fmt.Errorf("%s: %w", f.use, err)
	}
	return v, err
}

func plural(n int) string {
	if n == 1 {
		return ""
	}
	return "s"
}

// number is an argument that has to be the number of an event.
func number(a argument) (int, error) {
	n, ok := a.(int64)
	if !ok {
		return 0, fmt.Errorf("%s is not the number of an event", shown(a))
	}
	return int(n), nil
}

// shown is an argument in an error.
func shown(a argument) string {
	if s, ok := a.(string); ok {
		return fmt.Sprintf("'%s'", s)
	}
	return fmt.Sprint(a)
}

func before(c tables.Asked, args []argument) (v tables.Value, err error) {
	return related(args, c.Before)
}

func concurrent(c tables.Asked, args []argument) (v tables.Value, err error) {
	return related(args, c.Concurrent)
}

// related is what a function says of two events, 1 or 0.
func related(args []argument, is func(a, b int) (bool, error)) (v tables.Value, err error) {
	a, err := number(args[0])
	if err != nil {
		return v, err
	}
	b, err := number(args[1])
	if err != nil {
		return v, err
	}
	yes, err := is(a, b)
	return tables.Int(int64(libc.Bool32(yes))), err
}

func least(c tables.Asked, args []argument) (v tables.Value, err error) {
	a, err := number(args[0])
	if err != nil {
		return v, err
	}
	text, err := c.Least(a)
	return tables.String(text), err
}

func clock(c tables.Asked, args []argument) (v tables.Value, err error) {
	a, err := number(args[0])
	if err != nil {
		return v, err
	}
	text, err := c.Clock(a)
	return tables.String(text), err
}

func field(c tables.Asked, args []argument) (v tables.Value, err error) {
	row, err := number(args[0])
	if err != nil {
		return v, errors.New("the first argument is the column fields")
	}
	name, ok := args[1].(string)
	if !ok {
		return v, fmt.Errorf("%s is not the name of a field", shown(args[1]))
	}
	return c.Field(row, name)
}
