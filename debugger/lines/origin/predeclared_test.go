package origin

import (
	"go/types"
	"testing"
)

// TestPredeclared holds what Go declares by itself against what package go/types knows of it.
func TestPredeclared(t *testing.T) {
	n := 0
	for _, name := range types.Universe.Names() {
		_, isType := types.Universe.Lookup(name).(*types.TypeName)
		_, isFunc := types.Universe.Lookup(name).(*types.Builtin)
		if isPredeclaredType(name) != isType || isPredeclaredFunc(name) != isFunc {
			t.Errorf("%s: a type is %v, a function %v", name, isType, isFunc)
		}
		if isType || isFunc {
			n++
		}
	}
	if all := len(predeclaredTypes) + len(predeclaredFuncs); n != all {
		t.Errorf("%d are known, Go has %d", all, n)
	}
}
