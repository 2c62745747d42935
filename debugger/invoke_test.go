package debugger_test

import (
	"strings"
	"testing"
	"time"

	"machsim/debugger"
	"machsim/debugger/internal/hooked"
)

// TestInvoke calls methods of a program: the fork goes on from what they have done, is made again from its recording,
// and is opened again. What cannot be called changes nothing.
func TestInvoke(t *testing.T) {
	d, err := debugger.Open(ctx, debugger.Source{Program: hooked.Program, Seed: 5},
		debugger.Options{LoopLimit: 100 * time.Millisecond})
	must(t, err)
	t.Cleanup(d.Close)
	for _, c := range []struct{ call, want, returns string }{
		{"a.Deposit(7)", "17", "17"}, {"a.Deposit(n * 2 + $k)", "53", "53"}, {"a.Clear()", "0", ""}, {"a.Fail()", "", ""},
		{"a.Loop()", "", ""}, {"a.Pause(th)", "", ""}, {"a.Deposit(1.5)", "", ""}, {"a.Deposit()", "", ""},
		{"a.Nothing()", "", ""}, {"th.Yield()", "", ""}, {"a", "", ""}, {"len(a)", "", ""}, {"nobody.Deposit(1)", "", ""},
	} {
		to(t, d, "10")
		_, err = d.SetFocus(ctx, "one.1")
		must(t, err)
		if _, err = d.Let(ctx, "k", debugger.Scope{}, "3"); err != nil {
			t.Fatal(err)
		}
		returns, wrong := d.Returns(ctx, debugger.Invoke{Expression: c.call})
		r, err := d.Fork(ctx, debugger.Fork{Change: debugger.Invoke{Expression: c.call}})
		if (err != nil) != (c.want == "") || (wrong != nil) != (err != nil) || strings.Join(returns, ", ") != c.returns {
			t.Errorf("%s: %v, %v, returns %q", c.call, err, wrong, returns)
		}
		if err != nil {
			if here, err := d.Run(ctx); err != nil || here.Number != 0 {
				t.Errorf("%s made fork %d, %v", c.call, here.Number, err)
			}
			continue
		}
		if !strings.HasPrefix(r.Change, "call a.") {
			t.Errorf("%s is told as %s", c.call, r.Change)
		}
		to(t, d, "11")
		if v, err := d.Value(ctx, debugger.Scope{Thread: "one.1"}, "a.balance"); err != nil || v.Value != c.want {
			t.Errorf("after %s the balance is %s, %v, and not %s", c.call, v.Value, err, c.want)
		}
		data, err := d.Data(ctx)
		must(t, err)
		again, err := debugger.Open(ctx, debugger.Source{Program: hooked.Program, Data: data}, debugger.Options{})
		must(t, err)
		to(t, again, "11")
		if v, err := again.Value(ctx, debugger.Scope{Thread: "one.1"}, "a.balance"); err != nil || v.Value != c.want {
			t.Errorf("%s: in the recording the balance is %s, %v", c.call, v.Value, err)
		}
		again.Close()
		_, err = d.Enter(ctx, 0)
		must(t, err)
	}
}
