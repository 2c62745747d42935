package explore_test

import (
	"maps"
	"math/rand/v2"
	"slices"
	"testing"

	"machsim/debugger/choose/explore"
	"machsim/kernel"
	"machsim/programs"
	"machsim/test/effort"
	"machsim/test/randprog"
)

// randomly runs f for random programs of all sorts.
func randomly(t *testing.T, n int, f func(t *testing.T, p *kernel.Program, text string, i uint64)) {
	makers := map[string]func(*rand.Rand) (*kernel.Program, string){"hosts": hosts, "serving": serving}
	for name, calls := range kinds {
		makers[name] = func(r *rand.Rand) (*kernel.Program, string) { return program(r, calls) }
	}
	for name, d := range disturbances {
		makers[name] = func(r *rand.Rand) (*kernel.Program, string) { return disturbed(r, d.first, d.others) }
	}
	for _, name := range slices.Sorted(maps.Keys(makers)) {
		t.Run(name, func(t *testing.T) {
			r := rand.New(rand.NewPCG(13, 14))
			for i := range n {
				p, text := makers[name](r)
				f(t, p, text, uint64(i))
			}
		})
	}
}

// TestCommutes takes steps of random runs in either order where their uses say that it makes no difference.
func TestCommutes(t *testing.T) {
	pairs := 0
	randomly(t, effort.Of(4), func(t *testing.T, p *kernel.Program, text string, i uint64) {
		for _, exact := range []bool{false, true} {
			n, wrong := explore.Commutes(p, nil, i, exact)
			if pairs += n; len(wrong) > 0 {
				t.Errorf("%s, run %d, exact %v: %s, and %d more", text, i, exact, wrong[0], len(wrong)-1)
			}
		}
	})
	t.Logf("%d pairs", pairs)
}

// TestServersCommute does that for programs with servers.
func TestServersCommute(t *testing.T) {
	for name, args := range map[string]map[string]string{
		"bank-fixed":         {"tellers": "2", "transfers": "1"},
		"naming-fixed":       {"requests": "1"},
		"clientserver-fixed": nil,
		"failover-fixed":     nil,
		"hello":              nil,
	} {
		pairs := 0
		for i := range uint64(effort.Of(4)) {
			n, wrong := explore.Commutes(programs.Find(name), args, i, true)
			if pairs += n; len(wrong) > 0 {
				t.Errorf("%s, run %d: %s, and %d more", name, i, wrong[0], len(wrong)-1)
			}
		}
		t.Logf("%s: %d pairs", name, pairs)
	}
}

// TestUnsaidAcross is TestUnsaid for what random programs do on three hosts, with every kind of call.
func TestUnsaidAcross(t *testing.T) {
	depend := 0
	seeds := []uint64{136, 157} // a call on a task of another host, which ends; data of a thread by one that got a name
	for i := range uint64(effort.Of(20)) {
		seeds = append(seeds, i)
	}
	for _, i := range seeds {
		n, unsaid := explore.Unsaid(randprog.Program(i, randprog.Size{Hosts: 3, Tasks: 3, Threads: 2, Calls: 8}), i)
		if depend += n; len(unsaid) > 0 {
			t.Errorf("run %d: %s, and %d more", i, unsaid[0], len(unsaid)-1)
		}
	}
	t.Logf("%d causes", depend)
}

// TestUnsaid holds what events are said to use against their accesses: what depends on another event by the access log
// has to come after it by their uses.
func TestUnsaid(t *testing.T) {
	depend := 0
	randomly(t, effort.Of(4), func(t *testing.T, p *kernel.Program, text string, i uint64) {
		n, unsaid := explore.Unsaid(p, i)
		if depend += n; len(unsaid) > 0 {
			t.Errorf("%s, run %d: %s, and %d more", text, i, unsaid[0], len(unsaid)-1)
		}
	})
	t.Logf("%d causes", depend)
}
