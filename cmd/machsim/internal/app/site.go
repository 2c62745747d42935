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
	ctx := context.Background()
	x, data, err := recordingOf(ctx, d)
	if err != nil {
		return err
	}
	here, err := d.Here(ctx)
	if err != nil {
		return err
	}
	fmt.Fprintln(c.ErrOrStderr(), "machsim: the debugger is built for the browser; the first time that takes a minute")
	built, err := w.buildSite(c, x.Program)
	if err != nil {
		return wrong("there is no site: %v", err)
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

// recordingOf returns what is known of the present run, and its recording, from its file if it is in one.
func recordingOf(ctx context.Context, d *debugger.Debugger) (*debugger.Info, []byte, error) {
	x, err := d.Info(ctx)
	if err != nil {
		return nil, nil, err
	}
	data, err := d.Data(ctx)
	if err == nil && data == nil {
		data, err = os.ReadFile(x.File)
	}
	return x, data, err
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

// buildSite builds the debugger of the site, with the programs of the package that a program is in.
func (w *webCommand) buildSite(c *cobra.Command, name string) (built userprog.Site, err error) {
	if w.user != nil {
		p, err := userprog.Find(".", w.user.Dir)
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
