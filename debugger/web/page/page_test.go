package page

import (
	"io/fs"
	"path"
	"regexp"
	"strings"
	"testing"
)

// mostLines is how long a file of the page may be.
const mostLines = 400

// markup is what makes elements of text, or runs it. Names come from programs, which are other people's.
var markup = regexp.MustCompile(`innerHTML|outerHTML\s*=|insertAdjacentHTML|document\.write|DOMParser|createContextualFragment|` +
	`\beval\(|new Function|setAttribute\('style'|javascript:|<script>|\bon\w+="`)

// TestFiles sees that the files of the page are short, and make no markup of texts.
func TestFiles(t *testing.T) {
	err := fs.WalkDir(Files, ".", func(name string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		data, err := Files.ReadFile(name)
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

// imported finds the modules that a module imports when it begins.
var imported = regexp.MustCompile(`(?m)^(?:import|export) (?:[^'"]* from )?'(\.[^']+)'`)

// TestPreloaded sees that the page names all modules that it begins with, so that a browser asks for all of them at
// once, and not for those of one module when it has read that.
func TestPreloaded(t *testing.T) {
	index, err := Files.ReadFile("index.html")
	if err != nil {
		t.Fatal(err)
	}
	seen := map[string]bool{"js/main.js": true}
	for queue := []string{"js/main.js"}; len(queue) > 0; queue = queue[1:] {
		data, err := Files.ReadFile(queue[0])
		if err != nil {
			t.Fatal(err)
		}
		for _, m := range imported.FindAllStringSubmatch(string(data), -1) {
			if name := path.Join(path.Dir(queue[0]), m[1]); !seen[name] {
				seen[name] = true
				queue = append(queue, name)
				if !strings.Contains(string(index), `<link rel="modulepreload" href="`+name+`">`) {
					t.Errorf("index.html does not name %s, which %s imports", name, queue[0])
				}
			}
		}
	}
	if named := strings.Count(string(index), "modulepreload"); named != len(seen)-1 {
		t.Errorf("index.html names %d modules, and the page begins with %d", named, len(seen)-1)
	}
}
