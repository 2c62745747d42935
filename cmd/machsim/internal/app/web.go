//go:build !wasm

package app

import (
	"fmt"
	"os"
	"os/exec"
	"runtime"

	"github.com/spf13/cobra"

	"machsim/cmd/machsim/internal/supervise"
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

func (m *machsim) newWeb() *cobra.Command {
	w := &webCommand{debugCommand: &debugCommand{settings: m.settings()}}
	w.again, w.several, w.unless = w.onFile, w.takes, "; with --export DIR, and without --one-file, a site has several"
	w.serves, w.read, w.write = w.serve, w.shelf().Read, w.shelf().Write
	c, f := m.command(command{
		use:   "web FILE... | PROGRAM",
		short: "the debugger as a page in the browser",
		long: `web opens a recording as debug does, and shows it in the browser: all that the prompt knows,
as windows beside each other that move together. With the name of a program it makes a run first.

The page comes from this machine and can be seen from this machine only. Its URL has a secret in it:
whoever knows it may do what the page does, until machsim ends. Ctrl-C ends it.

With --export it writes a site that needs no machsim; of several FILEs, all runs of programs of one
package, each has a page there, and a list of them comes first.

Breakpoints, checkpoints and notes are kept in FILE.notes. docs/WEB.md tells more.`,
		example: `  machsim web .machsim/philosophers-7.rec
  machsim web philosophers --seed 7
  machsim web ./lab --seed 7 --at 'past 41' --no-browser
  machsim web bank-9.rec philosophers-26.rec --export site`,
		program: w.program,
	})
	w.register(f)
	w.registerKeep(f)
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
	w.window.register(f)
	f.BoolVar(&w.noNotes, "no-notes", false, "neither read nor write FILE.notes")
	w.join.register(f, w.joinsPage)
	w.files(c)
	addServers(c)
	return c
}

// takes takes recordings beside the first one, for a site.
func (w *webCommand) takes(files []string) bool {
	w.more = files
	return w.site != "" && !w.oneFile
}

// serve serves the page until Ctrl-C.
func (w *webCommand) serve(c *cobra.Command, d *debugger.Debugger) error {
	service := wire.New(d, wire.Options{Version: version(), Shelf: w.shelf()})
	defer service.Close()
	ctx, done := w.untilCancelled()
	defer done()
	if w.at != "" {
		if err := moveTo(ctx, d, w.at); err != nil {
			return wrong("--at: %v", err)
		}
	}
	switch {
	case w.oneFile && w.site == "":
		return wrong("--one-file needs --export FILE: it says which file the page is written to")
	case w.site != "" && w.live:
		return wrong("--export and --live do not go together: a site without machsim has a run that was made, and shows that")
	case w.site != "":
		return w.export(c, d)
	}
	s, err := web.New(service, web.Options{Port: w.port})
	if err != nil {
		return wrong("the page cannot be served: %v", err)
	}
	fmt.Fprintf(c.OutOrStdout(), "%s\n", s.URL())
	if !w.noBrowser {
		browse(s.URL())
	}
	if err = s.Serve(ctx); err != nil {
		err = wrong("the page cannot be served: %v", err)
	}
	return afterServing(err)
}

// afterServing is how a command ends that has served a face, with an error or without. What an overflown run has left
// behind may take all memory, and comes first.
func afterServing(err error) error {
	if debugger.Overflowing() {
		return failedBy(debugger.ErrOverflowing)
	}
	return err
}

// shelf is the recordings that the page can open and make.
func (w *webCommand) shelf() *shelf.Shelf {
	return &shelf.Shelf{Analyses: w.analysed(), Process: w.process(), Opens: w.debugs,
		Opening: debugger.Options{Queries: w.queries, Keep: !w.noNotes},
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
	return append(args, w.window.words()...)
}

// browse opens a URL in the browser of the person, if there is one that can be found. The URL is printed anyway.
func browse(url string) {
	open := map[string][]string{"darwin": {"open"}, "windows": {"rundll32", "url.dll,FileProtocolHandler"}}[runtime.GOOS]
	if open == nil {
		open = []string{"xdg-open"}
	}
	browser := exec.Command(open[0], append(open[1:], url)...)
	browser.Env = append(os.Environ(), supervise.Outlives)
	if browser.Start() == nil {
		go func() { _ = browser.Wait() }()
	}
}
