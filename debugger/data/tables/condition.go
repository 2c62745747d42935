package tables

import (
	"fmt"
	"strconv"
	"strings"

	"machsim/debugger/event/text"
)

// ops are the comparisons, as people write them; of two that begin alike the longer one first.
var ops = []struct {
	text string
	op   Op
}{
	{"<=", AtMost}, {">=", AtLeast}, {"<>", Unequal}, {"!=", Unequal}, {"==", Equal}, {"=", Equal}, {"<", Less},
	{">", Greater},
}

// Condition reads a condition: a column, a comparison (=, <>, <, <=, >, >=) and a value; or a column and is null, or is
// not null. A value may stand in quotes. The error names the nearest column.
func (t *Table) Condition(words string) (Condition, error) {
	end := strings.IndexAny(words, " <>=!")
	if end < 0 {
		end = len(words)
	}
	c := Condition{}
	var err error
	if c.Column, err = t.columnNamed(words[:end]); err != nil {
		return c, err
	}
	rest := strings.TrimSpace(words[end:])
	switch strings.ToLower(strings.Join(strings.Fields(rest), " ")) {
	case "is null":
		c.Op = IsNull
		return c, nil
	case "is not null":
		c.Op = NotNull
		return c, nil
	}
	for _, o := range ops {
		if value, ok := strings.CutPrefix(rest, o.text); ok {
			c.Op = o.op
			c.Value, err = t.Columns[c.Column].value(strings.TrimSpace(value))
			return c, err
		}
	}
	return c, fmt.Errorf("%q is no condition: a column, then =, <>, <, <=, > or >= and a value; or is null, is not null",
		words)
}

// columnNamed returns the number of a column; the error names the nearest one.
func (t *Table) columnNamed(name string) (int, error) {
	if n := t.Column(name); n >= 0 {
		return n, nil
	}
	return 0, fmt.Errorf("table %s has no column %q%s", t.Name, name, text.DidYouMean(name, t.ColumnNames()))
}

// ColumnNames lists the names of the columns.
func (t *Table) ColumnNames() []string {
	return text.Each(t.Columns, func(c Column) string { return c.Name })
}

// value reads a value of the column.
func (c *Column) value(word string) (Value, error) {
	bare := word
	if n := len(word); n >= 2 && (word[0] == '\'' || word[0] == '"') && word[n-1] == word[0] {
		bare = word[1 : n-1]
		if c.Type == Any {
			return String(bare), nil
		}
	}
	n, err := strconv.ParseInt(strings.TrimPrefix(bare, "#"), 10, 64)
	switch {
	case c.Type == Text || c.Type == Any && err != nil:
		return String(bare), nil
	case err == nil:
		return Int(n), nil
	case c.Type == Bool && (bare == "yes" || bare == "true"):
		return Int(1), nil
	case c.Type == Bool && (bare == "no" || bare == "false"):
		return Int(0), nil
	}
	return Null(), fmt.Errorf("column %s has numbers, and %q is none", c.Name, word)
}

// OrderBy reads the name of a column to order rows by; with - before it, the greatest come first.
func (t *Table) OrderBy(word string) (o Order, err error) {
	name, descending := strings.CutPrefix(word, "-")
	o.Descending = descending
	o.Column, err = t.columnNamed(name)
	return o, err
}
