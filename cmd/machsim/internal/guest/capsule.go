//go:build !wasm

package guest

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"

	"github.com/spf13/cobra"

	"machsim/cmd/machsim/internal/capsule"
	"machsim/cmd/machsim/internal/cli"
	"machsim/cmd/machsim/internal/launch"
	"machsim/cmd/machsim/internal/sandbox"
	"machsim/cmd/machsim/internal/term"
	"machsim/debugger"
	"machsim/debugger/study"
	"machsim/ipc/quote"
)

// capsuleEnd is how names of capsules end.
const capsuleEnd = ".capsule"

func NewCapsule(m *cli.Machsim) *cobra.Command {
	var output string
	c, f := m.Command(cli.Command{
		Use: "capsule FILE", Short: "put a recording and its program into one file",
		Long: `capsule writes a file that has a recording and the machsim that debugs it, with its program,
its source and its symbols, as WebAssembly. Whoever has that file goes through the run without Go,
without source, and without trust: nothing of the program runs on their machine itself.

  machsim debug FILE.capsule
  machsim web FILE.capsule

A capsule that is dropped on the page of any run opens there. All commands that take a recording take
a capsule. docs/CAPSULES.md tells more.`,
		Example: "  machsim capsule .machsim/philosophers-7.rec -o philosophers.capsule",
		Run: func(c *cobra.Command, args []string) error {
			return makeCapsule(m, c, args[0], output)
		},
	})
	c.Args, c.ValidArgsFunction = cli.OneRecording, cli.CompleteRecording
	f.StringVarP(&output, "output", "o", "", "write to `FILE` (default the name of the recording, with "+capsuleEnd+")")
	return c
}

// makeCapsule writes the capsule of a recording.
func makeCapsule(m *cli.Machsim, c *cobra.Command, path, to string) error {
	rec, err := study.Read(path)
	if err != nil {
		return err
	}
	if to == "" {
		to = capsuleOf(filepath.Base(path))
	}
	trusts, _ := c.Flags().GetBool(cli.TrustFlag)
	g := &visitor{in: c.InOrStdin(), out: c.OutOrStdout(), errs: c.ErrOrStderr()}
	if err := g.build(launch.Wanted{File: path, Trusts: trusts}, rec.Package.Path != ""); err != nil {
		return err
	}
	return g.pack(rec, to, g.out)
}

// capsuleOf is the name of the capsule of a recording.
func capsuleOf(path string) string { return strings.TrimSuffix(path, filepath.Ext(path)) + capsuleEnd }

// pack writes the capsule of a recording and the guest, and tells of it.
func (g *visitor) pack(rec *debugger.Recording, to string, told io.Writer) error {
	if _, err := os.Stat(to); err == nil && !capsule.Is(to) {
		return cli.Wrong("%s is there already, and is no capsule", quote.Line(to))
	}
	var b bytes.Buffer
	x := capsule.Capsule{Recording: rec.Data(), Guest: g.code}
	x.Machsim, x.Program, x.Package = strings.TrimSpace(cli.Version()), rec.Program, rec.Package.Path
	if err := x.Write(&b); err != nil {
		return err
	}
	if err := study.Write(to, b.Bytes()); err != nil {
		return cli.Wrong("the capsule is not written: %v", err)
	}
	fmt.Fprintf(told, "%s has %.1f MB, of which the recording is %.1f MB\n  open it: machsim debug %s\n",
		quote.Line(to), float64(b.Len())/1e6, float64(len(rec.Data()))/1e6, quote.Line(to))
	return nil
}

// capsulesWanted returns the words of a command line that name capsules, nil if none does.
func capsulesWanted(args []string) (files []string) {
	if len(args) < 2 || cli.IsHelp(args) || args[0] == "capsule" || // which may write it anew
		!cli.Needs(args[0], cli.Builds) && args[0] != "info" {
		return nil
	}
	for i, word := range args[1:] {
		if !strings.HasPrefix(word, "-") && args[i] != "-o" && args[i] != "--output" && capsule.Is(word) {
			files = append(files, word)
		}
	}
	return files
}

// openCapsules does a command on capsules that its line names, which all have the same guest. To that the files of
// these names are the recordings.
func openCapsules(m *cli.Machsim, args, files []string, in io.Reader, out, errs io.Writer) error {
	here, err := os.Getwd()
	if err != nil {
		return err
	}
	g := &visitor{args: args, in: in, out: out, errs: errs, files: sandbox.NewFiles(here, sandbox.Usual.Files)}
	var first capsule.Capsule
	for i, file := range files {
		x, err := capsule.Open(file)
		switch {
		case errors.As(err, new(*capsule.Unfit)):
			return cli.Unfit("%s: %v", file, err)
		case err != nil:
			return err
		case i == 0:
			first = x
		case !bytes.Equal(x.Guest, first.Guest):
			return cli.Wrong("%s and %s have different guests, and a command is done by one: give it the one or the other",
				quote.Line(files[0]), quote.Line(file))
		}
		g.capsules = append(g.capsules, absolute(here, file))
		g.files.Put(g.capsules[i], x.Recording)
	}
	g.code, g.path = first.Guest, first.Package
	if err := g.load(); err != nil {
		return cli.Unfit("%s: %v", files[0], err)
	}
	defer g.program.Close()
	g.recall(first.Told())
	g.remembers(first.Told())
	switch {
	case args[0] == "web":
		return webCapsule(m, g)
	case args[0] == "debug" && term.IsTerminal(in) && term.IsTerminal(out):
		about := &debugger.Recording{}
		about.Program, about.Package.Path = first.Program, first.Package
		defer typing(g, about).Close()
	}
	return asGuest(m, g)
}
