package page

import (
	"bytes"
	"crypto/sha256"
	"encoding/ascii85"
	"encoding/base64"
	"fmt"
	"html"
	"strconv"
	"strings"
)

// Site is a static site: the page with a debugger of its own. Its files lie on any server of files, and need no
// machsim.
type Site struct {
	Debugger []byte // packed by gzip
	Start    []byte // the script that starts it
	Runs     []Run  // one at least; several have a page each, and a list of them comes first
	Version  string
}

// Run is a run that a site shows.
type Run struct {
	Name      string // of its files, without what comes behind the dot; of a site's only run it is not asked for
	Title     string // in the list: its first line
	Recording []byte
	Position  string // that is shown first
}

// Files of a site that the page of a server does not have. The debugger is packed, and the page unpacks it
// (js/guest.js), whatever a server makes of the file: so its name says nothing of that.
const (
	SiteDebugger  = "debugger.bin"
	siteRecording = "run.rec"
	siteWorker    = "js/guest.js" // with the script that starts the debugger
	capsuleWorker = "js/wasi.js"
)

// servedBy is what the page of a server says of that.
const servedBy = `<meta name="machsim-transport" content="http">`

// sitePolicy is what the page of a site may load. It has to say that it compiles WebAssembly.
const sitePolicy = "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; worker-src 'self'; style-src 'self'; " +
	"connect-src 'self'; img-src 'self' data: blob:; base-uri 'none'; form-action 'none'"

// pagePolicy is the same of a page that is one file, with what it has within itself; of a file from a disk a browser
// says that it comes from nowhere, so that 'self' is nothing there.
const pagePolicy = "default-src 'none'; script-src 'sha256-%s' 'wasm-unsafe-eval' blob:; worker-src blob:; " +
	"style-src 'sha256-%s'; img-src data: blob:; base-uri 'none'; form-action 'none'"

// What the page of a server loads first.
const (
	styleLink  = `<link rel="stylesheet" href="css/page.css">`
	scriptLink = `<script type="module" src="js/main.js"></script>`
)

// Files makes the files of the site, by their paths.
func (s Site) Files() map[string][]byte {
	files := Files()
	files[SiteDebugger] = s.Debugger
	files[siteWorker] = append([]byte(string(s.Start)+"\n"), files[siteWorker]...)
	preload := fmt.Sprintf("\n<link rel=\"preload\" href=%q as=\"fetch\" crossorigin>", SiteDebugger) // it takes longest
	empty := files["index.html"]
	for _, r := range s.Runs {
		at, recording := "index.html", siteRecording
		if len(s.Runs) > 1 {
			at, recording = r.Name+".html", r.Name+".rec"
		}
		files[recording] = r.Recording
		files[at] = s.page(r, recording, empty, sitePolicy, preload)
	}
	if len(s.Runs) > 1 {
		files["index.html"], files[listStyle] = s.list(), []byte(listing)
	}
	return files
}

// The list of a site's runs has no script, and a style of its own.
const (
	listStyle = "css/list.css"
	listing   = `:root { color-scheme: light dark; }
body { font: 15px/1.5 system-ui, sans-serif; max-width: 60rem; margin: 3rem auto; padding: 0 1rem; }
table { border-collapse: collapse; }
td { padding: .35rem 1.5rem .35rem 0; vertical-align: top; }
a { color: light-dark(#1d5aa6, #8cbcf5); }
`
	listPage = `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<title>Recorded runs</title>
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'self'; base-uri 'none'">
<link rel="stylesheet" href="` + listStyle + `">
</head>
<body>
<h1>Recorded runs</h1>
<table>
%s</table>
</body>
</html>
`
)

// list makes the page that leads to all runs.
func (s Site) list() []byte {
	var rows strings.Builder
	for _, r := range s.Runs {
		name := html.EscapeString(r.Name)
		fmt.Fprintf(&rows, "<tr><td><a href=\"%s.html\">%s</a></td><td>%s</td></tr>\n", name, name,
			html.EscapeString(r.Title))
	}
	return fmt.Appendf(nil, listPage, rows.String())
}

// Page makes the site of one run as one file, which a browser shows from a disk as well: what other sites have beside
// their page stands in it (js/given.js).
func (s Site) Page() []byte {
	files := s.Files()
	style, main := within(files["css/page.css"]), within(files["js/main.js"])
	text := strings.Replace(string(Read("index.html")), styleLink, "<style>"+style+"</style>", 1)
	var given strings.Builder
	give := func(name, text string) {
		fmt.Fprintf(&given, "<script type=\"text/plain\" id=\"given-%s\">%s</script>\n", name, text)
	}
	give(siteWorker, within(files[siteWorker]))
	give(capsuleWorker, within(files[capsuleWorker]))
	give(siteRecording, letters(s.Runs[0].Recording))
	give(SiteDebugger, letters(s.Debugger))
	text = strings.Replace(text, scriptLink, given.String()+"<script type=\"module\">"+main+"</script>", 1)
	return s.page(s.Runs[0], siteRecording, []byte(text), fmt.Sprintf(pagePolicy, digest(main), digest(style)), "")
}

// Is says whether a file is such a page.
func Is(file []byte) bool { return bytes.Contains(file, []byte(`<meta name="machsim-transport"`)) }

// within is a script or a style as it can stand in a page: nothing in it ends its element, or hides its end. Such words
// can be in texts only, where this means the same.
func within(text []byte) string {
	return strings.NewReplacer("</script", `<\/script`, "</style", `<\/style`, "<!--", `<\!--`).Replace(string(text))
}

// letters is a file as text, in Ascii85 with v in place of <, so that nothing in it is taken for markup.
func letters(file []byte) string {
	text := make([]byte, ascii85.MaxEncodedLen(len(file)))
	text = text[:ascii85.Encode(text, file)]
	return string(bytes.ReplaceAll(text, []byte("<"), []byte("v")))
}

// digest is that of a script or style, as a policy names it.
func digest(text string) string {
	sum := sha256.Sum256([]byte(text))
	return base64.StdEncoding.EncodeToString(sum[:])
}

// page makes the page of a run of the page that a server has: it says where its debugger is, and how large, by which
// the page knows how much of it is there.
func (s Site) page(r Run, recording string, text []byte, policy, more string) []byte {
	var meta strings.Builder
	fmt.Fprintf(&meta, "<meta http-equiv=\"Content-Security-Policy\" content=\"%s\">", policy)
	for _, m := range [][2]string{
		{"transport", "worker"}, {"recording", recording}, {"version", s.Version}, {"position", r.Position},
		{"size", strconv.Itoa(len(s.Debugger))},
	} {
		fmt.Fprintf(&meta, "\n<meta name=\"machsim-%s\" content=\"%s\">", m[0], html.EscapeString(m[1]))
	}
	return []byte(strings.Replace(string(text), servedBy, meta.String()+more, 1))
}
