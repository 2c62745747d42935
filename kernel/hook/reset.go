package hook

import (
	"fmt"
	"reflect"
)

// Kept is the values that the package variables have in one run. What they point to is the run's own, for it
// has been made anew.
type Kept struct{ values []reflect.Value }

// present is the run whose values the variables have now. Like the variables, it is for one goroutine at a time.
var present *Kept

// Changing says whether programs of this process write to variables of their packages.
func Changing() bool {
	for _, p := range packages {
		if p.Reset != nil {
			return true
		}
	}
	return false
}

// Begin gives all package variables the values that they had when the process started, for a run that begins. The
// result is nil, which is good for Enter, if no program writes to them.
func Begin() *Kept {
	if !Changing() {
		return nil
	}
	present.take()
	present = &Kept{}
	for _, p := range packages {
		if p.reset() != nil {
			p.Reset = nil // it goes on as without hooks
		}
	}
	return present
}

// Enter gives all package variables the values that they have in a run, which goes on.
func (k *Kept) Enter() {
	if k == nil || k == present {
		return
	}
	present.take()
	i := 0
	for v := range variables {
		v.Set(k.values[i])
		i++
	}
	present = k
}

// take keeps the values that the variables have.
func (k *Kept) take() {
	if k == nil {
		return
	}
	k.values = k.values[:0]
	for v := range variables {
		held := reflect.New(v.Type()).Elem()
		held.Set(v)
		k.values = append(k.values, held)
	}
}

// Reset initialises all package variables once more. The error says which package panicked meanwhile; its variables
// are what they were.
func Reset() error {
	for _, p := range packages {
		if err := p.reset(); err != nil {
			return err
		}
	}
	return nil
}

func (p *Package) reset() (err error) {
	if p.Reset == nil {
		return nil
	}
	was := &Kept{}
	was.take()
	defer func() {
		if r := recover(); r != nil {
			err = fmt.Errorf("the variables of package %s cannot be initialised twice: %v", p.Path, r)
			now := present
			present = nil
			was.Enter()
			present = now
		}
	}()
	p.Reset()
	return nil
}

// variables goes through the variables of all packages.
func variables(yield func(reflect.Value) bool) {
	for _, p := range packages {
		for _, g := range p.Globals {
			if !yield(reflect.ValueOf(g.Pointer).Elem()) {
				return
			}
		}
	}
}

// Zero sets a variable to zero. Rewritten packages call it.
func Zero(pointer any) { reflect.ValueOf(pointer).Elem().SetZero() }
