package origins_test

import (
	"context"
	"fmt"
	"os"
	"regexp"
	"sort"
	"strconv"
	"strings"
	"testing"
	"time"

	"machsim/debugger"
	"machsim/debugger/run/runner"
	"machsim/kernel"
	"origins"
	"origins/twin"
)

// TestOrigins: the sources that are found of each variable of random programs are those with which the values of a twin
// of the program are tagged. None is missing; those that are too many are counted.
func TestOrigins(t *testing.T) {
	sum := count{}
	for i := range origins.Programs {
		compared(t, &origins.Programs[i], &twin.Programs[i], &sum)
	}
	t.Logf("%d values of %d programs: %d sources, %d missing, %d too many; %d values of runs that are not remembered whole",
		sum.values, len(origins.Programs), sum.sources, sum.missing, sum.more, sum.forgotten)
	if sum.values < 3*len(origins.Programs) || sum.sources < sum.values {
		t.Errorf("these are few: %+v", sum)
	}
	if sum.more*10 > sum.sources {
		t.Errorf("too many are too many: %+v", sum)
	}
}

type count struct{ values, sources, missing, more, forgotten int }

func options(p *kernel.Program) *runner.NewOptions {
	o := runner.New(p, 1)
	o.LoopLimit = time.Minute
	return o
}

func compared(t *testing.T, p, tw *kernel.Program, sum *count) {
	ctx := context.Background()
	twin.Seen = map[string]twin.V{}
	run, _ := runner.InMemory(options(tw))
	run.Close()
	d, err := debugger.Open(ctx, debugger.Source{Run: options(p)}, debugger.Options{LoopLimit: time.Minute})
	if err != nil {
		t.Fatal(err)
	}
	defer d.Close()
	var names []string
	for name := range twin.Seen {
		names = append(names, name)
	}
	sort.Strings(names)
	for _, name := range names {
		if os.Getenv("ONLY") != "" && os.Getenv("ONLY") != p.Name+"."+name {
			continue
		}
		x, err := d.Origins(ctx, debugger.Origin{Expression: name, Depth: 10_000})
		if err != nil {
			t.Errorf("%s, %s: %v", p.Name, name, err)
			continue
		}
		if v := fmt.Sprint(twin.Seen[name].N); v != x.Value {
			t.Errorf("%s, %s: it is %s, and that of the twin %s", p.Name, name, x.Value, v)
		}
		if x.Forgets { // it says so
			sum.forgotten++
			continue
		}
		held(t, p.Name+"."+name, x, twin.Seen[name].T, sum)
	}
}

var source = regexp.MustCompile(`note\.Src\((\d+)\)`)

func held(t *testing.T, name string, x *debugger.Sources, want uint64, sum *count) {
	var got uint64
	for _, r := range x.Rows {
		if m := source.FindStringSubmatch(r.Text); m != nil {
			k, _ := strconv.Atoi(m[1])
			got |= 1 << k
		}
	}
	if os.Getenv("ONLY") != "" {
		for i, r := range x.Rows {
			fmt.Printf("%d %s%s %s:%d %s = %s [%s] %s above %d\n", i+1, strings.Repeat("  ", r.Level), r.Kind, r.Thread, r.Line, r.Name, r.Value, r.Text, r.End, r.Above)
		}
	}
	sum.values++
	for k := range 64 {
		is, found := want>>k&1 == 1, got>>k&1 == 1
		if is {
			sum.sources++
		}
		if is && !found {
			sum.missing++
			t.Errorf("%s: source %d is missing, of %b", name, k, want)
		}
		if found && !is {
			sum.more++
			if os.Getenv("MORE") != "" {
				t.Logf("%s: source %d is too much, of %b", name, k, want)
			}
		}
	}
	if x.Left > 0 {
		t.Errorf("%s: %d chains go on", name, x.Left)
	}
}
