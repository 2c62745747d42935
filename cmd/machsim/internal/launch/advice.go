//go:build !wasm

package launch

import (
	"encoding/json"
	"fmt"
	"path/filepath"
	"slices"
	"strings"

	"github.com/pkg/errors"

	"machsim/cmd/machsim/internal/userprog"
	"machsim/cmd/machsim/vet"
	"machsim/debugger/event/text"
	"machsim/debugger/run/commandline"
)

// behind are the rules of vet about what a program does behind the kernel's back. With it the same seed
// may give different runs.
var behind = []string{"goroutine", "channel", "lock", "clock", "random", "maporder", "scheduler", "outside", "shared"}

// race is the rule about threads that share variables.
const race = "race"

// advise runs these rules while the package is built and run. The function that it returns waits for the
// result: a line about the program with that name, or "" if nothing was found. The line names the package as shown
// says, and the program as word does. Whoever preempts the run is not told to.
func advise(p *userprog.Package, shown, word string, preempts bool) (said func(program string) string) {
	answer := make(chan []vet.Finding, 1)
	go func() {
		var all []vet.Finding
		note, err := p.Note("vet", func() (string, error) { return findings(p) })
		if err == nil { // what is wrong with the package is for the build to say
			_ = json.Unmarshal([]byte(note), &all)
		}
		answer <- all
	}()
	return func(program string) string {
		return advice(<-answer, program, commandline.Quote(shown), commandline.Quote(word), preempts)
	}
}

// findings returns what these rules find in a package, and that of races does, as JSON.
func findings(p *userprog.Package) (string, error) {
	all, err := vet.Check(p.Dir, []string{"."}, "-mod=readonly") // as it is built, without a vendor directory
	if err != nil {
		return "", err
	}
	all = slices.DeleteFunc(all, func(f vet.Finding) bool { return f.Rule != race && !slices.Contains(behind, f.Rule) })
	note, err := json.Marshal(all)
	return string(note), errors.WithStack(err)
}

// advice is what is said of those findings in a package that are of one program of it.
func advice(all []vet.Finding, program, shown, word string, preempts bool) string {
	at, places, rules := "", 0, []string(nil)
	for _, f := range all {
		switch {
		case !f.Of(program):
		case f.Rule != race:
			if places++; !slices.Contains(rules, f.Rule) {
				rules = append(rules, f.Rule)
			}
		case at == "":
			at = fmt.Sprintf("%s:%d", filepath.Base(f.At.Filename), f.At.Line)
		}
	}
	switch {
	case places > 0:
		return fmt.Sprintf("machsim: vet finds %s (%s): the same seed may give other runs; see: machsim vet %s",
			text.Counted(places, "place"), strings.Join(rules, ", "), shown)
	case at != "" && !preempts:
		return fmt.Sprintf("machsim: threads of a task use variables with nothing to order them (%s); see: machsim vet %s, "+
			"machsim run %s --preempt", at, shown, word)
	}
	return ""
}
