package app

import (
	"fmt"

	"github.com/spf13/cobra"

	"machsim/cmd/machsim/internal/cli"
	"machsim/cmd/machsim/internal/userprog"
)

func newCache(m *cli.Machsim) *cobra.Command {
	c := m.Flagless(cli.Command{
		Use:   "cache",
		Short: "say where machsim keeps what it builds, and how much that is",
		Long: `cache says in which directory machsim keeps the executables that it builds for programs of
your own, and how large it is. It is machsim in your directory of caches or, if the
environment variable ` + userprog.CacheVariable + ` is set, the directory that it names. Nobody else may write to
it. What the go command keeps for itself is elsewhere.`,
		Example: `  machsim cache
  machsim cache clear`,
		Args: cobra.ArbitraryArgs,
		Run:  showCache,
	})
	c.AddCommand(m.Flagless(cli.Command{Use: "clear", Args: cli.NoArguments, Run: clearCache,
		Short: "remove what is in the cache; it is built again when it is needed"}))
	return c
}

func showCache(c *cobra.Command, args []string) error {
	if len(args) > 0 {
		return cli.Wrong("machsim cache takes no %q; type machsim cache, or machsim cache clear", args[0])
	}
	dir, size, err := userprog.CacheSize()
	if err != nil {
		return cli.WrongBy(err)
	}
	fmt.Fprintf(c.OutOrStdout(), "%s  %s\n", dir, megabytes(size))
	return nil
}

func clearCache(c *cobra.Command, _ []string) error {
	dir, size, err := userprog.CacheSize()
	if err == nil {
		err = userprog.ClearCache()
	}
	if err != nil {
		return cli.WrongBy(err)
	}
	fmt.Fprintf(c.OutOrStdout(), "%s is empty; it had %s\n", dir, megabytes(size))
	return nil
}

func megabytes(n int64) string { return fmt.Sprintf("%.1f MB", float64(n)/1e6) }
