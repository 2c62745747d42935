package page

import (
	"fmt"
	"html"
	"strconv"
	"strings"
)

// Site is a static site: the page with a debugger of its own. Its files lie on any server of files, and need no
// machsim.
type Site struct {
	Debugger  []byte // packed by gzip
	Start     []byte // the script that starts it
	Recording []byte
	Position  string // that is shown first
	Version   string
}

// Files of a site that the page does not have. The debugger is packed, and the page unpacks it (js/guest.js), whatever
// a server makes of the file: so its name says nothing of that.
const (
	siteStart     = "wasm_exec.js"
	SiteDebugger  = "debugger.bin"
	siteRecording = "run.rec"
)

// servedBy is what the page of a server says of that.
const servedBy = `<meta name="machsim-transport" content="http">`

// sitePolicy is what the page of a site may load. It has to say that it compiles WebAssembly.
const sitePolicy = "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; worker-src 'self'; style-src 'self'; " +
	"connect-src 'self'; img-src 'self' data: blob:; base-uri 'none'; form-action 'none'"

// Files makes the files of the site, by their paths.
func (s Site) Files() map[string][]byte {
	files := Files()
	files[SiteDebugger], files[siteStart], files[siteRecording] = s.Debugger, s.Start, s.Recording
	files["index.html"] = s.page(files["index.html"])
	return files
}

// page makes the page of the site of the page that a server has: it says where its debugger is, and how large, by which
// the page knows how much of it is there.
func (s Site) page(text []byte) []byte {
	var meta strings.Builder
	fmt.Fprintf(&meta, "<meta http-equiv=\"Content-Security-Policy\" content=\"%s\">", sitePolicy)
	for _, m := range [][2]string{
		{"transport", "worker"}, {"recording", siteRecording}, {"version", s.Version}, {"position", s.Position},
		{"size", strconv.Itoa(len(s.Debugger))},
	} {
		fmt.Fprintf(&meta, "\n<meta name=\"machsim-%s\" content=\"%s\">", m[0], html.EscapeString(m[1]))
	}
	fmt.Fprintf(&meta, "\n<link rel=\"preload\" href=%q as=\"fetch\" crossorigin>", SiteDebugger) // it takes longest
	return []byte(strings.Replace(string(text), servedBy, meta.String(), 1))
}
