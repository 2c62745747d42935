package page

import (
	"io/fs"
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
	err := fs.WalkDir(Files, ".", func(path string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		data, err := Files.ReadFile(path)
		if n := strings.Count(string(data), "\n"); n > mostLines {
			t.Errorf("%s has %d lines, and may have %d", path, n, mostLines)
		}
		if bad := markup.FindString(string(data)); bad != "" {
			t.Errorf("%s has %s: text gets into the page as text", path, bad)
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
}
