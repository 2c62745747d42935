package debugger_test

import (
	"slices"
	"strings"
	"testing"

	"machsim/debugger"
)

// TestServers: name servers are in no list, statistics and diagram, unless they are asked for or in focus; queries have
// them always.
func TestServers(t *testing.T) {
	d := opened(t, "bank", 9)
	told := func() (all []string) {
		threads, err := d.Threads(ctx)
		must(t, err)
		tasks, err := d.Tasks(ctx)
		must(t, err)
		x, err := d.Stats(ctx)
		must(t, err)
		picture, err := d.Diagram(ctx, debugger.DiagramOptions{})
		must(t, err)
		blocked, err := d.Blocked(ctx)
		must(t, err)
		for _, w := range blocked {
			all = append(all, "blocked "+w.Thread)
		}
		for _, th := range threads {
			all = append(all, "where "+th.Name)
		}
		for _, k := range tasks {
			all = append(all, "tasks "+k.Name)
		}
		for _, c := range x.Threads {
			all = append(all, "stats "+c.Name)
		}
		for _, w := range x.Waits {
			all = append(all, "waits "+w.Thread)
		}
		for _, l := range picture.Lanes {
			all = append(all, "lane "+l.Name)
		}
		slices.Sort(all)
		return slices.Compact(slices.DeleteFunc(all, func(s string) bool { return !strings.Contains(s, " netname-") }))
	}
	if some := told(); len(some) > 0 {
		t.Errorf("they are told of: %q", some)
	}
	_, err := d.SetFocus(ctx, "netname-vault.1")
	must(t, err)
	if some := told(); !slices.Contains(some, "where netname-vault.1") || slices.Contains(some, "where netname-office.1") {
		t.Errorf("of the one in focus is told: %q", some)
	}
	must(t, d.SetServers(ctx, true))
	some := told()
	for _, want := range []string{"where ", "blocked ", "tasks ", "stats ", "waits ", "lane "} {
		of := slices.DeleteFunc(slices.Clone(some), func(s string) bool { return !strings.HasPrefix(s, want) })
		if len(of) != 2 {
			t.Errorf("%sof %d servers: %q", want, len(of), some)
		}
	}
}
