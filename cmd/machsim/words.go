package main

import (
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"machsim/debugger/record"
)

// takesPackage are the commands that take the name of a program, or of a package;
// takesFile those that take the file of a recording.
var (
	takesPackage = []string{"run", "debug", "verify", "help"}
	takesFile    = []string{"replay", "debug", "check", "info", "log", "diagram"}
)

// wanted is what a command line says of a package of somebody's own.
type wanted struct {
	index int    // of the word that names the package, 0 if it is a recording's
	word  string // that word
	file  string // the recording
}

// packageWanted looks for a package, or a recording, in a command line. It is looked for
// before the command line is understood: what it means depends on the program.
func packageWanted(root *cobra.Command, args []string) (w wanted, ok bool) {
	if len(args) < 2 {
		return w, false
	}
	c, _, err := root.Find(args[:1])
	if err != nil {
		return w, false
	}
	for i := 1; i < len(args); i++ {
		word := args[i]
		switch f, value, flag := flagOf(c, word); {
		case word == "--":
			return w, false
		case flag && f != nil && f.NoOptDefVal == "" && value == "":
			i++
			if f.Name == "from" && i < len(args) {
				return fromRecording(args[i])
			}
		case flag && f != nil && f.Name == "from":
			return fromRecording(value)
		case flag:
		case slices.Contains(takesFile, args[0]) && isFile(word):
			return fromRecording(word)
		case slices.Contains(takesPackage, args[0]) && looksLikePackage(word):
			return wanted{index: i, word: word}, true
		}
	}
	return w, false
}

// flagOf takes a word for a flag: which flag of the command it is, nil if the command
// has none such, and the value behind its =.
func flagOf(c *cobra.Command, word string) (f *pflag.Flag, value string, ok bool) {
	if len(word) < 2 || word[0] != '-' {
		return nil, "", false
	}
	name, value, _ := strings.Cut(strings.TrimLeft(word, "-"), "=")
	for _, set := range []*pflag.FlagSet{c.Flags(), c.PersistentFlags()} {
		switch {
		case strings.HasPrefix(word, "--"):
			f = set.Lookup(name)
		case len(name) == 1:
			f = set.ShorthandLookup(name)
		}
		if f != nil {
			break
		}
	}
	return f, value, true
}

func isFile(name string) bool {
	info, err := os.Stat(name)
	return err == nil && !info.IsDir()
}

// looksLikePackage says whether a word names a package and no program: it is a path.
// Files are recordings, or mistakes, but for Go files.
func looksLikePackage(word string) bool {
	dir, _ := splitWord(word)
	if dir == "." || dir == ".." {
		return true
	}
	return strings.ContainsAny(dir, `/\`) && (!isFile(dir) && filepath.Ext(dir) != ".rec" || filepath.Ext(dir) == ".go")
}

// splitWord takes the name of a program off a package: ./lab:fixed.
func splitWord(word string) (dir, name string) {
	i := strings.LastIndexByte(word, ':')
	if i < 0 || i == 1 || strings.ContainsAny(word[i:], `/\`) { // a colon after one letter is a disk
		return word, ""
	}
	return word[:i], word[i+1:]
}

// fromRecording looks for the package in a recording. What is wrong with the file is
// told by the command.
func fromRecording(path string) (wanted, bool) {
	rec, err := record.Open(path)
	if err != nil || rec.Package.Path == "" {
		return wanted{}, false
	}
	return wanted{file: path}, true
}
