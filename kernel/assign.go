package kernel

import (
	"errors"
	"fmt"
	"reflect"
	"strconv"
	"strings"
	"unsafe"
)

// edit makes the next edit. If that sets a variable, it sets it in the program too; a thread that it makes gets its
// program.
func (m *Machine) edit() {
	e := &m.cfg.Edits[m.Edits]
	if e.Kind.OfVariable() && m.CheckEdit(e) == nil {
		if err := m.threads[e.Object].edit(e); err != nil {
			m.Hash = hashText(m.Hash, err.Error())
		}
	}
	m.stepEdit()
	if e.Kind == EditRPC {
		for _, id := range m.born {
			m.handle(id, asking(e))
		}
	}
}

// edit sets a variable. That has been done already if the thread had it before a statement.
func (th *Thread) edit(e *Edit) error {
	switch {
	case th == nil || e.Statement == 0:
		return th.set(e, true)
	case th.hooks == nil || th.hooks.N < e.Statement:
		return errors.New("the program has no such statement")
	}
	return th.missed
}

// CheckSet returns an error if a variable cannot be set: one of those that the thread watches, or one that it sees by
// its hooks' record.
func (f *Feeder) CheckSet(e *Edit, watches Watches) error {
	if e.Kind.InFrame() {
		return assignIn(f.hooks[ThreadID(e.Object)], e, false)
	}
	return watches.set(e, false)
}

// Set sets a variable.
func (f *Feeder) Set(e *Edit) error {
	if !f.Has(ThreadID(e.Object)) {
		return errors.New("the thread is not there")
	}
	var err error
	f.Inside(func() { err = f.m.threads[e.Object].set(e, true) })
	return err
}

// set sets one of the thread's watched variables, or only checks that it could.
func (th *Thread) set(e *Edit, really bool) error {
	switch {
	case th == nil:
		return errors.New("the thread is not there")
	case e.Kind.InFrame():
		return assignIn(th.hooks, e, really)
	}
	return th.watches.set(e, really)
}

func (ws Watches) set(e *Edit, really bool) error {
	name, path := e.Name, ""
	if i := strings.IndexAny(name, ".["); i >= 0 {
		name, path = name[:i], name[i:]
	}
	for _, w := range ws {
		if w.name == name {
			v, err := walk(w.v, name, path)
			if err == nil {
				err = assign(v, e, really)
			}
			return err
		}
	}
	return fmt.Errorf("it shows no variable %q", name)
}

// mostPointers is the number of successive pointers that follow follows.
const mostPointers = 100

// walk goes from a variable to one of its parts: .field and [index], one after the other.
// Pointers are followed, also those at the end.
func walk(v reflect.Value, name, path string) (reflect.Value, error) {
	v, name, err := parts(v, name, path)
	if err != nil {
		return v, err
	}
	return follow(v, name)
}

// parts is walk that does not follow pointers at the end. It also returns the name of the part.
func parts(v reflect.Value, name, path string) (reflect.Value, string, error) {
	for path != "" {
		part, rest := cutPart(path)
		next, err := member(v, name, part)
		if err != nil {
			return v, name, err
		}
		v, name, path = next, name+part, rest
	}
	return v, name, nil
}

// follow goes on from pointers and interfaces to what they lead to.
func follow(v reflect.Value, name string) (reflect.Value, error) {
	for n := 0; leads(v); n++ {
		switch {
		case v.IsNil():
			return v, fmt.Errorf("%s is nil", name)
		case n == mostPointers:
			return v, fmt.Errorf("%s leads back to itself", name)
		}
		v = v.Elem()
	}
	return v, nil
}

func leads(v reflect.Value) bool { return v.Kind() == reflect.Pointer || v.Kind() == reflect.Interface }

// cutPart cuts the first part off a path.
func cutPart(path string) (part, rest string) {
	if i := strings.IndexAny(path[1:], ".["); i >= 0 {
		return path[:i+1], path[i+1:]
	}
	return path, ""
}

