package app

import (
	"fmt"
	"runtime"
	"runtime/debug"

	"github.com/spf13/cobra"
)

func (m *machsim) newVersion() *cobra.Command {
	return m.flagless(command{use: "version", short: "say which machsim this is", args: noArguments,
		run: func(c *cobra.Command, _ []string) error {
			fmt.Fprint(c.OutOrStdout(), version())
			return nil
		}})
}

// version is the line that says which machsim this is.
func version() string {
	return fmt.Sprintf("machsim %s, %s, %s/%s\n", revision(), runtime.Version(), runtime.GOOS, runtime.GOARCH)
}

// revision is what the build knows: the module's version, or the commit.
func revision() string {
	info, ok := debug.ReadBuildInfo()
	if !ok {
		return "of unknown version"
	}
	for _, s := range info.Settings {
		if s.Key == "vcs.revision" {
			return s.Value[:min(len(s.Value), 12)]
		}
	}
	return info.Main.Version
}
