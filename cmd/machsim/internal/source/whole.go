//go:build !wasm

package source

import (
	"cmp"
	"encoding/json"
	"go/token"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"

	"machsim/cmd/machsim/internal/analyse"
	"machsim/cmd/machsim/internal/cli"
	"machsim/cmd/machsim/vet"
)

// whole finds what only whole programs show, in those of the packages that match patterns. What a run has to show is
// searched for, and told of if it was found.
func whole(patterns []string) (all []vet.Finding, err error) {
	told := map[string]bool{}
	for _, place := range vet.Places(".", patterns) {
		dirs, err := analyse.Packages(place.Dir, place.Patterns)
		if err != nil {
			return nil, err
		}
		for _, dir := range dirs {
			programs, err := analyse.Load(dir, ".")
			if err != nil {
				return nil, err
			}
			for _, p := range programs {
				for _, f := range p.Analyse().Faults {
					x := findingOf(dir, p.Name, f)
					if told[x.String()] || vet.Silenced(x.At, f.Rule) || f.Maybe && !shown(&x, dir, p.Name) {
						continue
					}
					told[x.String()] = true
					all = append(all, x)
				}
			}
		}
	}
	return all, nil
}

// findingOf is a fault as the other rules tell one.
func findingOf(dir, program string, f analyse.Fault) vet.Finding {
	file, line, _ := strings.Cut(f.Where, ":")
	number, _ := strconv.Atoi(line)
	if path := filepath.Join(dir, file); cli.IsFile(path) {
		file = vet.Relative(".", path)
	}
	return vet.Finding{At: token.Position{Filename: file, Line: number}, Rule: f.Rule, Text: f.Rule + ": " + f.What,
		Programs: []string{program}}
}

// searchFor is how long a run is searched for that shows a fault.
const searchFor = "10s"

// shown says whether some run of a program comes to a deadlock, and adds to a finding which one. It is a small one.
func shown(x *vet.Finding, dir, program string) bool {
	type run struct{ Verdict, Recording, Debug string }
	var search struct{ First run }
	machsimSays(&search, "explore", dir+":"+program, "--for", searchFor, "--json")
	if search.First.Verdict != "DEADLOCK" {
		return false
	}
	var small run // the program was run a moment ago, so that it is trusted
	machsimSays(&small, "shrink", search.First.Recording, "--for", "5s", "--json", "--trust")
	x.Text += "; " + cmp.Or(small.Debug, search.First.Debug) + " shows a run that ends so"
	return true
}

// machsimSays reads the object that another machsim prints. It stays as it was if that prints none.
func machsimSays(object any, args ...string) {
	if self, err := os.Executable(); err == nil {
		out, _ := exec.Command(self, args...).Output() // it ends with the code of a failure
		_ = json.Unmarshal(out, object)
	}
}
