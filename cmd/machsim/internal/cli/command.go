package cli

import (
	"slices"
	"strconv"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"machsim/debugger/study"
	"machsim/kernel"
)

// Need is what has to be so before a command is done.
type Need uint8

// What a command may need.
const (
	Runs     Need = 1 << iota // it runs programs, which is done in a child process
	Packages                  // it takes the name of a program or a package
	Builds                    // it takes the file of a recording, and runs its program
	Hooks                     // its programs always have hooks: it looks at the source level, or hears what threads share
)

// Row is a command of machsim.
type Row struct {
	Name  string
	Needs Need
	Make  func(*Machsim) *cobra.Command
}

// Commands are all there are, in the order in which help lists them; package app fills them in.
var Commands []Row

// Needs says whether a command needs something; name is the word that is typed.
func Needs(name string, what Need) bool {
	return name == "help" && what == Packages || slices.ContainsFunc(Commands, func(r Row) bool {
		return r.Name == name && r.Needs&what != 0
	})
}

// Command is what help says of a command, and what it does: with the recording in a file, with a program, or with the
// words that it takes.
type Command struct {
	Use, Short, Long, Example string

	File    func(*cobra.Command, string) error
	Program func(*cobra.Command, *kernel.Program) error
	Files   func(*cobra.Command, []string) error // beside Program: with words of which the first is a recording's file
	Args    cobra.PositionalArgs
	Run     func(*cobra.Command, []string) error
}

// Command makes a command of cobra's, and returns where its flags are.
func (m *Machsim) Command(x Command) (*cobra.Command, *pflag.FlagSet) {
	c := &cobra.Command{Use: x.Use, Short: x.Short, Long: x.Long, Example: x.Example, Args: x.Args, RunE: x.Run}
	f := c.Flags()
	switch {
	case x.File != nil:
		c.Args, c.ValidArgsFunction = OneRecording, CompleteRecording
		c.RunE = func(c *cobra.Command, args []string) error { return x.File(c, args[0]) }
	case x.Program != nil:
		m.perProgram(c, x.Program)
		f = c.PersistentFlags()
		if x.Files != nil {
			m.orFiles(c, x.Files)
		}
	}
	if Needs(c.Name(), Builds) {
		AddTrust(c)
	}
	return c, f
}

// Flagless is Command without flags of its own.
func (m *Machsim) Flagless(x Command) *cobra.Command {
	c, _ := m.Command(x)
	return c
}

// NoArguments refuses arguments.
func NoArguments(c *cobra.Command, args []string) error { return takesNone(c, c.CommandPath(), args) }

// takesNone refuses arguments, and asks whether a flag is meant whose dashes were left out, or a seed.
func takesNone(c *cobra.Command, command string, args []string) error {
	if len(args) == 0 {
		return nil
	}
	meant, seed := "", c.Flags().Lookup("seed")
	if _, err := strconv.ParseUint(args[0], 10, 64); err == nil && seed != nil {
		meant = ", did you mean --seed " + args[0] + "?"
	} else if c.Flags().Lookup(args[0]) != nil {
		meant = ", did you mean --" + args[0] + "?"
	}
	return Wrong("%s takes no arguments, but %q was given%s", command, args[0], meant)
}

// Takes refuses any other number of words than n, and says what is needed; COMMAND in that is the command.
func Takes(n int, what string) cobra.PositionalArgs {
	return func(c *cobra.Command, args []string) error {
		if len(args) != n {
			return Wrong("%s needs %s", c.CommandPath(), strings.ReplaceAll(what, "COMMAND", c.CommandPath()))
		}
		return nil
	}
}

// OneDirectory wants one directory.
var OneDirectory = Takes(1, "the name of a directory, such as COMMAND lab")

// OneRecording wants the file of one recording.
var OneRecording = Takes(1, "the file of one recording; machsim run leaves them in "+study.Directory)

// TrustFlag lets a recording name any package.
const TrustFlag = "trust"

// AddTrust adds the flag to a command that opens recordings. It is read before the command runs, too.
func AddTrust(c *cobra.Command) {
	c.Flags().Bool(TrustFlag, false, "build and run the package that the recording names, wherever it is")
}

// IsHelp says whether a command line asks for help.
func IsHelp(args []string) bool {
	return slices.Contains(args, "-h") || slices.Contains(args, "--help")
}
