package lab

import (
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"os"
	"path"
	"slices"
	"strings"
)

// A lab whose students write tests has solutions that these are held against: packages in directories of given, which
// students see, and of hidden, which they do not. The name of each begins with one of these words.
const (
	given, hidden = "solutions", "hidden"
	right, wrong  = "right-", "wrong-"
)

// registryFile says in Go which solutions there are: package lab/solutions.
const registryFile = given + "/solutions.go"

// readSolutions reads the solutions in a directory of the lab, if it is there.
func (l *Lab) readSolutions(dir fs.FS, sub string) error {
	list, err := fs.ReadDir(dir, sub)
	if errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	for _, d := range list {
		if d.IsDir() {
			if err := l.readSolution(dir, path.Join(sub, d.Name())); err != nil {
				return err
			}
		}
	}
	return err
}

func (l *Lab) readSolution(dir fs.FS, sub string) error {
	if name := path.Base(sub); !strings.HasPrefix(name, right) && !strings.HasPrefix(name, wrong) {
		return mistake("the directory %s of the lab %s is neither %s... nor %s...", sub, l.Name, right, wrong)
	}
	return l.readSources(dir, sub)
}

// Hide adds solutions that students do not see, each a package in a directory of its own in dir.
func (l *Lab) Hide(dir string) error {
	before := len(l.files)
	own := &Lab{Name: l.Name, files: map[string]string{}}
	if err := own.readSolutions(os.DirFS(dir), "."); err != nil {
		return err
	}
	for name, text := range own.files {
		l.files[path.Join(hidden, "own", name)] = text
	}
	if len(l.files) == before {
		return mistake("there are no solutions in %s: directories such as %sname, with a Go package", dir, wrong)
	}
	return nil
}

// shown are the lab's files without what is hidden from students.
func (l *Lab) shown() map[string]string {
	all := maps.Clone(l.files)
	maps.DeleteFunc(all, func(name, _ string) bool { return strings.HasPrefix(name, hidden+"/") })
	return all
}

// registry is the text of the file that says which solutions there are among files; "" if there are none.
func registry(files map[string]string) string {
	dirs := map[string]bool{}
	for name := range files {
		if top, _, _ := strings.Cut(name, "/"); top == given || top == hidden {
			dirs[path.Dir(name)] = true
		}
	}
	if len(dirs) == 0 {
		return ""
	}
	var imports, all strings.Builder
	for i, dir := range slices.Sorted(maps.Keys(dirs)) {
		name, secret := path.Base(dir), strings.HasPrefix(dir, hidden+"/")
		fmt.Fprintf(&imports, "\ts%d %q\n", i, Prefix+dir)
		fmt.Fprintf(&all, "\tlab.Solved(%q, %t, %t, s%d.New),\n", name, strings.HasPrefix(name, right), secret, i)
	}
	return fmt.Sprintf(`// Package solutions has what tests are held against.
package solutions

import (
%s
	"machsim/test/lab"
)

// All are the solutions.
var All = lab.Solutions(
%s)
`, imports.String(), all.String())
}
