package tables

import (
	"cmp"
	"strconv"
	"strings"
)

// Type is what the values of a column are.
type Type uint8

// The types. A value may be NULL in a column of any type.
const (
	Integer Type = iota
	Text
	Bool  // 1 or 0
	Event // the number of an event, from 1: one can go there
	Time  // virtual time, or a span of it, in microseconds
	Any   // an integer in one row, a text in another: an item of a message, the value of a variable
	// Position is where one can go: 41@bank.1:17.
	Position
)

var typeNames = [...]string{"integer", "text", "bool", "event", "time", "any", "position"}

func (t Type) String() string { return typeNames[t] }

// Column describes a column of a table.
type Column struct {
	Name string
	Type Type
	Doc  string // what it says, as the words that follow the name
}

// Value is NULL, an integer or a text. The zero Value is NULL.
type Value struct {
	text string
	n    int64
	kind valueKind
}

type valueKind uint8

// The kinds of value, in their order.
const (
	null valueKind = iota
	integer
	textual
)

// Null, Int and String make a value.
func Null() Value           { return Value{} }
func Int(n int64) Value     { return Value{n: n, kind: integer} }
func String(s string) Value { return Value{text: s, kind: textual} }

// yes is the value of a column of type Bool.
func yes(is bool) Value {
	if is {
		return Int(1)
	}
	return Int(0)
}

// number is the value of a column of type Event: NULL for 0.
func number(n int) Value {
	if n == 0 {
		return Null()
	}
	return Int(int64(n))
}

// word is the value of a text that is NULL if there is none.
func word(s string) Value {
	if s == "" {
		return Null()
	}
	return String(s)
}

// IsNull, IsInt and IsText say what the value is.
func (v Value) IsNull() bool { return v.kind == null }
func (v Value) IsInt() bool  { return v.kind == integer }
func (v Value) IsText() bool { return v.kind == textual }

// Int is the integer, 0 if the value is none.
func (v Value) Int() int64 { return v.n }

// Text is the text, "" if the value is none.
func (v Value) Text() string { return v.text }

// String is the value as people read it: "" for NULL.
func (v Value) String() string {
	if v.kind == integer {
		return strconv.FormatInt(v.n, 10)
	}
	return v.text
}

// Compare orders values: NULL before integers before texts, as SQLite does.
func (v Value) Compare(w Value) int {
	return cmp.Or(cmp.Compare(v.kind, w.kind), cmp.Compare(v.n, w.n), strings.Compare(v.text, w.text))
}

// Op is how a condition compares.
type Op uint8

// The comparisons. All but IsNull are false of NULL.
const (
	Equal Op = iota
	Less
	AtMost
	Greater
	AtLeast
	IsNull
	NotNull
	Unequal
)

// holds says whether a value satisfies a condition.
func (c *Condition) holds(v Value) bool {
	switch {
	case c.Op == IsNull:
		return v.IsNull()
	case v.IsNull():
		return false
	case c.Op == NotNull:
		return true
	case c.Value.IsNull():
		return false
	}
	return c.Op.orders(v.Compare(c.Value))
}

// orders says whether values that compare so satisfy the comparison.
func (o Op) orders(x int) bool {
	switch o {
	case Equal:
		return x == 0
	case Less:
		return x < 0
	case AtMost:
		return x <= 0
	case Greater:
		return x > 0
	case AtLeast:
		return x >= 0
	}
	return x != 0
}

// Condition compares a column with a value.
type Condition struct {
	Column int
	Op     Op
	Value  Value // not of IsNull and NotNull
}

// Order is a column that rows are ordered by. NULL comes first, or last if Descending.
type Order struct {
	Column     int
	Descending bool
}

// Scan asks for the rows that satisfy all conditions, ordered by the first of the orders, rows that are equal there by
// the next, and at last by their place in the table.
type Scan struct {
	Where []Condition
	Order []Order
}

// Plan is how a scan would be made.
type Plan struct {
	Exact   []bool // by condition: no row comes that does not satisfy it
	Ordered bool   // the rows come in the order that was asked for
	Rows    int    // about how many rows come
	Indexed bool   // they are found without a look at all rows
}
