package test

import (
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

var (
	link     = regexp.MustCompile(`\]\(([^)\s]+)\)`)
	heading  = regexp.MustCompile(`(?m)^#+ (.*)$`)
	fence    = regexp.MustCompile("(?ms)^```.*?^```")
	unlinked = regexp.MustCompile(`[^\p{L}\p{N} _-]`)
	goFile   = regexp.MustCompile("`([a-z0-9_/]+/[a-z0-9_]+\\.(?:go|js|md))`")
)

// TestLinks follows the links in the documents: to files, and to headings.
func TestLinks(t *testing.T) {
	for _, file := range documents(t) {
		for _, x := range link.FindAllStringSubmatch(proseOf(t, file), -1) {
			if strings.Contains(x[1], "://") {
				continue
			}
			name, anchor, _ := strings.Cut(x[1], "#")
			to := file
			if name != "" {
				to = filepath.Join(filepath.Dir(file), name)
			}
			if _, err := os.Stat(to); err != nil {
				t.Errorf("%s: the link %s leads nowhere", file, x[1])
			} else if anchor != "" && !anchorsOf(t, to)[anchor] {
				t.Errorf("%s: the link %s leads to no heading", file, x[1])
			}
		}
	}
}

// TestNamedFiles wants each source file and document that ARCHITECTURE, HACKING and the README name to be there: by its
// path, or by that below debugger or one of its rooms.
func TestNamedFiles(t *testing.T) {
	for _, file := range []string{"../docs/ARCHITECTURE.md", "../docs/HACKING.md", "../README.md"} {
		for _, x := range goFile.FindAllStringSubmatch(proseOf(t, file), -1) {
			if !isThere(x[1]) {
				t.Errorf("%s names %s, which is not there", file, x[1])
			}
		}
	}
}

// isThere says whether a source file or document is there.
func isThere(file string) bool {
	for _, place := range []string{"..", "../debugger", "../debugger/*"} {
		if found, err := filepath.Glob(filepath.Join(place, file)); err != nil || len(found) > 0 {
			return err == nil
		}
	}
	return false
}

// TestReadmeLinks wants the README to lead to every document.
func TestReadmeLinks(t *testing.T) {
	text, err := os.ReadFile("../README.md")
	if err != nil {
		t.Fatal(err)
	}
	for _, file := range documents(t) {
		if name := strings.TrimPrefix(file, "../"); name != "README.md" && !strings.Contains(string(text), "]("+name+")") {
			t.Errorf("the README does not lead to %s", name)
		}
	}
}

// documents are the README and all that is in docs.
func documents(t *testing.T) []string {
	t.Helper()
	all, err := filepath.Glob("../docs/*.md")
	if err != nil || len(all) == 0 {
		t.Fatalf("there are no documents: %v", err)
	}
	return append(all, "../README.md")
}

// proseOf returns a document without what is shown in it: sessions and programs.
func proseOf(t *testing.T, file string) string {
	t.Helper()
	text, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	return fence.ReplaceAllString(string(text), "")
}

// anchorsOf returns the anchors of a document's headings, as GitHub makes them.
func anchorsOf(t *testing.T, file string) map[string]bool {
	t.Helper()
	all := map[string]bool{}
	for _, x := range heading.FindAllStringSubmatch(proseOf(t, file), -1) {
		text := unlinked.ReplaceAllString(strings.ToLower(x[1]), "")
		all[strings.ReplaceAll(strings.TrimSpace(text), " ", "-")] = true
	}
	return all
}
