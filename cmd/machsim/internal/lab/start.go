package lab

import (
	"errors"
	"io/fs"
	"maps"
	"os"
	"path"
	"path/filepath"
	"slices"
)

// main is the command that judges.
const mainFile = `// Command lab judges one part of the lab, for machsim lab check and machsim grade.
package main

import (
	"lab/harness"

	"machsim/test/lab"
)

func main() { lab.Main(harness.Lab) }
`

// testFile has go test judge all parts.
const testFile = `package harness

import (
	"testing"

	"machsim/test/lab"
)

// TestLab judges all parts, with the seeds that everybody has.
func TestLab(t *testing.T) { lab.Test(t, Lab) }
`

// Prefix is what the import paths of a lab's own packages begin with.
const Prefix = "lab/"

// NameFile says in a student's directory which lab it is.
const NameFile = "lab.txt"

// Start makes a directory to work in: text, skeleton, harness, and machsim's source. One that is there must be empty.
func (l *Lab) Start(dir string) error {
	if err := empty(dir); err != nil {
		return err
	}
	if err := Unpack(filepath.Join(dir, "machsim")); err != nil {
		return err
	}
	all := l.module("./machsim", l.shown())
	maps.Copy(all, map[string]string{"README.md": l.Text, NameFile: l.word() + "\n",
		"harness/harness_test.go": testFile, ".gitignore": "/.machsim/\n/*.zip\n"})
	return write(dir, all)
}

// empty says what is wrong with a directory that is to be made, and may be there if nothing is in it.
func empty(dir string) error {
	there, err := os.ReadDir(dir)
	switch {
	case err != nil && !errors.Is(err, fs.ErrNotExist):
		return err
	case len(there) > 0:
		return mistake("%s is not empty; name a directory that is not there yet", dir)
	}
	return nil
}

// module are the files of a module in which the lab is built, of files of the lab, with machsim's source in a
// directory.
func (l *Lab) module(source string, files map[string]string) map[string]string {
	all := maps.Clone(files)
	all["go.mod"], all["main.go"] = goMod("lab", source), mainFile
	if text := registry(files); text != "" {
		all[registryFile] = text
	}
	return all
}

// Module are the files of a module in which a submission is judged: the lab's own, but for those that were handed in.
func (l *Lab) Module(source string, handed map[string][]byte) map[string]string {
	all := l.module(source, l.files)
	for _, name := range l.Files {
		all[name] = string(handed[name])
	}
	return all
}

// Own are the lab's own files of the student's package: they are not handed in.
func (l *Lab) Own() map[string][]byte {
	all := map[string][]byte{}
	for name, text := range l.files {
		if path.Dir(name) == "student" && !slices.Contains(l.Files, name) {
			all[name] = []byte(text)
		}
	}
	return all
}

// Sum tells versions of the lab apart, with the source that it is built of.
func (l *Lab) Sum() (string, error) {
	s, err := Sum()
	if err != nil {
		return "", err
	}
	all := l.module(s, l.files)
	return sum(all), nil
}

// Write writes files below a directory.
func Write(dir string, all map[string]string) error { return write(dir, all) }
