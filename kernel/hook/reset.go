package hook

import (
	"fmt"
	"reflect"
)

// Reset gives all package variables the values that they had when the process started, by initialising
// them once more. The error says which package panicked meanwhile.
func Reset() error {
	for _, p := range packages {
		if err := p.reset(); err != nil {
			return err
		}
	}
	return nil
}

func (p *Package) reset() (err error) {
	defer func() {
		if r := recover(); r != nil {
			err = fmt.Errorf("the variables of package %s cannot be initialised twice: %v", p.Path, r)
		}
	}()
	if p.Reset != nil {
		p.Reset()
	}
	return nil
}

// Kept is the values of all package variables at one time. What they point to is not copied.
type Kept struct{ values []reflect.Value }

// Keep copies the values of all package variables.
func Keep() *Kept {
	k := &Kept{}
	for v := range variables {
		held := reflect.New(v.Type()).Elem()
		held.Set(v)
		k.values = append(k.values, held)
	}
	return k
}

// PutBack gives all package variables the kept values.
func (k *Kept) PutBack() {
	i := 0
	for v := range variables {
		v.Set(k.values[i])
		i++
	}
}

// variables goes through the variables of all packages that can be put back.
func variables(yield func(reflect.Value) bool) {
	for _, p := range packages {
		for i := 0; p.Reset != nil && i < len(p.Globals); i++ {
			if !yield(reflect.ValueOf(p.Globals[i].Pointer).Elem()) {
				return
			}
		}
	}
}

// Zero sets a variable to zero. Rewritten packages call it.
func Zero(pointer any) { reflect.ValueOf(pointer).Elem().SetZero() }
