package samples

import (
	"context"
	"fmt"
	"os"
	"slices"
	"strings"
	"testing"

	"machsim/debugger"
	"machsim/debugger/run/runner"
	"machsim/kernel"
	"machsim/programs/hooked"
)

func TestOriginLook(t *testing.T) {
	what := strings.Split(os.Getenv("LOOK"), ",")
	var seed uint64
	fmt.Sscan(what[1], &seed)
	ctx := context.Background()
	i := slices.IndexFunc(hooked.All, func(p *kernel.Program) bool { return p.Name == what[0] })
	p := hooked.All[i]
	d, err := debugger.Open(ctx, debugger.Source{Run: runner.New(p, seed)}, debugger.Options{})
	if err != nil {
		t.Fatal(err)
	}
	defer d.Close()
	x, err := d.Origins(ctx, debugger.Origin{Expression: what[2], Depth: 40})
	if err != nil {
		t.Fatal(err)
	}
	fmt.Println(x.Of, x.Left)
	for _, r := range x.Rows {
		fmt.Printf("%s%s %s %s = %s  (%s:%d) %s [%v] %s x%d again=%v %s left=%v\n", strings.Repeat("  ", r.Level), r.Kind, r.Thread, r.Name, r.Value, r.File, r.Line,
			r.Text, r.Position, r.Says, r.Times, r.Again, r.End, r.Left)
	}
}
