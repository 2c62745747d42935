package app

import (
	"os"
	"path/filepath"
	"strings"

	"machsim/debugger/event/text"
	"machsim/debugger/run/commandline"
	"machsim/debugger/study"
	"machsim/kernel"
)

// findProgram returns the program of a name, nil if there is none.
func (m *machsim) findProgram(name string) *kernel.Program { return m.process().Program(name) }

// recorded opens the recording in a file.
func (m *machsim) recorded(path string) (*study.Recorded, error) { return m.process().Open(path) }

// noSuchProgram returns the error for a name that no program has.
func (m *machsim) noSuchProgram(name string) error {
	if info, err := os.Stat(name); err == nil && info.IsDir() {
		return wrong("there is no program %q; for the package in the directory of that name, type %s",
			name, commandline.Quote("./"+filepath.ToSlash(name)))
	}
	if dir := filepath.ToSlash(filepath.Dir(name)); filepath.Ext(name) == ".go" {
		return wrong("%s is a Go file; name the directory that it is in: %s", name, commandline.Quote(local(dir)))
	}
	return wrong("there is no program %q%s; machsim list shows which there are", name,
		text.Meant(name, m.process().Names()))
}

// local returns a directory as one has to type it so that it is not read as the name of a program.
func local(dir string) string {
	if strings.HasPrefix(dir, ".") || filepath.IsAbs(dir) {
		return dir
	}
	return "./" + dir
}
