package app

import (
	"os"
	"path/filepath"
	"slices"
	"strings"

	"machsim/debugger/record"
	"machsim/debugger/report"
	"machsim/kernel"
	"machsim/programs"
)

// catalog is the programs that can be run, in the order in which they are listed.
var catalog = programs.All

// findProgram returns the program of a name, nil if there is none.
func findProgram(name string) *kernel.Program {
	i := slices.IndexFunc(catalog, func(p *kernel.Program) bool { return p.Name == name })
	if i < 0 {
		return nil
	}
	return catalog[i]
}

// recordedProgram returns the program of the recording in a file.
func recordedProgram(path string, rec *record.Recording) (*kernel.Program, error) {
	if p := findProgram(rec.Program); p != nil && rec.Package.Path == ownPackage.Path {
		return p, nil
	}
	return nil, unfit("%s is a recording of program %q, which this machsim does not have", path, rec.Program)
}

func programNames() []string {
	var names []string
	for _, p := range catalog {
		names = append(names, p.Name)
	}
	return names
}

// noSuchProgram is the answer to a name that is no program's.
func noSuchProgram(name string) error {
	if info, err := os.Stat(name); err == nil && info.IsDir() {
		return wrong("there is no program %q; for the package in the directory of that name, type %s", name, report.Quote("./"+filepath.ToSlash(name)))
	}
	if dir := filepath.ToSlash(filepath.Dir(name)); filepath.Ext(name) == ".go" {
		return wrong("%s is a Go file; name the directory that it is in: %s", name, report.Quote(local(dir)))
	}
	return wrong("there is no program %q%s; machsim list shows which there are", name, didYouMean(name, programNames()))
}

// local is a directory as it is typed so that it is taken for one.
func local(dir string) string {
	if strings.HasPrefix(dir, ".") || filepath.IsAbs(dir) {
		return dir
	}
	return "./" + dir
}
