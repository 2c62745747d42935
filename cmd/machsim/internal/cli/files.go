package cli

import (
	"io"
	"os"
	"strings"

	"github.com/spf13/cobra"
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

// CompleteRecording completes the names of recordings, and of capsules, which most commands take as well.
var CompleteRecording = cobra.FixedCompletions([]string{"rec", "capsule"}, cobra.ShellCompDirectiveFilterFileExt)

// IsFile says whether there is a file of a name.
func IsFile(name string) bool {
	info, err := os.Stat(name)
	return err == nil && !info.IsDir()
}
