//go:build !wasm

package faces

import (
	"cmp"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"

	"github.com/spf13/cobra"

	"machsim/cmd/machsim/internal/cli"
	"machsim/cmd/machsim/internal/editor"
	"machsim/debugger/event/text"
	"machsim/ipc/quote"
)

func NewEditor(m *cli.Machsim) *cobra.Command {
	c := m.Flagless(cli.Command{
		Use:   "editor EDITOR DIR",
		Short: "write what an editor needs to debug with machsim",
		Long: `editor writes the files by which an editor starts machsim dap, and gets what it lacks to go
back in a run, to a directory, which is made if it is not there:

` + editorLines() + `
Files there that this command has not written are left alone: then nothing is written. Those
that it has written are replaced. docs/EDITORS.md tells more.`,
		Example: "  machsim editor vscode ~/machsim-vscode\n  machsim editor emacs ~/.emacs.d/machsim",
		Args:    cli.Takes(2, "the name of an editor and that of a directory, such as COMMAND vscode machsim-vscode"),
		Run:     func(c *cobra.Command, args []string) error { return writeEditor(c, args[0], args[1]) },
	})
	c.ValidArgsFunction = func(_ *cobra.Command, args []string, _ string) ([]string, cobra.ShellCompDirective) {
		if len(args) > 0 {
			return nil, cobra.ShellCompDirectiveFilterDirs
		}
		all := text.Each(editor.All, func(e editor.Editor) string { return e.Name + "\t" + e.About })
		return all, cobra.ShellCompDirectiveNoFileComp
	}
	return c
}

// editorLines are the editors, one a line.
func editorLines() string {
	var b strings.Builder
	for _, e := range editor.All {
		fmt.Fprintf(&b, "  %-8s%s\n", e.Name, e.About)
	}
	return b.String()
}

// writeEditor writes what an editor needs, and says what to do with it.
func writeEditor(c *cobra.Command, name, dir string) error {
	e, known := editor.Named(name)
	if !known {
		names := text.Each(editor.All, func(e editor.Editor) string { return e.Name })
		return cli.Wrong("nothing is known of an editor %q%s", name,
			cmp.Or(text.Meant(name, names), ": there are "+strings.Join(names, ", ")))
	}
	command, err := itself()
	if err != nil {
		return cli.Wrong("it is not known where machsim is: %v", err)
	}
	dir, err = filepath.Abs(dir)
	if err != nil {
		return cli.Wrong("%v", err)
	}
	files, err := e.Write(dir, command)
	if err != nil {
		return cli.Wrong("%v", err)
	}
	fmt.Fprintf(c.OutOrStdout(), "%s has %s, by which %s starts %s\n  %s\n", quote.Line(dir), strings.Join(files, ", "),
		name, quote.Line(command), quote.Line(strings.ReplaceAll(e.Next, "DIR", dir)))
	return nil
}

// itself is the command by which this machsim is started: its name, if it is found by that, and else its file.
func itself() (string, error) {
	file, err := os.Executable()
	if err != nil {
		return "", err
	}
	found, err := exec.LookPath("machsim")
	if err != nil || !cli.SameFile(found, file) {
		return file, nil
	}
	return "machsim", nil
}
