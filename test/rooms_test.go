package test

import (
	"go/parser"
	"go/token"
	"io/fs"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// mostFiles is how many files without tests a package may have: more are about several things.
const mostFiles = 40

// crowded are the packages that have more, and how many at most. None may be added.
var crowded = map[string]int{"debugger/choose/explore": 65}

// mostBelow is how many packages of the debugger the commands know besides its faces, which are Debugger, study, and
// words.
const mostBelow = 4

// TestRooms counts the files of each package of debugger and cmd.
func TestRooms(t *testing.T) {
	for dir, n := range filesOf(t, "debugger", "cmd") {
		if most := max(mostFiles, crowded[dir]); n > most {
			t.Errorf("%s has %d files without tests, and may have %d", dir, n, most)
		} else if crowded[dir] > 0 && n <= mostFiles {
			t.Logf("%s has %d files: it is crowded no more", dir, n)
		}
	}
}

// TestAppStandsOnFew counts what the commands import of the debugger.
func TestAppStandsOnFew(t *testing.T) {
	files, err := filepath.Glob("../cmd/machsim/internal/app/*.go")
	if err != nil || len(files) == 0 {
		t.Fatalf("there are no commands: %v", err)
	}
	var below []string
	for _, file := range files {
		if strings.HasSuffix(file, "_test.go") {
			continue
		}
		f, err := parser.ParseFile(token.NewFileSet(), file, nil, parser.ImportsOnly)
		if err != nil {
			t.Fatal(err)
		}
		for _, spec := range f.Imports {
			name := strings.TrimPrefix(strings.Trim(spec.Path.Value, `"`), "machsim/")
			if root, _, _ := strings.Cut(name, "/"); root == "debugger" && !strings.HasPrefix(name, "debugger/face/") {
				below = append(below, name)
			}
		}
	}
	slices.Sort(below)
	if below = slices.Compact(below); len(below) > mostBelow {
		t.Errorf("the commands import %v", below)
	}
}

// filesOf returns how many files without tests there are in the directories below some roots.
func filesOf(t *testing.T, roots ...string) map[string]int {
	t.Helper()
	all := map[string]int{}
	for _, root := range roots {
		err := filepath.WalkDir("../"+root, func(file string, d fs.DirEntry, err error) error {
			switch {
			case err != nil:
				return err
			case d.IsDir() && (d.Name() == "testdata" || strings.HasPrefix(d.Name(), "_")):
				return filepath.SkipDir
			case strings.HasSuffix(file, ".go") && !strings.HasSuffix(file, "_test.go"):
				all[strings.TrimPrefix(filepath.ToSlash(filepath.Dir(file)), "../")]++
			}
			return nil
		})
		if err != nil {
			t.Fatal(err)
		}
	}
	return all
}
