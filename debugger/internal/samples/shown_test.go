package samples

import (
	"context"
	"slices"
	"strings"
	"testing"

	"machsim/debugger"
	"machsim/kernel"
	"machsim/programs/hooked"
)

// TestWatchShown: a variable is watched by its name in Go, and the name by which the program shows it is told as that.
func TestWatchShown(t *testing.T) {
	ctx := context.Background()
	i := slices.IndexFunc(hooked.All, func(p *kernel.Program) bool { return p.Name == "bank" })
	d, err := debugger.Open(ctx, debugger.Source{Program: hooked.All[i], Seed: 9}, debugger.Options{})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(d.Close)
	_, err = d.Watch(ctx, debugger.ChangeWatch, "balance[0]")
	if err == nil || !strings.HasPrefix(err.Error(), "bank.1 shows a variable by the name balance;") {
		t.Errorf("%v", err)
	}
	if b, err := d.Watch(ctx, debugger.ChangeWatch, "account[0]"); err != nil || b.Hits != 5 {
		t.Errorf("%+v %v", b, err)
	}
}
