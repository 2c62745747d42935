package kernel_test

import (
	"reflect"
	"testing"

	"machsim/kernel"
)

type loop *loop

// An edit finds each part of a variable, and pointers that lead back to themselves do not hold it up.
func TestPartsOfVariables(t *testing.T) {
	var v struct {
		self loop
		next *point
		many []point
		any  any
	}
	v.self = &v.self
	v.next = &point{1, 2}
	v.many = []point{{3, 4}, {5, 6}}
	v.any = v.next
	for path, want := range map[string]string{
		".next.Y":    "2",
		".next.*.X":  "1",
		".next.*":    "",
		".many[1].X": "5",
		".any.Y":     "2",
		".self.*":    "",
		".self.x":    "v.self leads back to itself",
		".self[1]":   "v.self leads back to itself",
		".many.*":    `v.many has no field "*"`,
		".many[2]":   "v.many has the elements 0 to 1",
		".many[a]":   `v.many: "[a]" is no index: type it as in v.many[2]`,
	} {
		part, name, err := kernel.Parts(reflect.ValueOf(&v).Elem(), "v", path)
		switch {
		case err != nil && err.Error() != want:
			t.Errorf("%s: %v, want %s", path, err, want)
		case err == nil && len(want) > 1:
			t.Errorf("%s: no error, want %s", path, want)
		case err == nil && name != "v"+path:
			t.Errorf("%s is called %s", path, name)
		case err == nil && part.CanInt() && part.Int() != int64(want[0]-'0'):
			t.Errorf("%s is %v, want %s", path, part, want)
		}
	}
}
