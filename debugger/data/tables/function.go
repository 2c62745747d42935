package tables

import (
	"fmt"
	"slices"
)

// Function is a function that queries have beyond those of SQL. Its arguments are numbers of events, and texts.
type Function struct {
	Name, Use string // Use is how it is called
	Args      []Type
	call      func(c *Catalogue, a []Value) (Value, error)
}

// Functions are all of them.
var Functions = []Function{
	{"before", "before(a, b)", []Type{Event, Event}, func(c *Catalogue, a []Value) (Value, error) {
		is, err := c.Before(int(a[0].n), int(a[1].n))
		return yes(is), err
	}},
	{"concurrent", "concurrent(a, b)", []Type{Event, Event}, func(c *Catalogue, a []Value) (Value, error) {
		is, err := c.Concurrent(int(a[0].n), int(a[1].n))
		return yes(is), err
	}},
	{"least", "least(a)", []Type{Event}, func(c *Catalogue, a []Value) (Value, error) {
		text, err := c.Least(int(a[0].n))
		return String(text), err
	}},
	{"clock", "clock(n)", []Type{Event}, func(c *Catalogue, a []Value) (Value, error) {
		text, err := c.Clock(int(a[0].n))
		return String(text), err
	}},
	{"field", "field(fields, 'Amount')", []Type{Event, Text}, func(c *Catalogue, a []Value) (Value, error) {
		return c.Field(int(a[0].n), a[1].text), nil
	}},
}

// Call says what a function says of the arguments that it wants.
func (c *Catalogue) Call(function string, args ...Value) (Value, error) {
	i := slices.IndexFunc(Functions, func(f Function) bool { return f.Name == function && len(f.Args) == len(args) })
	if i < 0 {
		return Null(), fmt.Errorf("there is no function %s of %d arguments", function, len(args))
	}
	return Functions[i].call(c, args)
}
