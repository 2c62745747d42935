//go:build !wasm

package guest

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"machsim/cmd/machsim/internal/capsule"
	"machsim/cmd/machsim/internal/cli"
	"machsim/cmd/machsim/internal/launch"
	"machsim/cmd/machsim/internal/sandbox"
	"machsim/cmd/machsim/internal/term"
	"machsim/debugger"
	"machsim/debugger/record"
	"machsim/debugger/study"
	"machsim/ipc/quote"
)

func NewCapsule(m *cli.Machsim) *cobra.Command {
	var output string
	asJSON := false
	c, f := m.Command(cli.Command{
		Use: "capsule FILE", Short: "put a recording and its program into one file",
		Long: `capsule writes a file that has a recording and the machsim that debugs it, with its program,
its source and its symbols, as WebAssembly. Whoever has that file goes through the run without Go,
without source, and without trust: nothing of the program runs on their machine itself.

  machsim debug FILE.capsule
  machsim web FILE.capsule

A capsule that is dropped on the page of any run opens there. These commands take a capsule, too:
` + strings.Join(takers(), ", ") + `.
docs/CAPSULES.md tells more.`,
		Example: "  machsim capsule .machsim/philosophers-7.rec -o philosophers.capsule",
		Run: func(c *cobra.Command, args []string) error {
			return makeCapsule(c, args[0], output, asJSON)
		},
	})
	c.Args, c.ValidArgsFunction = cli.OneRecording, cli.CompleteRecording
	f.StringVarP(&output, "output", "o", "", "write to `FILE` (default the name of the recording, with "+
		record.CapsuleEnd+")")
	f.BoolVar(&asJSON, "json", false, "print a JSON object")
	return c
}

// makeCapsule writes the capsule of a recording.
func makeCapsule(c *cobra.Command, path, to string, asJSON bool) error {
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
	x, err := g.pack(rec, to)
	switch {
	case err != nil:
		return err
	case asJSON:
		return study.WriteJSON(g.out, x)
	}
	fmt.Fprint(g.out, x)
	return nil
}

// packed is a capsule that was written.
type packed struct {
	File      string `json:"file"`
	Bytes     int    `json:"bytes"`
	Recording int    `json:"recording_bytes"` // before it is compressed
}

func (x *packed) String() string {
	return fmt.Sprintf("%s has %.1f MB, of which %d bytes are the recording\n"+
		"  open it: machsim debug %[1]s, or machsim web %[1]s\n", quote.Line(x.File), float64(x.Bytes)/1e6, x.Recording)
}

// capsuleOf is the name of the capsule of a recording.
func capsuleOf(path string) string {
	return strings.TrimSuffix(path, filepath.Ext(path)) + record.CapsuleEnd
}

// pack writes the capsule of a recording and the guest.
func (g *visitor) pack(rec *debugger.Recording, to string) (*packed, error) {
	if _, err := os.Stat(to); err == nil && !capsule.Is(to) {
		return nil, cli.Wrong("%s is there already, and is no capsule", quote.Line(to))
	}
	var b bytes.Buffer
	x := capsule.Capsule{Recording: rec.Data(), Guest: g.code}
	x.Machsim, x.Program, x.Package = strings.TrimSpace(cli.Version()), rec.Program, rec.Package.Path
	if err := x.Write(&b); err != nil {
		return nil, err
	}
	if err := study.Write(to, b.Bytes()); err != nil {
		return nil, cli.Wrong("the capsule is not written: %v", err)
	}
	return &packed{to, b.Len(), len(x.Recording)}, nil
}

// takers are the names of the commands that take a capsule.
func takers() (names []string) {
	for _, c := range cli.Commands {
		if takes(c.Name) {
			names = append(names, c.Name)
		}
	}
	return names
}

// takes says whether a command takes a capsule: a guest does it, which cannot build.
func takes(command string) bool {
	return command == "info" || cli.Needs(command, cli.Builds) && command != "capsule" && command != "serve"
}

// capsulesWanted returns the words of a command line that name capsules, nil if none does, or there is no such command:
// cobra's, which completes words, looks into no file.
func capsulesWanted(args []string) (files []string) {
	if len(args) < 2 || cli.IsHelp(args) ||
		!slices.ContainsFunc(cli.Commands, func(r cli.Row) bool { return r.Name == args[0] }) {
		return nil
	}
	for i, word := range args[1:] {
		if _, _, output := outputOf(args[1 : i+1]); !output && !strings.HasPrefix(word, "-") && capsule.Is(word) {
			files = append(files, word)
		}
	}
	return files
}

// openCapsules does a command on capsules that its line names, which all have the same guest. To that the files of
// these names are the recordings.
func openCapsules(m *cli.Machsim, args, files []string, in io.Reader, out, errs io.Writer) error {
	if !takes(args[0]) {
		return cli.Wrong("%s is a capsule, and machsim %s takes none; machsim debug %[1]s opens it",
			quote.Line(files[0]), args[0])
	}
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
	case args[0] == "info" && !flagged(args, "json"):
		fmt.Fprintf(out, "%-9s  of format %d, made by %s\n", "capsule", first.Format, quote.Line(first.Machsim))
	}
	return asGuest(m, g)
}
