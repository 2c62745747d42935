//go:build !wasm

package source

import (
	"errors"
	"fmt"
	"os/exec"

	"github.com/spf13/cobra"

	"machsim/cmd/machsim/internal/cli"
	"machsim/cmd/machsim/vet"
	"machsim/debugger/run/commandline"
	"machsim/ipc/quote"
)

// vetting has the flags of the command vet.
type vetting struct {
	*cli.Machsim
	rules bool
	fix   bool
}

func NewVet(m *cli.Machsim) *cobra.Command {
	v := &vetting{Machsim: m}
	c, f := m.Command(cli.Command{
		Use:   "vet [PACKAGES]",
		Short: "find what makes programs differ from run to run",
		Long: `vet reads the source of programs, of the package in the current directory or of those
that are named as for the go command, and reports what goes on behind the kernel's back:
goroutines, channels, the clock, chance, the order of maps, variables that tasks share,
and calls whose refusal nobody looks at; and, following each program as machsim analyse does,
ports and messages that nobody receives, requests that some way does not answer, and
mutexes in orders that end in a deadlock, with a run that does. A comment

    //machsim:ignore RULE reason

on the line or on the line above silences a rule. docs/VET.md tells more. The go command
applies the same rules, with its own, with: go vet -vettool=$(which machsim) PACKAGES

Exit codes: 0 nothing was found, 1 something was found, 2 the packages cannot be checked.`,
		Example: `  machsim vet
  machsim vet ./...
  machsim vet --rules`,
		Run: v.vet,
	})
	f.BoolVar(&v.rules, "rules", false, "list the rules")
	f.BoolVar(&v.fix, "fix", false, "make the changes that are plain, and report the rest")
	return c
}

func (v *vetting) vet(c *cobra.Command, patterns []string) error {
	if v.rules {
		if len(patterns) > 0 {
			return cli.Wrong("machsim vet --rules takes no packages, but %q was given", patterns[0])
		}
		fmt.Fprint(c.OutOrStdout(), vet.Listed())
		return nil
	}
	for _, p := range patterns {
		if v.FindProgram(p) != nil {
			return cli.Wrong("machsim vet reads packages; for the package in the directory %s, type: machsim vet %s", p,
				commandline.Quote("./"+p))
		}
	}
	if len(patterns) == 0 {
		patterns = []string{"."}
	}
	found, err := vet.Check(".", patterns)
	if err == nil && v.fix && len(found) > 0 {
		found, err = vet.Fixed(".", patterns)
	}
	if err != nil {
		return unvetted(c, err)
	}
	more, err := whole(patterns)
	if err != nil {
		fmt.Fprintf(c.ErrOrStderr(), "machsim: the rules of whole programs were not applied: %v\n", err)
	}
	found = append(found, more...)
	for _, f := range found {
		fmt.Fprintln(c.OutOrStdout(), quote.Line(f.String()))
	}
	if len(found) > 0 {
		return cli.Failed
	}
	return nil
}

// unvetted returns the exit for packages that cannot be checked. It prints the go command's words as
// they are.
func unvetted(c *cobra.Command, err error) error {
	var unbuilt vet.Unbuilt
	switch {
	case errors.As(err, &unbuilt):
		fmt.Fprintln(c.ErrOrStderr(), quote.Text(unbuilt.Error()))
		return cli.Exit{Code: cli.ExitWrong}
	case errors.Is(err, exec.ErrNotFound):
		return cli.Wrong("machsim vet needs the go command; install Go from https://go.dev/dl, " +
			"or put its bin directory into PATH")
	}
	return cli.Wrong("%v", err)
}
