package faces

import (
	"github.com/spf13/cobra"
	"github.com/spf13/pflag"
)

// joining is nothing here.
type joining struct {
	run func(*cobra.Command, []string) error
}

func (*joining) register(*pflag.FlagSet, func(*cobra.Command) error) {}
func (*joining) stray(*pflag.FlagSet) error                          { return nil }
func (*joining) wanted() bool                                        { return false }
func (*debugCommand) joinsPrompt(*cobra.Command) error               { return nil }
