package vet

import (
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
