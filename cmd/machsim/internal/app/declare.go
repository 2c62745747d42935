package app

import (
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"machsim/cmd/machsim/internal/userprog"
	"machsim/debugger/record"
	"machsim/debugger/runner"
	"machsim/kernel"
)

// A machsim that was built with somebody's own package has the programs of that, and no
// others.
var (
	ownPackage record.Package      // the zero Package for machsim's own programs
	declared   []userprog.Declared // its programs, in the order of the catalog
)

// elsewhere says that the package is none of the module one stands in. The launcher, which
// has found the package, says so in the environment of the machsim that it has built.
var elsewhere bool

const elsewhereEnv = "MACHSIM_ELSEWHERE"

// Declare makes the programs among some variables those that can be run. A file that is
// added to the build calls it, see package userprog.
func Declare(path, dir string, names []string, variables []any) {
	ownPackage, catalog = record.Package{Path: path, Dir: dir}, nil
	elsewhere = isTrue(os.Getenv(elsewhereEnv))
	for i, name := range names {
		if p, d, ok := userprog.Of(name, variables[i]); ok {
			catalog, declared = append(catalog, p), append(declared, d)
		}
	}
}

// answers answers the question for which this process was started, if it was.
func answers() bool {
	switch userprog.Asked() {
	case userprog.AboutPrograms:
		for i, d := range declared {
			declared[i].Taken = slices.DeleteFunc(slices.Clone(d.Params), func(name string) bool { return !isFlag(name) })
		}
		userprog.Answer(os.Stdout, declared)
	case userprog.AboutFootprints:
		memory, _ := io.ReadAll(os.Stdin)
		userprog.Answer(os.Stdout, runner.ReadFootprints(memory))
	default:
		return false
	}
	return true
}

// isFlag says whether a command that runs programs has a flag of this name, which a
// parameter would hide. They are made while there are no programs, whose parameters are
// not known to be good.
func isFlag(name string) bool {
	all := catalog
	catalog = nil
	defer func() { catalog = all }()
	for _, c := range []*cobra.Command{newRun(), newDebug(), newVerify()} {
		if name == "help" || c.Flags().Lookup(name) != nil || c.PersistentFlags().Lookup(name) != nil {
			return true
		}
	}
	return false
}

// ofOwn notes in the options of a run which package its program comes from.
func ofOwn(o *runner.Options) {
	if ownPackage.Path != "" {
		o.Package, o.As, o.Trust = ownPackage, typed(o.Program), elsewhere
	}
}

// typed is what a program is called on a command line: its name or, when it comes from
// somebody's own package, the directory as seen from here.
func typed(p *kernel.Program) string {
	if ownPackage.Path == "" {
		return p.Name
	}
	dir := shown(ownPackage.Dir)
	if chosen, err := userprog.Choose(dir, ownPackage.Path, declared, ""); err != nil || chosen != p.Name {
		dir += ":" + p.Name
	}
	return dir
}

// shown is the shorter of a directory's name and that as seen from here.
func shown(dir string) string {
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
