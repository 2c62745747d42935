package app

import (
	"context"
	"errors"
	"fmt"
	"html"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"strconv"
	"strings"

	"github.com/spf13/cobra"

	"machsim/cmd/machsim/internal/userprog"
	"machsim/debugger"
	"machsim/debugger/face/web/page"
	"machsim/debugger/study"
	"machsim/ipc/quote"
	"machsim/programs"
)

// A static site is the page with a debugger of its own: its files lie on any server of files, and need no machsim.

// Files of a site that the page does not have. The debugger is packed by gzip, and the page unpacks it (js/guest.js),
// whatever a server makes of the file: so its name says nothing of that.
const (
	siteStart     = "wasm_exec.js"
	siteDebugger  = "debugger.bin"
	siteRecording = "run.rec"
)

// servedBy is what the page of a server says of that.
const servedBy = `<meta name="machsim-transport" content="http">`

// sitePolicy is what the page of a site may load. It has to say that it compiles WebAssembly.
const sitePolicy = "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; worker-src 'self'; style-src 'self'; " +
	"connect-src 'self'; img-src 'self' data: blob:; base-uri 'none'; form-action 'none'"

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
	files := siteFiles(built, data, here.Position.String())
	if err == nil {
		err = writeSite(w.site, files)
	}
	if err != nil {
		return wrong("the site is not written: %v", err)
	}
	size := 0
	for _, text := range files {
		size += len(text)
	}
	fmt.Fprintf(c.OutOrStdout(), "%s is a site of %d files and %.1f MB; any server of files serves it, such as:\n"+
		"  python3 -m http.server -d %s\n", quote.Line(w.site), len(files), float64(size)/1e6, quotedWords([]string{w.site}))
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
	if _, err := os.Stat(filepath.Join(dir, siteDebugger)); err != nil {
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

// siteFiles makes the files of a site, by their paths.
func siteFiles(built userprog.Site, recording []byte, position string) map[string][]byte {
	files := page.Files()
	files[siteDebugger], files[siteStart], files[siteRecording] = built.Packed, built.Script, recording
	files["index.html"] = sitePage(files["index.html"], position, len(built.Packed))
	return files
}

// sitePage makes the page of a site of the page that a server has: it says where its debugger is.
// size is that of the debugger, by which the page knows how much of it is there.
func sitePage(text []byte, position string, size int) []byte {
	var meta strings.Builder
	fmt.Fprintf(&meta, "<meta http-equiv=\"Content-Security-Policy\" content=\"%s\">", sitePolicy)
	for _, m := range [][2]string{
		{"transport", "worker"}, {"recording", siteRecording}, {"version", strings.TrimSpace(version())},
		{"position", position}, {"size", strconv.Itoa(size)},
	} {
		fmt.Fprintf(&meta, "\n<meta name=\"machsim-%s\" content=\"%s\">", m[0], html.EscapeString(m[1]))
	}
	fmt.Fprintf(&meta, "\n<link rel=\"preload\" href=%q as=\"fetch\" crossorigin>", siteDebugger) // it takes longest
	return []byte(strings.Replace(string(text), servedBy, meta.String(), 1))
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
