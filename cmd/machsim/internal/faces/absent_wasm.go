package faces

import (
	"github.com/spf13/cobra"
	"github.com/spf13/pflag"
)

// joining is nothing here.
type joining struct{}

func (*joining) register(*cobra.Command, *pflag.FlagSet, func(*cobra.Command) error) {}
func (*joining) stray(*pflag.FlagSet) error                                          { return nil }
func (*debugCommand) joinsPrompt(*cobra.Command) error                               { return nil }
