package debugger_test

import (
	"strings"
	"testing"

	"machsim/debugger"
	"machsim/debugger/internal/hooked"
)

// TestAssign sets variables of Go at a position between two calls, and at a call: the fork has the value, goes on
// with it, is made again from its recording, and is opened again.
func TestAssign(t *testing.T) {
	d, err := debugger.Open(ctx, debugger.Source{Program: hooked.Program, Seed: 5}, debugger.Options{})
	must(t, err)
	t.Cleanup(d.Close)
	for _, c := range []struct{ at, frame, variable, value, want string }{
		{"@one.1:11", "0", "old", "n * 50 + 7", "507"}, {"@one.1:11", "0", "a.balance", "-1", "-1"},
		{"@one.1:11", "0", "*a", "*a", ""}, {"@one.1:11", "1", "amount", "100", "100"},
		{"@one.1:11", "0", "(*a).balance", "most", "100"}, {"@one.1:12", "0", "a", "nil", "nil"}, {"9", "1", "i", "2", "2"},
		{"@one.1:11", "0", "old", "1.5", ""}, {"@one.1:11", "0", "old", "th", ""}, {"@one.1:11", "0", "n + 1", "3", ""},
		{"@one.1:11", "0", "nobody", "3", ""},
	} {
		to(t, d, c.at)
		_, err := d.SetFocus(ctx, "one.1")
		must(t, err)
		frame := int(c.frame[0] - '0')
		_, err = d.SelectFrame(ctx, frame)
		must(t, err)
		r, err := d.Fork(ctx, debugger.Fork{Change: debugger.Assign{Variable: c.variable, Value: c.value}})
		if (err != nil) != (c.want == "") {
			t.Errorf("%s = %s: %v", c.variable, c.value, err)
		}
		if err != nil {
			if here, err := d.Run(ctx); err != nil || here.Number != 0 {
				t.Errorf("%s = %s made fork %d, %v", c.variable, c.value, here.Number, err)
			}
			continue
		}
		_, err = d.SetFocus(ctx, "one.1")
		must(t, err)
		_, err = d.SelectFrame(ctx, frame)
		must(t, err)
		if v, err := d.Value(ctx, debugger.Scope{}, c.variable); err != nil || v.Value != c.want {
			t.Errorf("%s is %s in fork %d, %v, and should be %s", c.variable, v.Value, r.Number, err, c.want)
		}
		from, err := d.Position(ctx, "0/9")
		must(t, err)
		x, err := d.Diff(ctx, from)
		if must(t, err); !strings.Contains(strings.Join(x.Lines(false), ""), "the debugger: set ") {
			t.Errorf("%s: the difference is %q", c.variable, x.Lines(false))
		}
		data, err := d.Data(ctx)
		must(t, err)
		reopened(t, data, c.variable)
		_, err = d.Enter(ctx, 0)
		must(t, err)
	}
}

// reopened opens a recording, for which it is made again.
func reopened(t *testing.T, data []byte, variable string) {
	t.Helper()
	d, err := debugger.Open(ctx, debugger.Source{Program: hooked.Program, Data: data}, debugger.Options{})
	if err != nil {
		t.Errorf("%s: %v", variable, err)
		return
	}
	d.Close()
}
