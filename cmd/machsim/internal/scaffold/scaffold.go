// Package scaffold makes a small module to begin with: a program with two tasks, and a test.
package scaffold

import (
	"cmp"
	"embed"
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"

	"machsim/debugger/record/atomicfile"
)

//go:embed template
var templates embed.FS

// Module is a module to make.
type Module struct {
	Dir     string
	Name    string // of module, package and program
	Machsim string // directory of machsim's source
}

// Make makes the directory and the files in it. A directory that exists must be empty.
func (m Module) Make() error {
	needs, err := m.needs()
	if err != nil {
		return err
	}
	sums, err := os.ReadFile(filepath.Join(m.Machsim, "go.sum"))
	if err != nil {
		return err
	}
	files, err := m.files()
	if err != nil {
		return err
	}
	files["go.mod"], files["go.sum"] = m.mod(needs), string(sums)
	made, err := m.room()
	if err != nil {
		return err
	}
	if err := m.write(files); err != nil {
		if made {
			_ = os.Remove(m.Dir)
		}
		return err
	}
	return nil
}

// room makes the directory if it does not exist, and checks that it is empty.
func (m Module) room() (made bool, err error) {
	there, err := os.ReadDir(m.Dir)
	switch {
	case m.Dir == "":
		return false, errors.New("the directory has no name; name one that is not there yet")
	case errors.Is(err, fs.ErrNotExist):
		return true, os.MkdirAll(m.Dir, 0o777)
	case err == nil && len(there) > 0:
		return false, fmt.Errorf("%s is not empty; name a directory that is not there yet", m.Dir)
	}
	return false, err
}

// write writes all files, or none if one cannot be written. go.mod comes last: without it the directory
// is no module.
func (m Module) write(files map[string]string) error {
	names := slices.SortedFunc(maps.Keys(files), func(a, b string) int { return cmp.Compare(last(a), last(b)) })
	for i, name := range names {
		if err := atomicfile.Write(filepath.Join(m.Dir, name), []byte(files[name]), 0o666); err != nil {
			for _, name := range names[:i] {
				_ = os.Remove(filepath.Join(m.Dir, name))
			}
			return err
		}
	}
	return nil
}

// last returns a key that sorts go.mod after all other files.
func last(name string) string {
	if name == "go.mod" {
		return "~"
	}
	return name
}

// files returns the source files.
func (m Module) files() (map[string]string, error) {
	all := map[string]string{}
	list, err := fs.ReadDir(templates, "template")
	if err != nil {
		return nil, err
	}
	for _, f := range list {
		text, err := templates.ReadFile("template/" + f.Name())
		if err != nil {
			return nil, err
		}
		name := strings.TrimSuffix(strings.ReplaceAll(f.Name(), "NAME", m.Name), ".txt")
		if name == "gitignore" {
			name = ".gitignore"
		}
		all[name] = strings.ReplaceAll(string(text), "NAME", m.Name)
	}
	return all, nil
}

// used are the packages that such a module uses: machsim as a tool, and those that programs and their
// tests import.
var used = []string{"machsim/cmd/machsim", "machsim/cthreads", "machsim/netname", "machsim/test/simtest"}

// needs returns the modules that these packages need, with versions, which are the same on every system.
// They are listed in go.mod so that the go tool has nothing to look up.
func (m Module) needs() ([]string, error) {
	c := exec.Command("go", append([]string{
		"list", "-e", "-buildvcs=false", "-deps", "-f", "{{with .Module}}{{if .Version}}{{.Path}} {{.Version}}{{end}}{{end}}",
	}, used...)...)
	c.Dir, c.Env = m.Machsim, append(os.Environ(), "GOWORK=off")
	text, err := c.Output()
	var status *exec.ExitError
	if errors.As(err, &status) {
		stderr := strings.TrimSpace(string(status.Stderr))
		return nil, fmt.Errorf("machsim's source in %s cannot be read: %s", m.Machsim, stderr)
	}
	all := strings.FieldsFunc(string(text), func(r rune) bool { return r == '\n' })
	slices.Sort(all)
	return slices.Compact(all), err
}

// mod returns the go.mod file.
func (m Module) mod(needs []string) string {
	var b strings.Builder
	fmt.Fprintf(&b, "module example.com/%s\n\ngo %s\n\ntool machsim/cmd/machsim\n\nrequire machsim v0.0.0\n\n", m.Name,
		m.version())
	if len(needs) > 0 {
		fmt.Fprintf(&b, "require (\n\t%s // indirect\n)\n\n", strings.Join(needs, " // indirect\n\t"))
	}
	dir := m.Machsim
	if strings.ContainsAny(dir, " \"'()[]{},") {
		dir = fmt.Sprintf("%q", dir)
	}
	fmt.Fprintf(&b, "replace machsim => %s\n", dir)
	return b.String()
}

// version returns the version of Go that machsim needs.
func (m Module) version() string {
	text, _ := os.ReadFile(filepath.Join(m.Machsim, "go.mod"))
	for line := range strings.Lines(string(text)) {
		if v, ok := strings.CutPrefix(line, "go "); ok {
			return strings.TrimSpace(v)
		}
	}
	return "1.26.0"
}
