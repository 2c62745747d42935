//go:build !wasm

package faces

import (
	"fmt"

	"github.com/spf13/cobra"

	"machsim/cmd/machsim/internal/cli"
	"machsim/cmd/machsim/internal/source"
	"machsim/debugger"
	"machsim/debugger/face/shelf"
	"machsim/debugger/face/web"
	"machsim/debugger/face/wire"
	"machsim/debugger/study"
)

// webCommand has the flags of the command web, beside those of debug.
type webCommand struct {
	*debugCommand
	noBrowser bool
	at        string
	port      int
	site      string   // the directory for a static site, "" for none
	oneFile   bool     // it is a file, and has all in it
	more      []string // recordings that the site has beside the first
}

func NewWeb(m *cli.Machsim) *cobra.Command {
	w := &webCommand{debugCommand: &debugCommand{Settings: m.Settings()}}
	w.again, w.several, w.unless = w.onFile, w.takes, "; with --export DIR, and without --one-file, a site has several"
	w.serves, w.read, w.write = w.serve, w.shelf().Read, w.shelf().Write
	c, f := m.Command(cli.Command{
		Use:   "web FILE... | PROGRAM",
		Short: "the debugger as a page in the browser",
		Long: `web opens a recording as debug does, and shows it in the browser: all that the prompt knows,
as windows beside each other that move together. With the name of a program it makes a run first.

The page comes from this machine and can be seen from this machine only. Its URL has a secret in it:
whoever knows it may do what the page does, until machsim ends. Ctrl-C ends it.

With --export it writes a site that needs no machsim; of several FILEs, all runs of programs of one
package, each has a page there, and a list of them comes first.

Breakpoints, checkpoints and notes are kept in FILE.notes. docs/WEB.md tells more.`,
		Example: `  machsim web .machsim/philosophers-7.rec
  machsim web philosophers --seed 7
  machsim web ./lab --seed 7 --at 'past 41' --no-browser
  machsim web bank-9.rec philosophers-26.rec --export site`,
		Program: w.program, Files: w.files,
	})
	w.Register(f)
	w.RegisterKeep(f)
	w.addLive(f)
	f.BoolVar(&w.noBrowser, "no-browser", false, "print the URL, and leave it to you to open it")
	f.StringVar(&w.at, "at", "", "show `POSITION` first, as goto takes it at the prompt, and not the end")
	f.StringVar(&w.site, "export", "",
		"write a static site of the run to `DIR`, which any server of files serves without machsim, and end")
	f.BoolVar(&w.oneFile, "one-file", false,
		"with --export: write one page to that file, which a browser opens from a disk, by a double click")
	f.IntVar(&w.port, "port", 0, "listen on port `N` of this machine, and not on any that is free")
	f.BoolVar(&w.part, "part", false,
		"of a recording whose program has changed since, open the beginning that is still the same")
	w.window.Register(f)
	f.BoolVar(&w.noNotes, "no-notes", false, "neither read nor write FILE.notes")
	w.join.register(c, f, w.joinsPage)
	cli.AddServers(c)
	return c
}

// takes takes recordings beside the first one, for a site.
func (w *webCommand) takes(files []string) bool {
	w.more = files
	return w.site != "" && !w.oneFile
}

// serve serves the page until Ctrl-C.
func (w *webCommand) serve(c *cobra.Command, d *debugger.Debugger) error {
	service := wire.New(d, wire.Options{Version: cli.Version(), Shelf: w.shelf()})
	defer service.Close()
	ctx, done := untilCancelled(w.Machsim)
	defer done()
	if w.at != "" {
		if err := cli.MoveTo(ctx, d, w.at); err != nil {
			return cli.Wrong("--at: %v", err)
		}
	}
	switch {
	case w.oneFile && w.site == "":
		return cli.Wrong("--one-file needs --export FILE: it says which file the page is written to")
	case w.site != "" && w.live:
		return cli.Wrong("--export and --live do not go together: a site without machsim has a run that was made, " +
			"and shows that")
	case w.site != "":
		return w.export(c, d)
	}
	s, err := web.New(service, web.Options{Port: w.port})
	if err != nil {
		return cli.Wrong("the page cannot be served: %v", err)
	}
	fmt.Fprintf(c.OutOrStdout(), "%s\n", s.URL())
	if !w.noBrowser {
		cli.Browse(s.URL())
	}
	if err = s.Serve(ctx); err != nil {
		err = cli.Wrong("the page cannot be served: %v", err)
	}
	return afterServing(err)
}

// afterServing is how a command ends that has served a face, with an error or without. What an overflown run has left
// behind may take all memory, and comes first.
func afterServing(err error) error {
	if debugger.Overflowing() {
		return cli.FailedBy(debugger.ErrOverflowing)
	}
	return err
}

// shelf is the recordings that the page can open and make.
func (w *webCommand) shelf() *shelf.Shelf {
	return &shelf.Shelf{Analyses: source.Analysed(w.Machsim), Process: w.ThisProcess(), Opens: w.Debugs,
		Opening: debugger.Options{Queries: w.Queries, Keep: !w.noNotes},
		Usual: study.Options{Strategy: w.Strategy, MaxEvents: w.MaxEvents, LoopLimit: w.LoopLimit,
			MaxMemory: w.MaxMemory}}
}

// onFile is the command that shows a recording as this one would.
func (w *webCommand) onFile(path string) []string {
	args := append([]string{"web", path}, w.more...)
	args = append(args, "--port", fmt.Sprint(w.port))
	if w.noBrowser {
		args = append(args, "--no-browser")
	}
	if w.noNotes {
		args = append(args, "--no-notes")
	}
	if w.at != "" {
		args = append(args, "--at", w.at)
	}
	if w.site != "" {
		args = append(args, "--export", w.site)
	}
	if w.oneFile {
		args = append(args, "--one-file")
	}
	return append(args, w.window.Words()...)
}
