package cli

import (
	"io"
	"os"
	"strings"

	"github.com/spf13/cobra"

	"machsim/debugger/study"
)

// LooksLikeFile says whether a word names a file and no program.
func LooksLikeFile(name string) bool {
	_, err := os.Stat(name)
	return err == nil || strings.ContainsAny(name, "/\\.")
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

// OneRecording checks that one file is named.
func OneRecording(c *cobra.Command, args []string) error {
	if len(args) != 1 {
		return Wrong("%s needs the file of one recording; machsim run leaves them in %s", c.CommandPath(), study.Directory)
	}
	return nil
}

// CompleteRecording completes the names of recordings.
func CompleteRecording(*cobra.Command, []string, string) ([]string, cobra.ShellCompDirective) {
	return []string{"rec"}, cobra.ShellCompDirectiveFilterFileExt
}

// IsFile says whether there is a file of a name.
func IsFile(name string) bool {
	info, err := os.Stat(name)
	return err == nil && !info.IsDir()
}