// member returns a field, an element, or with .* what a pointer leads to.
func member(v reflect.Value, name, part string) (reflect.Value, error) {
	if part == ".*" && leads(v) && !v.IsNil() {
		return v.Elem(), nil
	}
	v, err := follow(v, name)
	switch {
	case err != nil:
		return v, err
	case part[0] == '.':
		return field(v, name, part[1:])
	}
	i, err := strconv.Atoi(strings.TrimSuffix(part[1:], "]"))
	switch {
	case !strings.HasSuffix(part, "]") || v.Kind() != reflect.Map && err != nil:
		return v, fmt.Errorf("%s: %q is no index: type it as in %s[2]", name, part, name)
	case v.Kind() != reflect.Slice && v.Kind() != reflect.Array:
		return v, fmt.Errorf("%s is no array or slice, and has no elements that can be set", name)
	case i < 0 || i >= v.Len():
		return v, fmt.Errorf("%s has the elements 0 to %d", name, v.Len()-1)
	}
	return v.Index(i), nil
}

// field returns a field, which may be that of an embedded struct.
func field(v reflect.Value, name, part string) (reflect.Value, error) {
	if v.Kind() == reflect.Struct {
		if f, ok := v.Type().FieldByName(part); ok {
			part, err := v.FieldByIndexErr(f.Index)
			if err != nil {
				err = fmt.Errorf("%s.%s is a field of an embedded pointer that is nil", name, f.Name)
			}
			return part, err
		}
	}
	return v, fmt.Errorf("%s has no field %q", name, part)
}

// assign gives v a value that is written as a Go constant.
func assign(v reflect.Value, e *Edit, really bool) error {
	if !v.CanAddr() {
		return fmt.Errorf("%s is a copy of a value, and cannot be set", e.Name)
	}
	to := reflect.New(v.Type()).Elem()
	if err := parse(to, e.Value); err != nil {
		return fmt.Errorf("%s is of type %s: %w", e.Name, v.Type(), err)
	}
	if really {
		// An unexported field can be set only through its address.
		reflect.NewAt(v.Type(), unsafe.Pointer(v.UnsafeAddr())).Elem().Set(to)
	}
	return nil
}

func parse(v reflect.Value, text string) error {
	var err error
	switch {
	case v.CanInt():
		var n int64
		n, err = strconv.ParseInt(text, 0, v.Type().Bits())
		v.SetInt(n)
	case v.CanUint():
		var n uint64
		n, err = strconv.ParseUint(text, 0, v.Type().Bits())
		v.SetUint(n)
	case v.CanFloat():
		var f float64
		f, err = strconv.ParseFloat(text, v.Type().Bits())
		v.SetFloat(f)
	case v.Kind() == reflect.Bool:
		var b bool
		b, err = strconv.ParseBool(text)
		v.SetBool(b)
	case v.Kind() == reflect.String:
		v.SetString(unquoted(text))
		return nil
	case text == "nil" && nilable(v.Kind()):
		return nil
	default:
		return errors.New("only numbers, truth values and texts can be set, and such parts of other variables")
	}
	if err != nil {
		return fmt.Errorf("%q is no value of it", text)
	}
	return nil
}

func nilable(k reflect.Kind) bool {
	switch k {
	case reflect.Pointer, reflect.Slice, reflect.Map, reflect.Chan, reflect.Func, reflect.Interface:
		return true
	}
	return false
}

// unquoted returns a text that may be written as a Go string.
func unquoted(text string) string {
	if s, err := strconv.Unquote(text); err == nil {
		return s
	}
	return text
}

// Part returns a part of a variable: path has .field and [index], as in "[2].owner".
func (v Variable) Part(path string) (Variable, error) {
	whole := reflect.New(reflect.TypeOf(v.Value)).Elem() // a copy with an address, by which all parts can be read
	whole.Set(reflect.ValueOf(v.Value))
	part, err := walk(whole, v.Name, path)
	if err != nil {
		return v, err
	}
	if part.CanAddr() {
		part = reflect.NewAt(part.Type(), unsafe.Pointer(part.UnsafeAddr())).Elem()
	}
	if !part.CanInterface() {
		return v, fmt.Errorf("%s%s cannot be shown alone; print %s shows all", v.Name, path, v.Name)
	}
	return Variable{v.Thread, v.Name + path, part.Interface()}, nil
}
