//go:build !js && !wasip1

package sqlite

import (
	"errors"
	"fmt"
	"slices"
	"unsafe"

	lib "modernc.org/sqlite/lib"

	"machsim/debugger/data/tables"
)

// The table of local events is a function: local('work.x', 'reads'). Its arguments are hidden columns, the first ones,
// and conditions on them say which table of the catalogue is meant.

// localArguments are the hidden columns.
var localArguments = []hidden{{name: "of", of: -1, kind: tables.Text}, {name: "with", of: -1, kind: tables.Text}}

// registerLocal makes the table of local events known.
func (db *DB) registerLocal() error {
	v := db.newVirtual(tables.LocalName, db.catalogue.LocalTable())
	v.hidden = slices.Concat(localArguments, v.hidden)
	v.called = true
	return db.registerVirtual(v)
}

var errUncalled = errors.New("say what the local events are to be about: local('work.x'), or local('work.x', 'reads')")

// calls finds the arguments of a table that is called among SQLite's constraints. ok is false if they are not known yet
// where SQLite would have it called.
func (v *virtual) calls(info *lib.Sqlite3_index_info) (from []int, ok bool, err error) {
	args := [2]int{-1, -1}
	for i, c := range unsafe.Slice(at[lib.Sqlite3_index_constraint](info.FaConstraint), info.FnConstraint) {
		arg := int(c.FiColumn) - len(v.table.Columns)
		switch {
		case arg < 0 || arg >= len(args) || c.Fop != lib.SQLITE_INDEX_CONSTRAINT_EQ:
		case c.Fusable == 0:
			return nil, false, nil
		case args[arg] < 0:
			args[arg] = i
		}
	}
	for _, i := range args {
		if i >= 0 {
			from = append(from, i)
		}
	}
	if args[0] < 0 {
		err = errUncalled
	}
	return from, true, err
}

// meant is the table that a call means.
func (v *virtual) meant(args []argument) (*tables.Table, error) {
	name, ok := args[0].(string)
	if !ok {
		return nil, fmt.Errorf("%s is not the name of a variable, a label or a line, as in local('work.x')", shown(args[0]))
	}
	if len(args) > 1 && args[1] != tables.ReadsToo {
		return nil, fmt.Errorf("%s is not known here: local('%s', '%s') has what reads it, too", shown(args[1]), name,
			tables.ReadsToo)
	}
	return v.db.catalogue.Local(name, len(args) > 1)
}
