package cli

import (
	"errors"
	"io"
	"os"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"machsim/debugger/event/text"
	"machsim/debugger/study"
)

// LooksLikeFile says whether a word names a file and no program.
func LooksLikeFile(name string) bool {
	_, err := os.Stat(name)
	return err == nil || strings.ContainsAny(name, "/\\.")
}

// orFiles lets a command that takes the name of a program take the file of a recording in its place, and words after
// that.
func (m *Machsim) orFiles(c *cobra.Command, does func(*cobra.Command, []string) error) {
	program := c.RunE
	c.FParseErrWhitelist.UnknownFlags = false
	c.ValidArgsFunction = cobra.FixedCompletions(nil, cobra.ShellCompDirectiveDefault)
	c.RunE = func(c *cobra.Command, args []string) error {
		switch {
		case len(args) == 0:
			return Wrong("%s needs the file of a recording, or the name of a program: machsim %s; machsim run leaves "+
				"recordings in %s", c.Name(), c.Use, study.Directory)
		case m.FindProgram(args[0]) != nil:
			return program(c, args)
		case !LooksLikeFile(args[0]):
			return Wrong("there is no file and no program %q%s; machsim list shows the programs", args[0],
				text.Meant(args[0], m.ThisProcess().Names()))
		}
		return does(c, args)
	}
	c.SetFlagErrorFunc(func(of *cobra.Command, err error) error { // of may be the command of a program that there is
		args := of.Flags().Args()
		if errors.As(err, new(*pflag.NotExistError)) && of == c && len(args) > 0 && !LooksLikeFile(args[0]) {
			return c.RunE(c, args[:1]) // it is the program that is wrong
		}
		return m.FlagError(of, err)
	})
}

// ScriptOf opens a script, "" and - for standard input.
func ScriptOf(c *cobra.Command, file string) (in io.Reader, end func(), err error) {
	if file == "" || file == "-" {
		return c.InOrStdin(), func() {}, nil
	}
	script, err := os.Open(file)
	if err != nil {
		return nil, nil, Wrong("the script cannot be read: %v", err)
	}
	return script, func() { script.Close() }, nil
}

// SameFile says whether two names are of one file.
func SameFile(a, b string) bool {
	x, err := os.Stat(a)
	if err != nil {
		return false
	}
	y, err := os.Stat(b)
	return err == nil && os.SameFile(x, y)
}

// CompleteRecording completes the names of recordings, and of capsules, which most commands take as well.
var CompleteRecording = cobra.FixedCompletions([]string{"rec", "capsule"}, cobra.ShellCompDirectiveFilterFileExt)

// IsFile says whether there is a file of a name.
func IsFile(name string) bool {
	info, err := os.Stat(name)
	return err == nil && !info.IsDir()
}
