package app

import (
	"cmp"
	"fmt"
	"hash/fnv"
	"maps"
	"path/filepath"
	"regexp"
	"slices"
	"strings"

	"machsim/debugger/record"
	"machsim/debugger/runner"
	"machsim/debugger/strategy"
	"machsim/kernel"
)

// usualFile is where a run is recorded when it is given no other place: runs that are made otherwise
// have other names.
func usualFile(o *runner.Options) string { return usualName(o, "") }

// usualName is usualFile with a word at its end.
func usualName(o *runner.Options, word string) string {
	name := fmt.Sprintf("%s-%d%s", o.Program.Name, o.Seed, variant(o))
	if o.Parent != nil {
		name = strings.TrimSuffix(forkName(o.Parent, o.Program.Name, o.Seed), ".rec") + variant(o)
	}
	return filepath.Join(recordings, name+word+".rec")
}

// longVariant is how long that part of a name may become which tells runs apart.
const longVariant = 60

// unsafeInNames is what may not be in the name of a file everywhere, and would have to be quoted.
var unsafeInNames = regexp.MustCompile(`[^A-Za-z0-9._-]+`)

// variant tells how a run is made, as far as that is not the usual way: "" or a comma and what differs,
// such as ",tellers-3,weak". Where characters or a part are left out, a number stands for the whole.
func variant(o *runner.Options) string {
	parts := differing(o)
	if len(parts) == 0 {
		return ""
	}
	whole := strings.Join(parts, ",")
	for i, p := range parts {
		parts[i] = unsafeInNames.ReplaceAllString(p, "-")
	}
	text := strings.Join(parts, ",")
	if text == whole && len(text) <= longVariant {
		return "," + text
	}
	h := fnv.New32a()
	_, _ = h.Write([]byte(whole))
	return fmt.Sprintf(",%s-%08x", text[:min(len(text), longVariant)], h.Sum32())
}

// differing are the parameters of a run that have not their defaults, and the flags that it is made
// with; of a fork, those that its parent was not made with.
func differing(o *runner.Options) (parts []string) {
	usual := record.Header{MaxSteps: kernel.DefaultMaxSteps}
	if o.Followed() != nil {
		usual = *o.Followed().Header()
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
	} {
		if flag.now && !flag.usual {
			parts = append(parts, flag.word)
		}
	}
	if steps := cmp.Or(o.MaxSteps, kernel.DefaultMaxSteps); steps != usual.MaxSteps {
		parts = append(parts, fmt.Sprint("max-events-", steps))
	}
	return parts
}

// usualValue is the default of a program's parameter.
func usualValue(p *kernel.Program, name string) string {
	i := slices.IndexFunc(p.Params, func(q kernel.Param) bool { return q.Name == name })
	if i < 0 {
		return ""
	}
	return p.Params[i].Default
}
