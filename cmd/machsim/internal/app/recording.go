package app

import (
	"fmt"

	"github.com/spf13/cobra"

	"machsim/debugger/study"
)

func warn(c *cobra.Command, format string, args ...any) {
	fmt.Fprintf(c.ErrOrStderr(), "machsim: %v\n", sentence(format, args))
}

// unfit returns the exit for a recording that is damaged or does not fit.
func unfit(format string, args ...any) error {
	return exit{exitUnfit, sentence(format, args)}
}

// oneRecording checks that one file is named.
func oneRecording(c *cobra.Command, args []string) error {
	if len(args) != 1 {
		return wrong("%s needs the file of one recording; machsim run leaves them in %s", c.CommandPath(), study.Directory)
	}
	return nil
}

// completeRecording completes the names of recordings.
func completeRecording(*cobra.Command, []string, string) ([]string, cobra.ShellCompDirective) {
	return []string{"rec"}, cobra.ShellCompDirectiveFilterFileExt
}
