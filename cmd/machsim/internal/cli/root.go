package cli

import (
	"fmt"
	"runtime"
	"runtime/debug"

	// cobra needs it on Windows alone. Here every system fetches it, so that all need the same modules.
	_ "github.com/inconshreveable/mousetrap"
	"github.com/spf13/cobra"

	"machsim/cmd/machsim/internal/userprog"
	"machsim/debugger/event/text"
	"machsim/debugger/run/commandline"
)

const about = `machsim runs small distributed programs on a simulated Mach kernel. The same seed
makes the same run, event by event; another seed, another order of events.

Where a command takes a PROGRAM, that is the name of one that machsim list shows, or the
directory of a Go package of your own: machsim run ./lab. With several programs in it:
machsim run ./lab:NAME. machsim new DIR makes such a package; docs/GUIDE.md tells more.

Exit codes: 0 the program did what it should, 1 it failed, 2 the command was wrong,
3 a recording is damaged or does not fit the program.`

// NewRoot makes the command that all others are commands of.
func (m *Machsim) NewRoot() *cobra.Command {
	root := &cobra.Command{
		Use:           "machsim COMMAND",
		Version:       Version(),
		Short:         "run programs on a simulated Mach kernel",
		Long:          about,
		SilenceErrors: true,
		SilenceUsage:  true,
		Args:          cobra.ArbitraryArgs,
		RunE:          m.noCommand,

		PersistentPreRunE: m.supervise,
	}
	root.SetFlagErrorFunc(m.FlagError)
	root.SetUsageTemplate(usage)
	root.SetVersionTemplate("{{.Version}}")
	for _, r := range Commands {
		root.AddCommand(r.Make(m))
	}
	root.SetHelpCommand(m.newHelp(root))
	addCompletion(root)
	return root
}

// usage is the template for the use of a command. It does not list the programs, which are commands to
// cobra, because machsim list does.
const usage = `Usage:
  {{.UseLine}}{{if .HasExample}}

Examples:
{{.Example}}{{end}}{{if or (not .HasParent) (eq .Name "completion") (eq .Name "cache")}}

Commands:{{range .Commands}}{{if or .IsAvailableCommand (eq .Name "help")}}
  {{rpad .Name .NamePadding}} {{.Short}}{{end}}{{end}}{{end}}{{if .HasAvailableLocalFlags}}

Flags:
{{.LocalFlags.FlagUsagesWrapped 100 | trimTrailingWhitespaces}}{{end}}{{if .HasAvailableInheritedFlags}}

Flags for all programs:
{{.InheritedFlags.FlagUsagesWrapped 100 | trimTrailingWhitespaces}}{{end}}
`

// noCommand returns the error for a command line without a known command.
func (m *Machsim) noCommand(c *cobra.Command, args []string) error {
	if len(args) == 0 {
		return c.Help()
	}
	var names []string
	for _, sub := range c.Commands() {
		if sub.Name() == args[0] {
			return Wrong("leave the -- out: machsim %s", commandline.Words(args))
		}
		names = append(names, sub.Name())
	}
	if m.FindProgram(args[0]) != nil || userprog.IsWord(args[0]) {
		return Wrong("there is no command %q; to run that program, type: machsim run %s", args[0], commandline.Words(args))
	}
	return Wrong("there is no command %q%s; type machsim help to see what there is", args[0], text.Meant(args[0], names))
}

// NewVersion makes the command version.
func NewVersion(m *Machsim) *cobra.Command {
	return m.Flagless(Command{Use: "version", Short: "say which machsim this is", Args: NoArguments,
		Run: func(c *cobra.Command, _ []string) error {
			fmt.Fprint(c.OutOrStdout(), Version())
			return nil
		}})
}

// Version is the line that says which machsim this is.
func Version() string {
	return fmt.Sprintf("machsim %s, %s, %s/%s\n", Revision(), runtime.Version(), runtime.GOOS, runtime.GOARCH)
}

// Revision is what the build knows: the module's version, or the commit.
func Revision() string {
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
