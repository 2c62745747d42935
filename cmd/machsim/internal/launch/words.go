package launch

import (
	"cmp"
	"path/filepath"
	"strconv"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"machsim/cmd/machsim/internal/cli"
	"machsim/cmd/machsim/internal/userprog"
	"machsim/debugger/study"
	"machsim/ipc/quote"
)

// NameOf splits a word into the name of a session, and what that is of.
func NameOf(word string) (name, what string) {
	if name, what, ok := strings.Cut(word, "="); ok && !cli.IsFile(word) && !strings.ContainsAny(name, `/\`) {
		return name, what
	}
	return quote.Name(strings.TrimSuffix(filepath.Base(word), ".rec")), word
}

// Wanted is the user's package that a command line names, or a recording of one of its programs.
type Wanted struct {
	Index  int    // of the word that names the package, 0 if it is a recording's
	Word   string // that word
	Prefix string // of it, which is no part of the package: the name of a session
	File   string // the recording
	Trusts bool   // a recording may name any package
	runs   bool   // the command is run
	Hooks  bool   // the command looks at the source level

	Preempts bool // the run is preempted at accesses to variables
}

// PackageWanted looks for a user's package in a command line. It does so before cobra parses the line,
// because the flags depend on the program. Help on a command needs no recording.
func PackageWanted(root *cobra.Command, args []string) (w Wanted, ok bool) {
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
	return l.Wanted, l.Word != "" || l.File != "" && !l.help && OfPackage(l.File)
}

// commandLine is the state of reading a command line.
type commandLine struct {
	name  string
	flags *cobra.Command
	Wanted
	help bool
}

// take reads a word, and returns how many words after it belong to it.
func (l *commandLine) take(args []string, i int) int {
	word := args[i]
	f, value, next, isFlag := flagOf(l.flags, word)
	switch {
	case !isFlag:
		l.argument(word, i)
	case word == "-h" || word == "--help":
		l.help = true
	case f == nil:
	case f.Name == cli.TrustFlag:
		l.Trusts = value == "" || isTrue(value)
	case f.Name == "preempt":
		l.Preempts = value == "" || isTrue(value)
	case next:
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
		if name, what := NameOf(word); what != word {
			prefix, word = name+"=", what
		}
	}
	switch {
	case l.Word != "" || l.File != "":
	case cli.Needs(l.name, cli.Builds) && cli.IsFile(word):
		l.open(word)
	case cli.Needs(l.name, cli.Packages) && userprog.IsWord(word):
		l.Index, l.Word, l.Prefix = i, word, prefix
	}
}

// open notes the file of a recording.
func (l *commandLine) open(file string) {
	if l.Word == "" && l.File == "" {
		l.File = file
	}
}

// flagOf reads a word as a flag, as pflag does: it returns the flag, of several short ones the last, nil if the command
// has none of that name, and its value, if that is in the word. next says that it is the next word. ok is false if the
// word is no flag.
func flagOf(c *cobra.Command, word string) (f *pflag.Flag, value string, next, ok bool) {
	if len(word) < 2 || word[0] != '-' {
		return nil, "", false, false
	}
	if name, long := strings.CutPrefix(word, "--"); long {
		name, value, whole := strings.Cut(name, "=")
		f = cmp.Or(c.Flags().Lookup(name), c.PersistentFlags().Lookup(name))
		return f, value, !whole && f != nil && f.NoOptDefVal == "", true
	}
	for short := word[1:]; short != ""; short = short[1:] {
		f = cmp.Or(c.Flags().ShorthandLookup(short[:1]), c.PersistentFlags().ShorthandLookup(short[:1]))
		if f == nil || f.NoOptDefVal == "" || strings.HasPrefix(short[1:], "=") {
			return f, strings.TrimPrefix(short[1:], "="), f != nil && len(short) == 1, true
		}
	}
	return f, "", false, true
}

// OfPackage says whether a file is a recording of a program of a package. If the file is damaged, the
// command says so.
func OfPackage(file string) bool {
	rec := study.Peek(file)
	return rec != nil && rec.Package.Path != ""
}
