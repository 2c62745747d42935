package app

import (
	"io"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"machsim/debugger"
	"machsim/debugger/study"
	"machsim/kernel"
)

// absent makes a command that needs an operating system, Go or its source: there is none of them here.
func (m *machsim) absent(name string) *cobra.Command {
	return m.flagless(command{use: name, short: "not here: it needs a machine of its own", args: cobra.ArbitraryArgs,
		run: func(*cobra.Command, []string) error { return wrong("there is no %s within a guest", name) }})
}

func (m *machsim) newNew() *cobra.Command     { return m.absent("new") }
func (m *machsim) newCapsule() *cobra.Command { return m.absent("capsule") }
func (m *machsim) newDap() *cobra.Command     { return m.absent("dap") }
func (m *machsim) newMCP() *cobra.Command     { return m.absent("mcp") }
func (m *machsim) newServe() *cobra.Command   { return m.absent("serve") }
func (m *machsim) newEditor() *cobra.Command  { return m.absent("editor") }
func (m *machsim) newMutate() *cobra.Command  { return m.absent("mutate") }
func (m *machsim) newVet() *cobra.Command     { return m.absent("vet") }
func (m *machsim) newAnalyse() *cobra.Command { return m.absent("analyse") }
func (m *machsim) newLab() *cobra.Command     { return m.absent("lab") }
func (m *machsim) newGrade() *cobra.Command   { return m.absent("grade") }

// beside does nothing: this process is for commands alone.
func beside() {}

// builder returns nil: all programs have hooks here.
func (m *machsim) builder() func() (string, error) { return nil }

// elsewhere does nothing: this process knows all.
func (m *machsim) elsewhere(*study.Process) {}

// launch takes the sample programs with hooks where a command wants them. All programs are linked here.
func (m *machsim) launch(args []string, _ io.Reader, _ io.Writer) error {
	m.hookSamples(args)
	return nil
}

// share shares nothing.
func (m *machsim) share([]string, io.Reader, io.Writer, io.Writer) (bool, error) { return false, nil }

// Both flags are for whoever runs a guest.
const sandboxFlag, capsuleFlag = "sandbox", "capsule"

// sandboxed does nothing: this is the guest.
func (m *machsim) sandboxed([]string, io.Reader, io.Writer, io.Writer) (bool, error) {
	return false, nil
}

// pointsOf finds where processes of a program may know of each other: nowhere, without its source.
func (*machsim) pointsOf(*kernel.Program) ([]debugger.HaltPoint, error) { return nil, nil }

// joining is nothing here.
type joining struct {
	run func(*cobra.Command, []string) error
}

func (*joining) register(*pflag.FlagSet, func(*cobra.Command) error) {}
func (*joining) stray(*pflag.FlagSet) error                          { return nil }
func (*joining) wanted() bool                                        { return false }
func nameOf(word string) (name, what string)                         { return word, word }
func joins(*cobra.Command) bool                                      { return false }
func (*debugCommand) joinsPrompt(*cobra.Command) error               { return nil }
