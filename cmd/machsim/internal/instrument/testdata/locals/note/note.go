// Package note takes down what random programs do with their variables. It has no hooks.
package note

import (
	"fmt"
	"machsim/debugger/event/text"
)

// Row is an assignment.
type Row struct {
	Var, Thread, By, Old, New string
	Act, Line                 int
	Born                      bool
}

func (r Row) String() string {
	return fmt.Sprintf("line %d %s by %q %s -> %s born %t act %d", r.Line, r.Thread, r.By, r.Old, r.New, r.Born, r.Act)
}

type key struct {
	name string
	act  int
}

// What was noted, as long as On.
var (
	On    bool
	Rows  map[string][]Row
	last  map[key]string
	acts  int
	calls map[string]int
)

// Begin begins to note.
func Begin() {
	On, Rows, last, acts, calls = true, map[string][]Row{}, map[key]string{}, 0, map[string]int{}
}

// Enter is a new activation.
func Enter() int {
	if On {
		acts++
	}
	return acts
}

// Call says that a thread is about to call a function in a line.
func Call(me string, line int) {
	if On {
		calls[me] = line
	}
}

// From is the line from which a thread was called.
func From(me string) int { return calls[me] }

// Born notes that a variable begins to be.
func Born(me string, act int, name string, line int, by string, v any) {
	add(me, act, name, line, by, v, true)
}

// Set notes that it is assigned to.
func Set(me string, act int, name string, line int, by string, v any) {
	add(me, act, name, line, by, v, false)
}

// Head notes that a loop comes to its condition, with the variable that it declares.
func Head(me string, act int, name string, line int, by string, v any, first *bool) bool {
	add(me, act, name, line, by, v, *first)
	*first = false
	return true
}

func add(me string, act int, name string, line int, by string, v any, born bool) {
	if !On {
		return
	}
	k, now := key{name, act}, text.Value(v)
	r := Row{name, me, by, last[k], now, act, line, born}
	if born {
		r.Old = ""
	}
	last[k] = now
	Rows[name] = append(Rows[name], r)
}
