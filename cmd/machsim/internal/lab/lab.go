package lab

import (
	"embed"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"

	"machsim/debugger/event/text"
)

//go:embed all:_labs
var labs embed.FS

// Lab is a lab as its directory says.
type Lab struct {
	Name    string              `json:"-"` // of its directory
	Title   string              `json:"title"`
	About   string              `json:"about"` // a phrase
	Files   []string            `json:"files"` // that are handed in
	Allowed map[string][]string `json:"allowed"`
	Run     Run                 `json:"run"` // of a debugging lab
	// Questions are those of a debugging lab, which has these in place of skeleton, files and harness.
	Questions []Question `json:"questions"`
	Text      string     `json:"-"`
	Hints     []string   `json:"-"`

	at    string            // its directory; "" for one of machsim's
	files map[string]string // the module without go.mod: skeleton, harness and solutions
}

// Mistake is an error of whoever named or wrote a lab, in a sentence.
type Mistake struct{ Text string }

func (m *Mistake) Error() string { return m.Text }

func mistake(format string, args ...any) error { return &Mistake{fmt.Sprintf(format, args...)} }

// Names are those of machsim's own labs.
func Names() (all []string) {
	list, _ := fs.ReadDir(labs, "_labs")
	for _, d := range list {
		all = append(all, d.Name())
	}
	return all
}

// Find returns the lab of a name, or that in a directory: what has a slash or is . is a directory.
func Find(word string) (*Lab, error) {
	switch own := slices.Contains(Names(), word); {
	case own:
		sub, err := fs.Sub(labs, "_labs/"+word)
		if err != nil {
			return nil, err
		}
		return read(word, sub)
	case word == "." || strings.ContainsRune(word, '/') || strings.ContainsRune(word, filepath.Separator):
		whole, err := filepath.Abs(word)
		if err != nil {
			return nil, err
		}
		l, err := read(filepath.Base(whole), os.DirFS(word))
		if err == nil {
			l.at = whole
		}
		return l, err
	}
	return nil, mistake("there is no lab %q%s; there are %s, and directories such as ./%s", word,
		text.Meant(word, Names()), strings.Join(Names(), ", "), word)
}

// read reads a lab from its directory.
func read(name string, dir fs.FS) (*Lab, error) {
	l := &Lab{Name: name, files: map[string]string{}}
	text, err := fs.ReadFile(dir, "lab.json")
	if err != nil {
		return nil, mistake("%s is no lab: it has no lab.json; machsim lab new DIR makes one to begin with", name)
	}
	if err := json.Unmarshal(text, l); err != nil {
		return nil, mistake("lab.json of %s cannot be read: %v", name, err)
	}
	parts := []func(fs.FS) error{l.readStudent, l.readHarness}
	if l.Debugging() {
		parts = []func(fs.FS) error{l.readDebugging}
	}
	for _, part := range parts {
		if err := part(dir); err != nil {
			return nil, err
		}
	}
	for _, sub := range []string{given, hidden} {
		if err := l.readSolutions(dir, sub); err != nil {
			return nil, err
		}
	}
	readme, err := fs.ReadFile(dir, "README.md")
	if err != nil {
		return nil, mistake("the lab %s has no README.md", name)
	}
	l.Text = string(readme)
	if hints, err := fs.ReadFile(dir, "hints.md"); err == nil {
		l.Hints = strings.Split(strings.TrimSpace(string(hints)), "\n---\n")
	}
	if l.Debugging() {
		return l, nil
	}
	return l, l.check()
}

func (l *Lab) readStudent(dir fs.FS) error { return l.readSources(dir, "student") }
func (l *Lab) readHarness(dir fs.FS) error { return l.readSources(dir, "harness") }

// readSources reads the Go files of a directory.
func (l *Lab) readSources(dir fs.FS, sub string) error {
	list, err := fs.ReadDir(dir, sub)
	if errors.Is(err, fs.ErrNotExist) {
		return mistake("the lab %s has no directory %s", l.Name, sub)
	}
	for _, f := range list {
		if !strings.HasSuffix(f.Name(), ".go") {
			continue
		}
		text, err := fs.ReadFile(dir, path.Join(sub, f.Name()))
		if err != nil {
			return err
		}
		l.files[path.Join(sub, f.Name())] = string(text)
	}
	return err
}

// check says what is wrong with a lab.
func (l *Lab) check() error {
	if len(l.Files) == 0 {
		return mistake("lab.json of %s names no files that are handed in", l.Name)
	}
	for _, f := range l.Files {
		if path.Dir(f) != "student" || !strings.HasSuffix(f, ".go") || l.files[f] == "" {
			return mistake("%s is to be handed in for the lab %s, and is no Go file of its directory student", f, l.Name)
		}
	}
	return nil
}

// Skeleton is a file that students begin with.
func (l *Lab) Skeleton(name string) string { return l.files[name] }
