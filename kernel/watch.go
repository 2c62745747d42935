package kernel

import (
	"fmt"
	"reflect"
	"slices"
)

// Variable is a variable that a program shows to a debugger.
type Variable struct {
	Thread ThreadID // the thread that shows it
	Name   string
	Value  any // the present value
}

// watched is a variable that a thread shows.
type watched struct {
	name string
	v    reflect.Value // the variable itself
}

// Watch shows a variable of the program to debuggers, under a name. variable points to it. The variable
// may have any type; it is printed as fmt does, by its own String method if it has one. Another Watch of
// the same name replaces the first; one of nil ends it. Watch is no kernel call, and changes nothing in
// a run.
func (th *Thread) Watch(name string, variable any) {
	th.mine()
	th.watches = slices.DeleteFunc(slices.Clone(th.watches), func(w watched) bool { return w.name == name })
	if variable == nil {
		return
	}
	p := reflect.ValueOf(variable)
	if p.Kind() != reflect.Pointer || p.IsNil() {
		panic(fmt.Sprintf("th.Watch(%q, ...): give it a pointer to the variable, as in th.Watch(%q, &%s)", name, name, name))
	}
	th.watches = append(th.watches, watched{name, p.Elem()})
}

// Variables returns the watched variables of a thread, in the order in which it began to watch
// them. Call it between steps.
func (m *Machine) Variables(id ThreadID) (all []Variable) {
	if int(id) >= len(m.threads) || m.threads[id] == nil {
		return nil
	}
	return m.threads[id].watches.Variables(id)
}

// Watches are the variables that a thread watches at some moment. They stay the same while it goes on.
type Watches []watched

// Variables returns the variables of a thread with their present values.
func (ws Watches) Variables(id ThreadID) (all []Variable) {
	for _, w := range ws {
		all = append(all, Variable{id, w.name, w.v.Interface()})
	}
	return all
}

// All goes through the variables themselves.
func (ws Watches) All(yield func(reflect.Value) bool) {
	for _, w := range ws {
		if !yield(w.v) {
			return
		}
	}
}

// Named goes through them with the names by which they are shown.
func (ws Watches) Named(yield func(string, reflect.Value) bool) {
	for _, w := range ws {
		if !yield(w.name, w.v) {
			return
		}
	}
}

// Watches returns what a thread that is fed watches.
func (f *Feeder) Watches(id ThreadID) Watches {
	if !f.Has(id) {
		return nil
	}
	return f.m.threads[id].watches
}

// Variables is Machine.Variables for a thread that is fed.
func (f *Feeder) Variables(id ThreadID) []Variable { return f.m.Variables(id) }
