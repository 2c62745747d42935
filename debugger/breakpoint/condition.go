package breakpoint

import (
	"cmp"
	"fmt"
	"math"
	"strconv"
	"strings"

	"machsim/debugger/tape"
	"machsim/ipc"
)

// Predicate is a condition on a place where a thread would be stopped. Conditions on
// what a program exposes go in beside those on messages.
type Predicate interface {
	// Holds says whether the condition holds there.
	Holds(*Occurrence) (bool, error)
	// String is the condition as it is typed.
	String() string
}

// Occurrence is a call that matches a Spec but for its conditions.
type Occurrence struct {
	Tape *tape.Tape
	Lane int
	Call int    // which of the lane's calls, from 0
	Done uint32 // how many events of the lane are done where the thread would be stopped

	receiving bool // the message that was received is meant, not the one that is sent
}

// Message is the message that the call sends or, if it sends none, or is looked at for
// what it receives, the one that came; nil if there is none.
func (o *Occurrence) Message() *ipc.Message {
	c, m, ok := o.Tape.Call(o.Lane, o.Call)
	if m != nil && !o.receiving || !ok || c.Opt&ipc.MACH_RCV_MSG == 0 {
		return m
	}
	if res, done := o.Tape.Result(o.Lane, o.Call); done && res.Code == 0 {
		return res.Msg
	}
	return nil
}

// ID is a condition on the id of the message.
type ID struct {
	Op string // = != < <= > >=
	N  int32
}

// Holds is false if there is no message.
func (c *ID) Holds(o *Occurrence) (bool, error) {
	m := o.Message()
	return m != nil && Compared(c.Op, cmp.Compare(m.ID, c.N)), nil
}

func (c *ID) String() string { return fmt.Sprintf("id %s %d", c.Op, c.N) }

// Item is a condition on an item of the message.
type Item struct {
	N     int    // from 1
	Op    string // = != < <= > >= ~; ~ is for texts that contain another
	Value Value
}

// Holds is false if there is no such item, or it cannot be Compared with the value.
func (c *Item) Holds(o *Occurrence) (bool, error) {
	m := o.Message()
	return m != nil && c.N <= len(m.Items) && c.Value.matches(c.Op, &m.Items[c.N-1]), nil
}

func (c *Item) String() string { return fmt.Sprintf("item %d %s %s", c.N, c.Op, c.Value) }

// Value is what an item is Compared with.
type Value struct {
	Text   string
	Quoted bool // it is a text; else a number, true or false
}

func (v Value) String() string {
	if v.Quoted {
		return strconv.Quote(v.Text)
	}
	return v.Text
}

// matches compares an item with the value.
func (v Value) matches(op string, it *ipc.Item) bool {
	switch it.Kind {
	case ipc.KindString, ipc.KindBytes:
		if op == "~" {
			return strings.Contains(it.Str, v.Text)
		}
		return v.Quoted && Compared(op, cmp.Compare(it.Str, v.Text))
	case ipc.KindInt:
		n, err := strconv.ParseInt(v.Text, 0, 64)
		if err != nil {
			return v.float(op, float64(int64(it.Num)))
		}
		return !v.Quoted && Compared(op, cmp.Compare(int64(it.Num), n))
	case ipc.KindFloat:
		return v.float(op, math.Float64frombits(it.Num))
	case ipc.KindBool:
		return v.boolean(op, it.Num != 0)
	}
	return false
}

func (v Value) float(op string, f float64) bool {
	g, err := strconv.ParseFloat(v.Text, 64)
	switch {
	case err != nil || v.Quoted:
		return false
	case f != f || g != g:
		return op == "!="
	}
	return Compared(op, cmp.Compare(f, g))
}

func (v Value) boolean(op string, b bool) bool {
	if v.Quoted || v.Text != "true" && v.Text != "false" {
		return false
	}
	return op == "=" && b == (v.Text == "true") || op == "!=" && b != (v.Text == "true")
}

// Compared says whether the outcome of a comparison, less than 0, 0 or more, is the one
// that is wanted.
func Compared(op string, c int) bool {
	switch op {
	case "=":
		return c == 0
	case "!=":
		return c != 0
	case "<":
		return c < 0
	case "<=":
		return c <= 0
	case ">":
		return c > 0
	case ">=":
		return c >= 0
	}
	return false
}
