package app

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"strings"

	"github.com/spf13/cobra"

	"machsim/cmd/machsim/internal/userprog"
	"machsim/debugger"
	"machsim/debugger/face/web/page"
	"machsim/debugger/run/commandline"
	"machsim/debugger/study"
	"machsim/ipc/quote"
	"machsim/programs"
)

// export writes the static site of a run to a directory.
func (w *webCommand) export(c *cobra.Command, d *debugger.Debugger) error {
	if err := siteDirectory(w.site); err != nil {
		return err
	}
	data, err := recordingOf(d)
	if err != nil {
		return err
	}
	here, err := d.Here(context.Background())
	if err != nil {
		return err
	}
	built, err := w.buildSite(c, d)
	if err != nil {
		return err
	}
	files := page.Site{Debugger: built.Packed, Start: built.Script, Recording: data, Position: here.Position.String(),
		Version: strings.TrimSpace(version())}.Files()
	if err := writeSite(w.site, files); err != nil {
		return wrong("the site is not written: %v", err)
	}
	size := 0
	for _, text := range files {
		size += len(text)
	}
	fmt.Fprintf(c.OutOrStdout(), "%s is a site of %d files and %.1f MB; any server of files serves it, such as:\n"+
		"  python3 -m http.server -d %s\n", quote.Line(w.site), len(files), float64(size)/1e6, commandline.Quote(w.site))
	return nil
}

// recordingOf returns the recording of the present run, from its file if it is in one.
func recordingOf(d *debugger.Debugger) ([]byte, error) {
	data, err := d.Data(context.Background())
	if err != nil || data != nil {
		return data, err
	}
	x, err := d.Info(context.Background())
	if err != nil {
		return nil, err
	}
	return os.ReadFile(x.File)
}

// siteDirectory returns an error if a site in the directory would mix with what is there. An older site is replaced.
func siteDirectory(dir string) error {
	entries, err := os.ReadDir(dir)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return nil
	case err != nil:
		return wrong("the site is not written: %v", err)
	case len(entries) == 0:
		return nil
	}
	if _, err := os.Stat(filepath.Join(dir, page.SiteDebugger)); err != nil {
		return wrong("%s has other files in it; name a directory that does not exist, or one with a site", quote.Line(dir))
	}
	return nil
}

// buildSite builds the debugger of the site, with the programs of the package that the recorded one is in.
func (w *webCommand) buildSite(c *cobra.Command, d *debugger.Debugger) (userprog.Site, error) {
	fmt.Fprintln(c.ErrOrStderr(), "machsim: the debugger is built for the browser; the first time that takes a minute")
	var built userprog.Site
	var err error
	if w.user == nil {
		built, err = w.sampleSite(c, d)
	} else {
		var p *userprog.Package
		if p, err = userprog.Find(".", w.user.Dir); err == nil {
			built, err = p.BuildSite(".", c.ErrOrStderr())
		}
	}
	if err != nil {
		return built, wrong("there is no site: %v", err)
	}
	return built, nil
}

func (w *webCommand) sampleSite(c *cobra.Command, d *debugger.Debugger) (built userprog.Site, err error) {
	x, err := d.Info(context.Background())
	if err != nil {
		return built, err
	}
	program := programs.Find(x.Program)
	if program == nil {
		return built, fmt.Errorf("%s is no sample program", x.Program)
	}
	return userprog.SampleSite(program, c.ErrOrStderr())
}

// writeSite writes the files of a site below a directory.
func writeSite(dir string, files map[string][]byte) error {
	for name, text := range files {
		file := filepath.Join(dir, filepath.FromSlash(name))
		if err := os.MkdirAll(filepath.Join(dir, filepath.FromSlash(path.Dir(name))), 0o777); err != nil {
			return err
		}
		if err := study.Write(file, text); err != nil {
			return err
		}
	}
	return nil
}
