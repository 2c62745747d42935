package cli

import (
	"os"
	"path/filepath"
	"strings"

	"machsim/debugger/event/text"
	"machsim/debugger/run/commandline"
	"machsim/debugger/study"
	"machsim/kernel"
)

// FindProgram returns the program of a name, nil if there is none.
func (m *Machsim) FindProgram(name string) *kernel.Program { return m.ThisProcess().Program(name) }

// Recorded opens the recording in a file.
func (m *Machsim) Recorded(path string) (*study.Recorded, error) { return m.ThisProcess().Open(path) }

// NoSuchProgram returns the error for a name that no program has.
func (m *Machsim) NoSuchProgram(name string) error {
	if info, err := os.Stat(name); err == nil && info.IsDir() {
		return Wrong("there is no program %q; for the package in the directory of that name, type %s",
			name, commandline.Quote("./"+filepath.ToSlash(name)))
	}
	if dir := filepath.ToSlash(filepath.Dir(name)); filepath.Ext(name) == ".go" {
		return Wrong("%s is a Go file; name the directory that it is in: %s", name, commandline.Quote(local(dir)))
	}
	return Wrong("there is no program %q%s; machsim list shows which there are", name,
		text.Meant(name, m.ThisProcess().Names()))
}

// local returns a directory as one has to type it so that it is not read as the name of a program.
func local(dir string) string {
	if strings.HasPrefix(dir, ".") || filepath.IsAbs(dir) {
		return dir
	}
	return "./" + dir
}
