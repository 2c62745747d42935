package vet

import (
	"os"
	"os/exec"
	"slices"
	"strings"

	"golang.org/x/tools/go/analysis/unitchecker"
)

// IsTool says whether a command line, without the executable's name, is one by which go vet
// speaks to its -vettool: to ask what it is, which flags it has, or to have one package
// checked.
func IsTool(args []string) bool {
	if len(args) == 0 {
		return false
	}
	last := args[len(args)-1]
	return slices.Equal(args, []string{"-V=full"}) || slices.Equal(args, []string{"-flags"}) ||
		strings.HasSuffix(last, ".cfg") && !slices.ContainsFunc(args[:len(args)-1], isWord)
}

func isWord(arg string) bool { return !strings.HasPrefix(arg, "-") }

// Tool answers go vet by the rules, and ends the process.
func Tool() { unitchecker.Main(Analyzers...) }

// Fixed lets the go command make the changes that are plain, and returns the remaining findings.
func Fixed(dir string, patterns []string) ([]Finding, error) {
	self, err := os.Executable()
	if err != nil {
		return nil, err
	}
	for _, p := range Places(dir, patterns) {
		fix := exec.Command("go", append([]string{"vet", "-buildvcs=false", "-vettool=" + self, "-fix", "--"},
			p.Patterns...)...)
		fix.Dir = p.Dir
		if out, err := fix.CombinedOutput(); err != nil {
			return nil, Unbuilt(strings.TrimSpace(string(out)))
		}
	}
	return Check(dir, patterns)
}
