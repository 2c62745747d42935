package app

import (
	"slices"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"machsim/kernel"
)

// need is what has to be so before a command is done.
type need uint8

const (
	runs     need = 1 << iota // it runs programs, which is done in a child process
	packages                  // it takes the name of a program or a package
	builds                    // it takes the file of a recording, and runs its program
	hooks                     // its programs always have hooks: it looks at the source level, or hears what threads share
)

// row is a command of machsim.
type row struct {
	name  string
	needs need
	make  func(*machsim) *cobra.Command
}

// commands are all there are, in the order in which help lists them; package app sets them.
var commands []row

// needs says whether a command needs something; name is the word that is typed.
func needs(name string, what need) bool {
	return name == "help" && what == packages || slices.ContainsFunc(commands, func(r row) bool {
		return r.name == name && r.needs&what != 0
	})
}

// command is what help says of a command, and what it does: with the recording in a file, with a program, or with the
// words that it takes.
type command struct {
	use, short, long, example string

	file    func(*cobra.Command, string) error
	program func(*cobra.Command, *kernel.Program) error
	args    cobra.PositionalArgs
	run     func(*cobra.Command, []string) error
}

// command makes a command of cobra's, and returns where its flags are.
func (m *machsim) command(x command) (*cobra.Command, *pflag.FlagSet) {
	c := &cobra.Command{Use: x.use, Short: x.short, Long: x.long, Example: x.example, Args: x.args, RunE: x.run}
	f := c.Flags()
	switch {
	case x.file != nil:
		c.Args, c.ValidArgsFunction = oneRecording, completeRecording
		c.RunE = func(c *cobra.Command, args []string) error { return x.file(c, args[0]) }
	case x.program != nil:
		m.perProgram(c, x.program)
		f = c.PersistentFlags()
	}
	if needs(c.Name(), builds) {
		addTrust(c)
	}
	return c, f
}

// flagless is command without flags of its own.
func (m *machsim) flagless(x command) *cobra.Command {
	c, _ := m.command(x)
	return c
}
