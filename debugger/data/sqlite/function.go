//go:build !js && !wasip1

package sqlite

import (
	"fmt"
	"slices"

	"modernc.org/libc"
	lib "modernc.org/sqlite/lib"

	"machsim/debugger/data/tables"
	"machsim/debugger/event/text"
)

// bound is a function of a connection.
type bound struct {
	db *DB
	*tables.Function
}

var functions handles[bound]

// xFunction is called for every call of a function.
func xFunction(tls *libc.TLS, context uintptr, n int32, values uintptr) {
	f := functions.get(lib.Xsqlite3_user_data(tls, context))
	v, err := f.value(arguments(tls, n, values))
	if err != nil {
		f.db.failure = &callError{f.Name, err}
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
	n := len(f.Args)
	if len(args) != n {
		return v, fmt.Errorf("%s takes %s: %s", f.Name, text.Counted(n, "argument"), f.Use)
	}
	if slices.Contains(args, nil) {
		return v, nil
	}
	values := make([]tables.Value, n)
	for i := range args {
		if values[i], err = wanted(f.Args[i], args[i]); err != nil {
			break
		}
	}
	if err == nil {
		v, err = f.db.catalogue.Call(f.Name, values...)
	}
	if err != nil {
		err = fmt.Errorf("%s: %w", f.Use, err)
	}
	return v, err
}

// wanted is an argument as a value of a type.
func wanted(t tables.Type, a argument) (v tables.Value, err error) {
	n, isNumber := a.(int64)
	text, isText := a.(string)
	switch {
	case t == tables.Event && isNumber:
		return tables.Int(n), nil
	case t == tables.Event:
		return v, fmt.Errorf("%s is not the number of an event", shown(a))
	case !isText:
		return v, fmt.Errorf("%s is not the name of a field", shown(a))
	}
	return tables.String(text), nil
}

// shown is an argument in an error.
func shown(a argument) string {
	if s, ok := a.(string); ok {
		return fmt.Sprintf("'%s'", s)
	}
	return fmt.Sprint(a)
}
