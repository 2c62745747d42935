package samples

import (
	"context"
	"slices"
	"testing"

	"machsim/debugger"
	"machsim/kernel"
	"machsim/programs/hooked"
)

// TestWatchShown: a variable is watched by its name in Go, and by the name by which the program shows it.
func TestWatchShown(t *testing.T) {
	ctx := context.Background()
	i := slices.IndexFunc(hooked.All, func(p *kernel.Program) bool { return p.Name == "bank" })
	d, err := debugger.Open(ctx, debugger.Source{Program: hooked.All[i], Seed: 9}, debugger.Options{})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(d.Close)
	for _, name := range []string{"balance[0]", "account[0]"} {
		if b, err := d.Watch(ctx, debugger.ChangeWatch, debugger.Scope{}, name); err != nil || b.Hits != 4 {
			t.Errorf("%s: %+v %v", name, b, err)
		}
	}
}
