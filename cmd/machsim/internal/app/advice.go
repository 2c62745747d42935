package app

import (
	"fmt"
	"slices"
	"strings"

	"machsim/cmd/machsim/internal/userprog"
	"machsim/cmd/machsim/vet"
	"machsim/debugger/commandline"
)

// behind are the rules of vet about what a program does behind the kernel's back. With it the same seed
// may give different runs.
var behind = []string{"goroutine", "channel", "lock", "clock", "random", "maporder", "scheduler", "outside", "shared"}

// advise runs these rules while the package is built and run. The function that it returns waits for the
// result: a line, or "" if nothing was found.
func advise(p *userprog.Package, shown string) (said func() string) {
	answer := make(chan string, 1)
	go func() {
		text, err := p.Note("vet", func() (string, error) { return findings(p) })
		if err != nil || text == "" {
			answer <- "" // what is wrong with the package is for the build to say
			return
		}
		answer <- fmt.Sprintf("machsim: vet finds %s: the same seed may give other runs; see: machsim vet %s", text,
			commandline.Quote(shown))
	}()
	return func() string { return <-answer }
}

// findings returns how many places the rules find in a package, and which rules; "" for none.
func findings(p *userprog.Package) (string, error) {
	all, err := vet.Check(p.Dir, []string{"."}, "-mod=readonly") // as it is built, without a vendor directory
	if err != nil {
		return "", err
	}
	n := 0
	var rules []string
	for _, f := range all {
		if !slices.Contains(behind, f.Rule) {
			continue
		}
		if n++; !slices.Contains(rules, f.Rule) {
			rules = append(rules, f.Rule)
		}
	}
	switch n {
	case 0:
		return "", nil
	case 1:
		return "1 place (" + rules[0] + ")", nil
	}
	return fmt.Sprintf("%d places (%s)", n, strings.Join(rules, ", ")), nil
}
