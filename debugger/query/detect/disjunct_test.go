package detect_test

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"machsim/debugger/query/detect"
)

func TestDisjuncts(t *testing.T) {
	for text, want := range map[string][]string{
		"x = 1":                                  {"x = 1"},
		"x = 1 and y = 2 or z = 3":               {"x = 1 and y = 2", "z = 3"},
		"(x = 1 and y = 2) or z = 3 or  w":       {"(x = 1 and y = 2)", "z = 3", "w"},
		"(x = 1 or y = 2) and z = 3":             {"(x = 1 or y = 2) and z = 3"},
		"label a by t or lock m by u and q":      {"label a by t", "lock m by u and q"},
		"possibly(x = 1 or y = 2)":               {"possibly(x = 1 or y = 2)"},
		"not (x or y) or receive by t if id = 2": {"not (x or y)", "receive by t if id = 2"},
	} {
		if d := cmp.Diff(want, detect.Disjuncts(text)); d != "" {
			t.Errorf("%s: %s", text, d)
		}
	}
}
