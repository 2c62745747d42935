package app

import (
	"os"
	"slices"
	"strconv"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"machsim/cmd/machsim/internal/userprog"
	"machsim/debugger/study"
)

// wanted is the user's package that a command line names, or a recording of one of its programs.
type wanted struct {
	index  int    // of the word that names the package, 0 if it is a recording's
	word   string // that word
	prefix string // of it, which is no part of the package: the name of a session
	file   string // the recording
	trusts bool   // a recording may name any package
	runs   bool   // the command is run
	hooks  bool   // the command looks at the source level

	preempts bool // the run is preempted at accesses to variables
}

// packageWanted looks for a user's package in a command line. It does so before cobra parses the line,
// because the flags depend on the program. Help on a command needs no recording.
func packageWanted(root *cobra.Command, args []string) (w wanted, ok bool) {
	if len(args) < 2 {
		return w, false
	}
	c, _, err := root.Find(args[:1])
	if err != nil {
		return w, false
	}
	l := commandLine{name: args[0], flags: c}
	for i := 1; i < len(args) && args[i] != "--"; i++ {
		i += l.take(args, i)
	}
	l.runs = args[0] == "run" && !l.help
	return l.wanted, l.word != "" || l.file != "" && !l.help && ofPackage(l.file)
}

// commandLine is the state of reading a command line.
type commandLine struct {
	name  string
	flags *cobra.Command
	wanted
	help bool
}

// take reads a word, and returns how many words after it belong to it.
func (l *commandLine) take(args []string, i int) int {
	word := args[i]
	f, value, isFlag := flagOf(l.flags, word)
	switch {
	case !isFlag:
		l.argument(word, i)
	case word == "-h" || word == "--help":
		l.help = true
	case f == nil:
	case f.Name == trustFlag:
		l.trusts = value == "" || isTrue(value)
	case f.Name == "preempt":
		l.preempts = value == "" || isTrue(value)
	case f.NoOptDefVal == "" && value == "":
		if f.Name == "from" && i+1 < len(args) {
			l.open(args[i+1])
		}
		return 1
	case f.Name == "from":
		l.open(value)
	}
	return 0
}

func isTrue(value string) bool {
	b, err := strconv.ParseBool(value)
	return err == nil && b
}

// argument reads a word that is no flag. Only the first that names a package or a recording counts.
func (l *commandLine) argument(word string, i int) {
	prefix := ""
	if l.name == "serve" {
		if name, what := nameOf(word); what != word {
			prefix, word = name+"=", what
		}
	}
	switch {
	case l.word != "" || l.file != "":
	case needs(l.name, builds) && isFile(word):
		l.open(word)
	case needs(l.name, packages) && userprog.IsWord(word):
		l.index, l.word, l.prefix = i, word, prefix
	}
}

// open notes the file of a recording.
func (l *commandLine) open(file string) {
	if l.word == "" && l.file == "" {
		l.file = file
	}
}

// flagOf reads a word as a flag: it returns the flag, nil if the command has none of that name, and the
// value after its =. ok is false if the word is no flag.
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

// ofPackage says whether a file is a recording of a program of a package. If the file is damaged, the
// command says so.
func ofPackage(file string) bool {
	rec := study.Peek(file)
	return rec != nil && rec.Package.Path != ""
}

// trustFlag lets a recording name any package.
const trustFlag = "trust"

// addTrust adds the flag to a command that opens recordings. packageWanted reads it, before the command
// runs.
func addTrust(c *cobra.Command) {
	c.Flags().Bool(trustFlag, false, "build and run the package that the recording names, wherever it is")
}

func isHelp(args []string) bool {
	return slices.Contains(args, "-h") || slices.Contains(args, "--help")
}
