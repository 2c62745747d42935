package debugger_test

import (
	"testing"

	"machsim/debugger"
	"machsim/kernel"
)

// shelf is a program of two threads that show variables of several types.
func shelf(b *kernel.Boot) {
	b.Task(0, "shop", func(th *kernel.Thread) {
		name, owner, stock, open, price := "shelf", "kant", []uint8{3, 4}, false, 1.5
		th.Watch("name", &name)
		th.Watch("owner", &owner)
		th.Watch("stock", &stock)
		th.Watch("open", &open)
		th.Watch("price", &price)
		for range 10 {
			th.Yield()
		}
	})
	b.Task(0, "street", func(th *kernel.Thread) {
		stock, guests := []int{70}, 5
		th.Watch("stock", &stock)
		th.Watch("guests", &guests)
		for range 10 {
			th.Yield()
		}
	})
}

// TestSet sets variables to values of expressions, and is refused those of other types.
func TestSet(t *testing.T) {
	d, err := debugger.Open(ctx, debugger.Source{Program: &kernel.Program{Name: "shelf", Main: shelf}, Seed: 1},
		debugger.Options{})
	must(t, err)
	t.Cleanup(d.Close)
	to(t, d, "12")
	for _, c := range []struct{ variable, value, thread, want string }{
		{"stock[0]", "stock[1] * 2 + len(name)", "shop.1", "13"},
		{"stock[0]", "street.stock[0] + guests", "shop.1", "75"},
		{"stock[0]", "0x10", "shop.1", "16"},
		{"price", "price + 1", "", "2.5"},
		{"price", "3", "", "3"},
		{"open", "stock[0] > 2 && owner == \"kant\"", "", "true"},
		{"name", "hume", "", "hume"},
		{"name", "owner", "", "kant"},
		{"name", `"owner"`, "", "owner"},
		{"name", `owner + " and " + name`, "", "kant and shelf"},

		{"stock[0]", "guests * 100", "shop.1", `stock[0] is of type uint8: "500" is no value of it`},
		{"stock[0]", "price", "shop.1", `stock[0] is of type uint8: "1.5" is no value of it`},
		{"stock[0]", "owner", "shop.1", "stock[0] is of type uint8, and owner is a text"},
		{"stock[0]", "stock[7]", "shop.1", "stock[7] has no value here"},
		{"stock[0]", "1 / 0", "shop.1", "1 / 0 has no value here"},
		{"name", "guests", "", "name is of type string, and guests is a number"},
		{"open", "guests", "", "open is of type bool, and guests is a number"},
		{"guests", "2 +", "", "2 +\n   ^\na condition (kant.holding = 2, label critical by kant, ...) is missing here"},
	} {
		runs, err := d.Forks(ctx)
		must(t, err)
		_, err = d.Fork(ctx, debugger.Fork{Change: debugger.Set{Variable: c.variable, Value: c.value, Thread: c.thread}})
		if err != nil {
			after, forks := d.Forks(ctx)
			must(t, forks)
			if err.Error() != c.want || len(after) != len(runs) {
				t.Errorf("set %s %s: %v", c.variable, c.value, err)
			}
			continue
		}
		words := []string{c.variable}
		if c.thread != "" {
			words = []string{c.thread, c.variable}
		}
		if v, err := d.Variables(ctx, debugger.Plain, words...); err != nil || v.Rows[0].Value != c.want {
			t.Errorf("set %s %s: %+v, %v", c.variable, c.value, v, err)
		}
		_, err = d.Enter(ctx, 0)
		must(t, err)
	}
}
