package hook

import (
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"
)

// TestEncode: what has been written is read again, with texts of all kinds.
func TestEncode(t *testing.T) {
	want := &Package{
		Funcs: []Func{
			{Name: "(*Stack[T]).Pop.func1", File: 1, From: 2, To: 3, Line: 4, EndLine: 5,
				Vars: []Var{{Name: "~r0", Kind: Result, From: 6, To: 7}, {Name: "é", Kind: Captured, From: 8, To: 9, Own: true}}},
			{Name: "f", Vars: []Var{}},
		},
		Stmts:   []Stmt{{1, Again, 10, 11, 12, 13, "loop"}, {0, End, 14, 15, 16, 17, ""}},
		Shared:  []Site{{18, true, 19, 20, "m[\"a \\ b\"]"}, {21, false, 22, 23, "s[i + 1]"}, {0, true, 0, 0, `"`}},
		Private: []Site{{24, false, 25, 26, "`\n`"}, {27, true, 28, 1<<31 - 1, "\t"}},
	}
	var got Package
	got.decode(want.Encode())
	if diff := cmp.Diff(want, &got, cmpopts.IgnoreUnexported(Package{})); diff != "" {
		t.Error(diff)
	}
}
