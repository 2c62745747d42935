//go:build !wasm

package faces

import (
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"machsim/cmd/machsim/internal/cli"
	"machsim/cmd/machsim/internal/userprog"
	"machsim/debugger"
	"machsim/debugger/face/web/page"
	"machsim/debugger/run/commandline"
	"machsim/debugger/study"
	"machsim/ipc/quote"
	"machsim/programs"
)

// export writes the static site of a run to a directory, or as one page to a file.
func (w *webCommand) export(c *cobra.Command, d *debugger.Debugger) error {
	free := siteDirectory
	if w.oneFile {
		free = siteFile
	}
	if err := free(w.site); err != nil {
		return err
	}
	site, err := w.makeSite(c, d)
	if err != nil {
		return err
	}
	if w.oneFile {
		return writePage(c.OutOrStdout(), w.site, site.Page())
	}
	return writeSite(c.OutOrStdout(), w.site, site.Files())
}

// makeSite makes the site of the present run, at its present position.
func (w *webCommand) makeSite(c *cobra.Command, d *debugger.Debugger) (s page.Site, err error) {
	ctx := context.Background()
	x, first, err := runOf(ctx, d)
	if err != nil {
		return s, err
	}
	runs, err := w.others(c, []page.Run{first})
	if err != nil {
		return s, err
	}
	fmt.Fprintln(c.ErrOrStderr(), "machsim: the debugger is built for the browser; the first time that takes a minute")
	built, err := w.buildSite(c, x.Program)
	if err != nil {
		return s, cli.Wrong("there is no site: %v", err)
	}
	return page.Site{Debugger: built.Packed, Start: built.Script, Runs: runs,
		Version: strings.TrimSpace(cli.Version())}, nil
}

// runOf is the present run of a session as a site shows it, at the present position, and what is known of it.
func runOf(ctx context.Context, d *debugger.Debugger) (*debugger.Info, page.Run, error) {
	x, err := d.Info(ctx)
	if err != nil {
		return nil, page.Run{}, err
	}
	data, err := d.Data(ctx)
	if err == nil && data == nil {
		data, err = study.ReadFile(x.File)
	}
	if err != nil {
		return nil, page.Run{}, err
	}
	here, err := d.Here(ctx)
	if err != nil {
		return nil, page.Run{}, err
	}
	title := fmt.Sprintf("%s, seed %d, %d events: %s", x.Program, x.Seed, x.Events, x.Ended)
	return x, page.Run{Name: siteName(x.File), Title: title, Recording: data, Position: here.Position.String()}, nil
}

// others adds the recordings that the command names beside the first one. The debugger that is built has the programs
// of one package: so they are of that.
func (w *webCommand) others(c *cobra.Command, runs []page.Run) ([]page.Run, error) {
	for _, file := range w.more {
		r, err := w.other(c, file)
		switch {
		case err != nil:
			return nil, cli.Wrong("%s cannot be shown on this site: %v", quote.Line(file), err)
		case slices.ContainsFunc(runs, func(o page.Run) bool { return o.Name == r.Name }):
			return nil, cli.Wrong("two recordings would have the page %s.html: give one of them another name", r.Name)
		case r.Name == "index" || runs[0].Name == "index":
			return nil, cli.Wrong("the list of runs is index.html: give the recording index another name")
		}
		runs = append(runs, r)
	}
	return runs, nil
}

// other is the run in a file.
func (w *webCommand) other(c *cobra.Command, file string) (page.Run, error) {
	d, err := w.OpenAs(c, file, debugger.Options{LoopLimit: w.given})
	if err != nil {
		return page.Run{}, err
	}
	defer d.Close()
	_, r, err := runOf(context.Background(), d)
	return r, err
}

// siteName is what the page of a recording is called: as its file, as far as that needs no care in a URL.
func siteName(file string) string {
	return quote.Name(strings.TrimSuffix(filepath.Base(file), filepath.Ext(file)))
}

// siteDirectory returns an error if a site in the directory would mix with what is there. An older site is replaced.
func siteDirectory(dir string) error {
	entries, err := os.ReadDir(dir)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return nil
	case err != nil:
		return cli.Wrong("the site is not written: %v", err)
	case len(entries) == 0:
		return nil
	}
	if _, err := os.Stat(filepath.Join(dir, page.SiteDebugger)); err != nil {
		return cli.Wrong("%s has other files in it; name a directory that does not exist, or one with a site",
			quote.Line(dir))
	}
	return nil
}

// siteFile returns an error if a page would replace a file that is none. An older page is replaced.
func siteFile(file string) error {
	text, err := os.ReadFile(file)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return nil
	case err != nil:
		return cli.Wrong("the page is not written: %v", err)
	case !page.Is(text):
		return cli.Wrong("%s is another file; name one that does not exist, or one with such a page", quote.Line(file))
	}
	return nil
}

// buildSite builds the debugger of the site, with the programs of the package that a program is in.
func (w *webCommand) buildSite(c *cobra.Command, name string) (built userprog.Site, err error) {
	if w.User != nil {
		p, err := userprog.Find(".", w.User.Dir)
		if err != nil {
			return built, err
		}
		return p.BuildSite(".", c.ErrOrStderr())
	}
	program := programs.Find(name)
	if program == nil {
		return built, fmt.Errorf("%s is no sample program", name)
	}
	return userprog.SampleSite(program, c.ErrOrStderr())
}

// writePage writes a site that is one page to a file.
func writePage(out io.Writer, file string, text []byte) error {
	if err := study.Write(file, text); err != nil {
		return cli.Wrong("the page is not written: %v", err)
	}
	fmt.Fprintf(out, "%s is a page of %.1f MB, which a browser opens from the disk\n", quote.Line(file),
		float64(len(text))/1e6)
	return nil
}

// writeSite writes the files of a site below a directory.
func writeSite(out io.Writer, dir string, files map[string][]byte) error {
	size := 0
	for name, text := range files {
		file := filepath.Join(dir, filepath.FromSlash(name))
		err := os.MkdirAll(filepath.Join(dir, filepath.FromSlash(path.Dir(name))), 0o777)
		if err == nil {
			err = study.Write(file, text)
		}
		if err != nil {
			return cli.Wrong("the site is not written: %v", err)
		}
		size += len(text)
	}
	fmt.Fprintf(out, "%s is a site of %d files and %.1f MB; any server of files serves it, such as:\n"+
		"  python3 -m http.server -d %s\n", quote.Line(dir), len(files), float64(size)/1e6, commandline.Quote(dir))
	return nil
}
