package debugger_test

import (
	"fmt"
	"reflect"
	"strings"
	"testing"

	"machsim/debugger"
	"machsim/debugger/internal/lab/hooked"
)

// TestPartsOf names the parts of values, each with an expression where Go has one.
func TestPartsOf(t *testing.T) {
	type point struct {
		X, y int
		_    int
	}
	n := 7
	for want, v := range map[string]any{
		"[9]=m[9] [10]=m[10]":           map[int]string{10: "a", 9: "b"},
		`["a"]=m["a"] ["b\n"]=m["b\n"]`: map[string]bool{"b\n": true, "a": true},
		"[{1 2 0}]=":                    map[point]int{{1, 2, 0}: 3},
		"X=m.X y=m.y _=":                point{},
		"X=m.X y=m.y _= ":               &point{},
		"[0]=m[0] [1]=m[1]":             []string{"a", "b"},
		"[0]=m[0] [1]=m[1] ":            &[2]int{},
		"*=*m":                          &n,
		"*=*m ":                         new([]int),
		"":                              7,
		" ":                             (*point)(nil),
	} {
		var got []string
		for _, p := range debugger.PartsOf(reflect.ValueOf(v), "m") {
			got = append(got, p[0]+"="+p[1])
		}
		if text := strings.Join(got, " "); text != strings.TrimSuffix(want, " ") {
			t.Errorf("%T: %s, and not %s", v, text, want)
		}
	}
	if p := debugger.PartsOf(reflect.ValueOf([]int{1}), "a + b")[0]; p[1] != "(a + b)[0]" {
		t.Errorf("an element of a sum is %v", p)
	}
}

// TestParts looks at the parts of variables where a thread is not in focus, and at some of them.
func TestParts(t *testing.T) {
	d := openLab(t, &lab.Steps2)
	_, err := d.Break(ctx, "work", false)
	must(t, err)
	to(t, d, "start")
	_, err = d.Continue(ctx, false)
	must(t, err)
	m, err := d.StepLine(ctx, debugger.LineStep{Kind: debugger.Over, N: 6})
	must(t, err)
	at := debugger.Scope{Thread: m.Focus.Thread}
	x, err := d.Locals(ctx, at)
	must(t, err)
	parts := 0
	for _, v := range x.Rows {
		all, err := d.Parts(ctx, at, v.Expression, 0, 0)
		if must(t, err); v.Parts == 0 {
			continue // a thread, whose fields are machsim's, or a number
		}
		if len(all) != v.Parts {
			t.Errorf("%s has %d parts, and %d are told", v.Name, v.Parts, len(all))
		}
		for i, p := range all {
			one, err := d.Parts(ctx, at, v.Expression, i, 1)
			same, wrong := d.Value(ctx, at, p.Expression)
			must(t, err)
			if must(t, wrong); len(one) != 1 || one[0] != p || same.Value != p.Value {
				t.Errorf("part %d of %s is %+v, alone %+v, and by its expression %+v", i, v.Name, p, one, same)
			}
			parts++
		}
	}
	if _, err := d.Parts(ctx, at, "nothing", 0, 0); err == nil || parts == 0 {
		t.Errorf("of %v, %d parts", fmt.Sprint(x.Rows), parts)
	}
	for _, wrong := range []debugger.Scope{{Thread: "nobody"}, {Thread: at.Thread, Frame: 99},
		{Thread: at.Thread, Frame: -1}} {
		if _, err := d.Locals(ctx, wrong); err == nil {
			t.Errorf("there is a frame %+v", wrong)
		}
	}
}
