package app

import (
	"fmt"
	"path/filepath"
	"slices"
	"strings"

	"machsim/cmd/machsim/internal/userprog"
	"machsim/cmd/machsim/vet"
	"machsim/debugger/run/commandline"
)

// behind are the rules of vet about what a program does behind the kernel's back. With it the same seed
// may give different runs.
var behind = []string{"goroutine", "channel", "lock", "clock", "random", "maporder", "scheduler", "outside", "shared"}

// advise runs these rules while the package is built and run. The function that it returns waits for the
// result: a line, or "" if nothing was found. The line names the package as shown says, and the program as
// word does. Whoever preempts the run is not told to.
func advise(p *userprog.Package, shown, word string, preempts bool) (said func() string) {
	answer := make(chan string, 1)
	go func() {
		text, err := p.Note("vet", func() (string, error) { return findings(p) })
		if err != nil {
			text = "" // what is wrong with the package is for the build to say
		}
		if _, race := strings.CutPrefix(text, raceFound); preempts && race {
			text = ""
		}
		answer <- advice(text, commandline.Quote(shown), commandline.Quote(word))
	}()
	return func() string { return <-answer }
}

// advice is what is said of findings in a package. A race may be one of another program of the package, so its line is
// said.
func advice(found, shown, word string) string {
	at, race := strings.CutPrefix(found, raceFound)
	switch {
	case race:
		return fmt.Sprintf("machsim: threads of a task use variables with nothing to order them%s; see: machsim vet %s, "+
			"machsim run %s --preempt", at, shown, word)
	case found != "":
		return fmt.Sprintf("machsim: vet finds %s: the same seed may give other runs; see: machsim vet %s", found, shown)
	}
	return ""
}

// raceFound begins what findings returns of a package in which nothing but races is found. Where the first is follows.
const raceFound = "race"

// findings returns how many places the rules find in a package, and which rules; raceFound if they find none, but that
// of races does; "" for none.
func findings(p *userprog.Package) (string, error) {
	all, err := vet.Check(p.Dir, []string{"."}, "-mod=readonly") // as it is built, without a vendor directory
	if err != nil {
		return "", err
	}
	n, races := 0, ""
	var rules []string
	for _, f := range all {
		if f.Rule == raceFound && races == "" {
			races = fmt.Sprintf("%s (%s:%d)", raceFound, filepath.Base(f.At.Filename), f.At.Line)
		}
		if !slices.Contains(behind, f.Rule) {
			continue
		}
		if n++; !slices.Contains(rules, f.Rule) {
			rules = append(rules, f.Rule)
		}
	}
	switch n {
	case 0:
		return races, nil
	case 1:
		return "1 place (" + rules[0] + ")", nil
	}
	return fmt.Sprintf("%d places (%s)", n, strings.Join(rules, ", ")), nil
}
