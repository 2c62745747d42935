package sqlitefile

import (
	"strings"

	"machsim/debugger/data/tables"
)

// declaration is the statement that makes a table.
func (t *Table) declaration() string {
	var columns []string
	for i, c := range t.Columns {
		column := Identifier(c.Name) + Declared(c.Type)
		if i == 0 && t.Key {
			column += " PRIMARY KEY"
		}
		columns = append(columns, column)
	}
	return "CREATE TABLE " + Identifier(t.Name) + "(" + strings.Join(columns, ", ") + ")"
}

// Declared is the type of a column as SQLite declares it, after a space.
func Declared(t tables.Type) string {
	switch t {
	case tables.Text, tables.Position:
		return " TEXT"
	case tables.Any:
		return ""
	}
	return " INTEGER"
}

// Identifier quotes the name of a column or a table.
func Identifier(name string) string { return `"` + strings.ReplaceAll(name, `"`, `""`) + `"` }
