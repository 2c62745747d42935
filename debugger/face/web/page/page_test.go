package page

import (
	"bytes"
	"crypto/sha256"
	"encoding/ascii85"
	"encoding/base64"
	"io/fs"
	"regexp"
	"slices"
	"strings"
	"testing"
	"testing/fstest"
)

// mostLines is how long a file of the page may be.
const mostLines = 400

// markup is what makes elements of text, or runs it. Names come from programs, which are other people's.
var markup = regexp.MustCompile(`innerHTML|outerHTML\s*=|insertAdjacentHTML|document\.write|DOMParser|createContextualFragment|` +
	`\beval\(|new Function|setAttribute\('style'|javascript:|<script>|\bon\w+="`)

// TestFiles sees that the files of the page are short, and make no markup of texts.
func TestFiles(t *testing.T) {
	err := fs.WalkDir(sources, ".", func(name string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		data, err := sources.ReadFile(name)
		if n := strings.Count(string(data), "\n"); n > mostLines {
			t.Errorf("%s has %d lines, and may have %d", name, n, mostLines)
		}
		if bad := markup.FindString(string(data)); bad != "" {
			t.Errorf("%s has %s: text gets into the page as text", name, bad)
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
}

// TestBundle joins modules whose names are the same, and leaves the others as they are.
func TestBundle(t *testing.T) {
	files := fstest.MapFS{
		"js/main.js": {Data: []byte("import {App} from './app.js';\n" +
			"import {x as y,\n  z} from './parts/x.js';\n\nexport const app = new App(y, z);\n")},
		"js/app.js": {Data: []byte("import * as tree from './parts/x.js';\nimport first from './first.js';\n\n" +
			"const kept = 1;\nexport class App { a = tree.z() + first.b + kept; }\n")},
		"js/first.js":   {Data: []byte("const kept = 2;\nexport default {b: kept};\n")},
		"js/parts/x.js": {Data: []byte("export const x = 5; // here\nexport async function z() {}\n")},
	}
	const want = `
// js/parts/x.js
const $js_parts_x = (() => {
const x = 5; // here
async function z() {}
return {x, z};
})();

// js/first.js
const $js_first = (() => {
const kept = 2;
const $default = {b: kept};
return {default: $default};
})();

// js/app.js
const $js_app = (() => {
const tree = $js_parts_x;
const {default: first} = $js_first;

const kept = 1;
class App { a = tree.z() + first.b + kept; }
return {App};
})();

// js/main.js
const {App} = $js_app;
const {x: y,
  z} = $js_parts_x;

export const app = new App(y, z);
`
	got, err := bundled(files, "js/main.js")
	if err != nil || string(got) != want {
		t.Errorf("%v\n%s", err, got)
	}
	for text, want := range map[string]string{
		"import {app} from './main.js';\n":            "imports js/main.js, which imports it",
		"export let n = 1;\n":                         "is not understood",
		"const x = await import('./other.js');\n":     "is not understood",
		"const at = new URL('a', import.meta.url);\n": "is not understood",
		"import {nothing} from './not/there.js';\n":   "not/there.js",
	} {
		files["js/parts/x.js"] = &fstest.MapFile{Data: []byte(strings.ReplaceAll(text, "'./main", "'../main"))}
		if _, err := bundled(files, "js/main.js"); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%q: %v", text, err)
		}
	}
}

// TestAllFiles sees that every module and style is part of the page.
func TestAllFiles(t *testing.T) {
	all := Files()
	err := fs.WalkDir(sources, ".", func(name string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() || all[name] != nil || slices.Contains(styles, name) {
			return err
		}
		if !strings.Contains(string(all["js/main.js"]), "\n// "+name+"\n") {
			t.Errorf("no part of the page uses %s", name)
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
}

// TestPage reads a site of one page as a browser does: its policy names the style and the script that it has, and
// nothing of what it carries is taken for markup.
func TestPage(t *testing.T) {
	file := make([]byte, 70001)
	for i := range file {
		file[i] = byte(i * i >> 3)
	}
	s := Site{Debugger: file, Start: []byte("a = '</script>'"), Version: `"x"`,
		Runs: []Run{{Recording: []byte("<script>"), Position: "1&2"}}}
	text := s.Page()
	if !Is(text) || Is(file) {
		t.Error("a page is not told from another file")
	}
	var scripts, style []string
	for _, m := range element.FindAllStringSubmatch(string(text), -1) {
		if m[1] == "style" {
			style = append(style, m[2])
		} else {
			scripts = append(scripts, m[2])
		}
	}
	if len(scripts) != 5 || len(style) != 1 {
		t.Fatalf("%d scripts, %d styles", len(scripts), len(style))
	}
	for _, run := range []string{scripts[4], style[0]} {
		sum := sha256.Sum256([]byte(run))
		if want := "'sha256-" + base64.StdEncoding.EncodeToString(sum[:]) + "'"; !strings.Contains(string(text), want) {
			t.Errorf("the policy has no %s", want)
		}
	}
	if got := strings.ReplaceAll(scripts[3], "v", "<"); strings.Contains(scripts[3], "<") || !decodes(got, file) {
		t.Error("the debugger is not what it was")
	}
}

var element = regexp.MustCompile(`(?s)<(script|style)[^>]*>(.*?)</(?:script|style)>`)

// decodes says whether a text is a file in Ascii85.
func decodes(text string, file []byte) bool {
	got := make([]byte, 4*len(text))
	n, _, err := ascii85.Decode(got, []byte(text), true)
	return err == nil && bytes.Equal(got[:n], file)
}

// TestSites lists the runs of a site, whose names and titles are no markup, and gives each a page that reads its own
// recording.
func TestSites(t *testing.T) {
	s := Site{Debugger: []byte("d"), Runs: []Run{{Name: "a", Title: "<b>", Recording: []byte("1")},
		{Name: "c", Title: "d", Recording: []byte("2"), Position: "7"}}}
	files := s.Files()
	list := string(files["index.html"])
	if !strings.Contains(list, `<a href="a.html">a</a></td><td>&lt;b&gt;<`) || !strings.Contains(list, `href="c.html"`) {
		t.Errorf("the list is %s", list)
	}
	if files[listStyle] == nil || !strings.Contains(list, listStyle) {
		t.Error("the list has no style")
	}
	page := string(files["c.html"])
	if !strings.Contains(page, `"machsim-recording" content="c.rec"`) || !strings.Contains(page, `-position" content="7"`) {
		t.Errorf("the page of a run is %s", page)
	}
	if string(files["a.rec"]) != "1" || string(files["c.rec"]) != "2" || files[siteRecording] != nil {
		t.Error("the recordings are not those of the runs")
	}
}
