// Package shadow holds what each step of the kernel reads and writes against what it notes for the
// causal order (ipc.AccessLog, the calls of access). A forgotten one shows nowhere else, but in
// positions of the debugger that no run could be in.
//
// The state knows nothing of being watched. TestShadow writes a copy of ipc and kernel in which
// each access to a field of a record goes through a probe (rewrite_test.go), and has go test run
// this package again with the copy in place of the original (-overlay). There a watcher stands
// between the machine and the tape: after each step it finds the fields that the accesses belong to
// (memory_test.go), and looks for an entry of the access log that accounts for each (rules_test.go).
//
// A new field needs a rule, and mostly has one already by its record. A step that is right to use a
// field without logging it gets an exemption, with the reason.
package shadow

import (
	"cmp"
	"encoding/json"
	"flag"
	"fmt"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"sort"
	"testing"

	"machsim/ipc"
	"machsim/kernel"
	"machsim/programs"
	"machsim/test/effort"
	"machsim/test/probe"
	"machsim/test/randprog"
)

var (
	runs = flag.Int("runs", -1, "random programs to try; without it few")
	keep = flag.String("keep", "", "directory for the rewritten kernel: go test -overlay DIR/overlay.json runs it")
	from = flag.Uint64("from", 0, "first seed of the random programs")
)

// TestShadow runs the tests of this package again, with the kernel rewritten.
func TestShadow(t *testing.T) {
	if probe.Live {
		t.Skip("this is the rewritten kernel")
	}
	files, err := rewritten()
	if err != nil {
		t.Fatal(err)
	}
	list, err := overlay(t, files)
	if err != nil {
		t.Fatal(err)
	}
	out, err := exec.Command("go", "test", "-overlay", list, "-count=1", "-v", ".",
		fmt.Sprint("-sites=", *bySite), fmt.Sprint("-runs=", *runs), fmt.Sprint("-from=", *from)).CombinedOutput()
	if err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	t.Logf("%s", out)
}

// overlay writes files, given by the names of those that they replace, and returns the name of
// what go's flag -overlay wants.
func overlay(t *testing.T, files map[string][]byte) (string, error) {
	dir := *keep
	if dir == "" {
		dir = t.TempDir()
	}
	replace := map[string]string{}
	for name, text := range files {
		replace[name] = filepath.Join(dir, filepath.Base(filepath.Dir(name))+"_"+filepath.Base(name))
		if err := os.WriteFile(replace[name], text, 0o644); err != nil {
			return "", err
		}
	}
	text, err := json.Marshal(map[string]any{"Replace": replace})
	if err != nil {
		return "", err
	}
	list := filepath.Join(dir, "overlay.json")
	return list, os.WriteFile(list, text, 0o644)
}

// tally counts violations of one kind at one place.
type tally map[string]*struct {
	n     int
	first violation
}

func (y tally) add(v violation) {
	key := v.kind + " " + v.field + " at " + v.site
	if y[key] == nil {
		y[key] = &struct {
			n     int
			first violation
		}{0, v}
	}
	y[key].n++
}

func (y tally) report(t *testing.T) {
	var keys []string
	for k := range y {
		keys = append(keys, k)
	}
	sort.Strings(keys)
	for _, k := range keys {
		t.Errorf("%s, %d times; first: %v", k, y[k].n, y[k].first)
	}
	if len(keys) > 0 {
		t.Log("docs/HACKING.md, A new kernel call, says what a step has to log")
	}
}

// TestAccesses holds what every step of the sample programs and of random ones reads and writes
// against what it notes.
func TestAccesses(t *testing.T) {
	if !probe.Live {
		t.Skip("TestShadow runs this with the kernel rewritten")
	}
	all := tally{}
	var by *sites
	if *bySite {
		by = &sites{seen: map[string]int{}, needed: map[string]int{}}
		defer by.print()
	}
	for _, p := range effort.Some(programs.All, 8) {
		take(p, kernel.Config{Door: kernel.NewRandom(0), MaxSteps: 700}, all.add, by)
	}
	n := effort.Of(uint64(10))
	if *runs >= 0 {
		n = uint64(*runs)
	}
	for _, seed := range append(seedsFrom(*from, n), once...) {
		p, cfg := randprog.Program(seed, randprog.Large), randprog.Config(seed, 400)
		take(p, cfg, all.add, by)
		if seed%4 == 0 {
			take(p, steered(cfg, seed), all.add, by)
		}
	}
	all.report(t)
}

// once are the seeds of random programs that have found what few find: a receive right in a call to another host
// that is refused there.
var once = []uint64{208}

func seedsFrom(first, n uint64) (all []uint64) {
	for seed := first; seed < first+n; seed++ {
		all = append(all, seed)
	}
	return all
}

// steered is the configuration of a run with ten edits that halts some time after event 60.
func steered(cfg kernel.Config, seed uint64) kernel.Config {
	rng := rand.New(rand.NewPCG(seed, 3))
	for range 10 {
		e := kernel.Edit{After: rng.Uint64N(300), Kind: kernel.EditDrop, Object: 1 + rng.Uint32N(40)}
		switch rng.IntN(4) {
		case 0:
			e.Kind, e.Object = 1+kernel.EditKind(rng.IntN(int(kernel.LastEdit))), 1+rng.Uint32N(12)
			if e.Kind == kernel.EditRPC {
				e.Value = fmt.Sprint(rng.IntN(20))
			}
			e.Items, e.ID = []ipc.Item{{Kind: ipc.KindInt, Num: 7}}, 1+rng.Int32N(3)
		case 1:
			e.Kind = kernel.EditInject
		case 2:
			e.Kind, e.Object = kernel.EditHalt+kernel.EditKind(rng.IntN(2)), 1+rng.Uint32N(3)
			e.Value = fmt.Sprint(rng.IntN(3) * 100)
		}
		cfg.Edits = append(cfg.Edits, e)
	}
	slices.SortFunc(cfg.Edits, func(a, b kernel.Edit) int { return cmp.Compare(a.After, b.After) })
	cfg.Agents.Delay = rng.Int64N(3) * 100
	cfg.Halt = &kernel.Halt{Stages: [][]string{{"*"}, {"*[0-3]"}}}
	cfg.Door = halter{kernel.NewRandom(seed)}
	return cfg
}

// halter is a Door that answers that every predicate is met after event 60.
type halter struct{ kernel.Door }

func (h halter) Choose(p kernel.Point) int {
	switch {
	case p.Kind != kernel.PointPredicate:
		return h.Door.Choose(p)
	case p.State().Steps > 60:
		return 1
	}
	return 0
}
