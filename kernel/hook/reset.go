package hook

import (
	"fmt"
	"reflect"
	"slices"
)

// Changing says whether programs of this process write to variables of their packages.
func Changing() bool { return slices.ContainsFunc(packages, (*Package).changes) }

// changes says whether the variables of a package are put back before each run.
func (p *Package) changes() bool { return p.Reset != nil && !p.once.Load() }

// Initialise gives the variables of all packages that are written to the values that they had when the process started.
// The run is inside. A package whose initialisers panic the second time goes on as without hooks.
func (k *Kept) Initialise() {
	if k == nil {
		return
	}
	for _, p := range packages {
		if p.changes() && p.reset() != nil {
			p.once.Store(true)
		}
	}
}

// reset initialises the variables of a package once more. The error says that this panicked; the variables are what
// they were.
func (p *Package) reset() (err error) {
	was := &Kept{}
	was.take()
	defer func() {
		if r := recover(); r != nil {
			err = fmt.Errorf("the variables of package %s cannot be initialised twice: %v", p.Path, r)
			was.give()
		}
	}()
	p.Reset()
	return nil
}

// variables goes through the variables of the packages that are written to.
func variables(yield func(reflect.Value) bool) {
	for _, p := range packages {
		if !p.changes() {
			continue
		}
		for _, g := range p.Globals {
			if !yield(reflect.ValueOf(g.Pointer).Elem()) {
				return
			}
		}
	}
}

// Zero sets a variable to zero. Rewritten packages call it.
func Zero(pointer any) { reflect.ValueOf(pointer).Elem().SetZero() }
