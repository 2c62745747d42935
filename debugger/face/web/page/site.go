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
	Debugger  []byte // packed by gzip
	Start     []byte // the script that starts it
	Recording []byte
	Position  string // that is shown first
	Version   string
}

// Files of a site that the page of a server does not have. The debugger is packed, and the page unpacks it
// (js/guest.js), whatever a server makes of the file: so its name says nothing of that.
const (
	SiteDebugger  = "debugger.bin"
	siteRecording = "run.rec"
	siteWorker    = "js/guest.js" // with the script that starts the debugger
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
	files[SiteDebugger], files[siteRecording] = s.Debugger, s.Recording
	files[siteWorker] = append([]byte(string(s.Start)+"\n"), files[siteWorker]...)
	preload := fmt.Sprintf("\n<link rel=\"preload\" href=%q as=\"fetch\" crossorigin>", SiteDebugger) // it takes longest
	files["index.html"] = s.page(files["index.html"], sitePolicy, preload)
	return files
}

// Page makes the site as one file, which a browser shows from a disk as well: what other sites have beside their page
// stands in it (js/given.js).
func (s Site) Page() []byte {
	files := s.Files()
	style, main := within(files["css/page.css"]), within(files["js/main.js"])
	text := strings.Replace(string(Read("index.html")), styleLink, "<style>"+style+"</style>", 1)
	var given strings.Builder
	give := func(name, text string) {
		fmt.Fprintf(&given, "<script type=\"text/plain\" id=\"given-%s\">%s</script>\n", name, text)
	}
	give(siteWorker, within(files[siteWorker]))
	give(siteRecording, letters(s.Recording))
	give(SiteDebugger, letters(s.Debugger))
	text = strings.Replace(text, scriptLink, given.String()+"<script type=\"module\">"+main+"</script>", 1)
	return s.page([]byte(text), fmt.Sprintf(pagePolicy, digest(main), digest(style)), "")
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

// page makes the page of the site of the page that a server has: it says where its debugger is, and how large, by which
// the page knows how much of it is there.
func (s Site) page(text []byte, policy, more string) []byte {
	var meta strings.Builder
	fmt.Fprintf(&meta, "<meta http-equiv=\"Content-Security-Policy\" content=\"%s\">", policy)
	for _, m := range [][2]string{
		{"transport", "worker"}, {"recording", siteRecording}, {"version", s.Version}, {"position", s.Position},
		{"size", strconv.Itoa(len(s.Debugger))},
	} {
		fmt.Fprintf(&meta, "\n<meta name=\"machsim-%s\" content=\"%s\">", m[0], html.EscapeString(m[1]))
	}
	return []byte(strings.Replace(string(text), servedBy, meta.String()+more, 1))
}
