package study

import (
	"cmp"
	"fmt"
	"hash/fnv"
	"maps"
	"path/filepath"
	"slices"
	"strings"

	"machsim/debugger/choose/strategy"
	"machsim/debugger/record"
	"machsim/debugger/run/runner"
	"machsim/ipc/quote"
	"machsim/kernel"
)

// Directory is where recordings are that are given no other place.
const Directory = ".machsim"

// RecordingsVariable is the environment variable that names the directory for recordings of tests, in the place of
// Directory beside them.
const RecordingsVariable = "MACHSIM_RECORDINGS"

// usualFile returns the default file of a run, with a word added to its name. Runs that are made in different ways have
// different files.
func usualFile(o *runner.Setup, word string) string {
	name := fmt.Sprintf("%s-%d%s", o.Program.Name, o.Seed, variant(o))
	if o.Parent != nil {
		name = strings.TrimSuffix(forkName(o.Parent, o.Program.Name, o.Seed), ".rec") + variant(o)
	}
	return filepath.Join(Directory, name+word+".rec")
}

// ForkFile returns the default file of a fork.
func ForkFile(of *record.Parent, program string, seed uint64) string {
	return filepath.Join(Directory, forkName(of, program, seed))
}

// longName is the length from which on the name of a fork's file is shortened.
const longName = 150

// forkName returns the default name of a fork's file. It is longer than its parent's name, so the two
// differ; after a long line of forks it has the parent's fingerprint instead.
func forkName(of *record.Parent, program string, seed uint64) string {
	name := strings.TrimSuffix(filepath.Base(of.File), ".rec")
	if len(name) > longName {
		name = fmt.Sprintf("%s-%016x", program, of.Fingerprint)
	}
	return fmt.Sprintf("%s-from-%d-seed-%d.rec", name, of.Event, seed)
}

// longVariant is the largest length of the part of a name that variant makes.
const longVariant = 60

// variant describes how a run differs from the usual way: "", or a comma and the differences, as in
// ",tellers-3,weak". If it leaves something out, it adds a hash of the whole.
func variant(o *runner.Setup) string {
	parts := differing(o)
	if len(parts) == 0 {
		return ""
	}
	whole := strings.Join(parts, ",")
	for i, p := range parts {
		parts[i] = quote.Name(p)
	}
	text := strings.Join(parts, ",")
	if text == whole && len(text) <= longVariant {
		return "," + text
	}
	h := fnv.New32a()
	_, _ = h.Write([]byte(whole))
	return fmt.Sprintf(",%s-%08x", text[:min(len(text), longVariant)], h.Sum32())
}

// plain takes out of budgets what the name of a file should not have.
var plain = strings.NewReplacer("=", "", ",", "-", "%", "pct", "@", "-", ":", "-", "+", "-")

// differing lists the parameters without their default values, the flags and the claims of a run. For a fork, it
// lists the flags that its parent did not have.
func differing(o *runner.Setup) (parts []string) {
	usual := record.Header{MaxSteps: kernel.DefaultMaxSteps}
	if o.Followed() != nil {
		usual = o.Followed().Recording().Header
	} else {
		for _, name := range slices.Sorted(maps.Keys(o.Args)) {
			if o.Args[name] != usualValue(o.Program, name) {
				parts = append(parts, name+"-"+o.Args[name])
			}
		}
	}
	if cmp.Or(o.Strategy, strategy.Usual()) != strategy.Usual() {
		parts = append(parts, o.Strategy)
	}
	for _, flag := range []struct {
		word       string
		now, usual bool
	}{
		{"weak", o.Weak, usual.Weak}, {"free-timers", o.FreeTimers, usual.FreeTimers},
		{"lenient", o.Lenient, usual.Lenient}, {"keep-going", o.KeepGoing, usual.KeepGoing},
		{"preempt", o.Preempt, usual.Preempt},
	} {
		if flag.now && !flag.usual {
			parts = append(parts, flag.word)
		}
	}
	if o.Faults != usual.Faults && o.Faults != (kernel.Faults{}) {
		parts = append(parts, "faults-"+plain.Replace(o.Faults.String()))
	}
	if steps := cmp.Or(o.MaxSteps, kernel.DefaultMaxSteps); steps != usual.MaxSteps && steps != runner.Endless {
		parts = append(parts, fmt.Sprint("max-events-", steps))
	}
	for claim := range slices.Chunk(o.Claims, 2) {
		parts = append(parts, strings.TrimPrefix(strings.Join(claim, "-"), "--"))
	}
	return parts
}

// usualValue returns the default value of a program's parameter.
func usualValue(p *kernel.Program, name string) string {
	i := slices.IndexFunc(p.Params, func(q kernel.Param) bool { return q.Name == name })
	if i < 0 {
		return ""
	}
	return p.Params[i].Default
}
