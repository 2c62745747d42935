package userprog

import (
	"io"
	"os"
	"path/filepath"
	"strconv"
	"strings"

	"machsim/debugger/record"
	"machsim/debugger/run/runner"
	"machsim/kernel"
)

// OutsideVariable is the environment variable by which the launcher tells the executable that it has
// built whether the package is outside of the module one stands in.
const OutsideVariable = "MACHSIM_OUTSIDE"

// Linked is the package that this executable was built with.
type Linked struct {
	record.Package
	Outside  bool              // the package is outside of the module one stands in
	Programs []*kernel.Program // in the order of their variables
	declared []Declared        // the same programs
}

// Declared describes a program of a package, as its executable reports it.
type Declared struct {
	Variable string // by which it is declared
	Name     string
	NoMain   bool
	Params   []string // names of its parameters
}

// Link finds the programs among the exported variables of a package. The main function that Build makes
// calls it.
func Link(path, dir string, names []string, variables []any) *Linked {
	l := &Linked{Package: record.Package{Path: path, Dir: dir}}
	l.Outside, _ = strconv.ParseBool(os.Getenv(OutsideVariable))
	for i, name := range names {
		if p, d, ok := programOf(name, variables[i]); ok {
			l.Programs, l.declared = append(l.Programs, p), append(l.declared, d)
		}
	}
	return l
}

// programOf returns the program that a variable holds, false if it holds none.
func programOf(name string, variable any) (*kernel.Program, Declared, bool) {
	p, ok := variable.(*kernel.Program)
	if pp, pointer := variable.(**kernel.Program); pointer && *pp != nil {
		p, ok = *pp, true
	}
	if !ok {
		return nil, Declared{}, false
	}
	d := Declared{Variable: name, Name: p.Name, NoMain: p.Main == nil}
	for _, q := range p.Params {
		d.Params = append(d.Params, q.Name)
	}
	return p, d, true
}

// Answers answers the question for which this process was started; it returns false if there is none.
func (l *Linked) Answers() bool {
	switch os.Getenv(Asking) {
	case AboutPrograms:
		writeAnswer(os.Stdout, l.declared)
	case AboutFootprints:
		memory, _ := io.ReadAll(os.Stdin)
		writeAnswer(os.Stdout, runner.ReadFootprints(memory))
	case aboutCycle:
		file, _ := io.ReadAll(os.Stdin)
		writeAnswer(os.Stdout, l.cycle(file))
	default:
		return false
	}
	return true
}

// Typed returns what a program of the package is called on a command line: the directory as seen from
// here, with the program's name if the directory does not say which is meant.
func (l *Linked) Typed(p *kernel.Program) string {
	dir := ShortPath(l.Dir)
	if chosen, err := Choose(dir, l.Path, l.declared, ""); err != nil || chosen != p.Name {
		dir += ":" + p.Name
	}
	if _, mutant := CutMutant(l.Path); mutant != "" {
		dir += "@" + mutant
	}
	return dir
}

// ShortPath returns the shorter of a directory's name and its path as seen from here.
func ShortPath(dir string) string {
	here, err := os.Getwd()
	if err != nil {
		return dir
	}
	rel, err := filepath.Rel(here, dir)
	if err == nil && rel != "." && !strings.HasPrefix(rel, "..") {
		rel = "." + string(filepath.Separator) + rel
	}
	if err != nil || len(rel) > len(dir) {
		return dir
	}
	return rel
}
