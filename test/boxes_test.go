package test

import (
	"os"
	"regexp"
	"strings"
	"testing"
)

// TestBoxes holds the eight boxes of ARCHITECTURE: each package is in one of them, and imports none of a box with a
// smaller number. Tests, and what only tests use, are in no box.
func TestBoxes(t *testing.T) {
	boxes := boxesOf(t)
	for part, allowed := range layers {
		n := boxes[part]
		if n == 0 && !ofTests(part) {
			t.Errorf("no box of ARCHITECTURE has %s", part)
		}
		for _, other := range allowed {
			if b := boxes[other]; n != 0 && b != 0 && b < n {
				t.Errorf("%s of box %d may import %s of box %d", part, n, other, b)
			}
		}
	}
	for part := range boxes {
		if layers[part] == nil {
			t.Errorf("a box of ARCHITECTURE has %s, which is no package", part)
		}
	}
}

// boxesOf returns the box of each package, from 1.
func boxesOf(t *testing.T) map[string]int {
	t.Helper()
	text, err := os.ReadFile("../docs/ARCHITECTURE.md")
	if err != nil {
		t.Fatal(err)
	}
	sections := strings.Split(string(text), "\n### ")[1:]
	if len(sections) != 8 {
		t.Fatalf("ARCHITECTURE has %d boxes", len(sections))
	}
	boxes := map[string]int{}
	for i, section := range sections {
		_, list, _ := strings.Cut(section, "\nPackages: ")
		list, _, _ = strings.Cut(list, "\n\n")
		for _, quoted := range quotedName.FindAllStringSubmatch(list, -1) {
			if boxes[quoted[1]] != 0 {
				t.Errorf("two boxes have %s", quoted[1])
			}
			boxes[quoted[1]] = i + 1
		}
	}
	return boxes
}

var quotedName = regexp.MustCompile("`([^`\\s]+)`")

// ofTests says whether only tests use a package.
func ofTests(part string) bool {
	root, _, _ := strings.Cut(part, "/")
	return root == "test" && part != "test/simtest" || root == "debugger" && strings.Contains(part, "/internal/")
}
