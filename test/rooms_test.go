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

// mostUsed is how many packages of debugger its root may import.
const mostUsed = 20

// mostBelow is how many packages of the debugger the commands know besides its faces, which are Debugger, study, and
// words.
const mostBelow = 4

// TestRooms counts the files of each package of debugger and cmd.
func TestRooms(t *testing.T) {
	for dir, n := range filesOf(t, "debugger", "cmd") {
		if n > mostFiles {
			t.Errorf("%s has %d files without tests, and may have %d", dir, n, mostFiles)
		}
	}
}

// TestAppStandsOnFew counts what the commands import of the debugger.
func TestAppStandsOnFew(t *testing.T) {
	below := slices.DeleteFunc(used(t, "cmd/machsim/internal/app"), func(name string) bool {
		return strings.HasPrefix(name, "debugger/face/")
	})
	if len(below) > mostBelow {
		t.Errorf("the commands import %v", below)
	}
}

// TestDebuggerStandsOnFew counts what the root package of debugger imports of those below it.
func TestDebuggerStandsOnFew(t *testing.T) {
	if all := used(t, "debugger"); len(all) > mostUsed {
		t.Errorf("debugger imports %d packages: %v", len(all), all)
	}
}

// used returns the packages of debugger that a package imports, but for its tests.
func used(t *testing.T, dir string) (all []string) {
	t.Helper()
	files, err := filepath.Glob("../" + dir + "/*.go")
	if err != nil || len(files) == 0 {
		t.Fatalf("%s has no files: %v", dir, err)
	}
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
			if root, _, _ := strings.Cut(name, "/"); root == "debugger" {
				all = append(all, name)
			}
		}
	}
	slices.Sort(all)
	return slices.Compact(all)
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
