package app

import (
	"fmt"
	"slices"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"machsim/debugger/event/text"
)

// didYouMean suggests the nearest of several words, if one is near.
func didYouMean(typed string, words []string) string {
	if best := text.Nearest(typed, words); best != "" {
		return fmt.Sprintf(", did you mean %s?", best)
	}
	return ""
}

// flagNames returns the names of a command's flags, in order.
func flagNames(c *cobra.Command) []string {
	var names []string
	c.Flags().VisitAll(func(f *pflag.Flag) { names = append(names, "--"+f.Name) })
	slices.Sort(names)
	return names
}
