// Package cli is what the commands of machsim share: what a command is, the flags of runs, how recordings and programs
// are opened, and how a command ends. The rooms above it have the commands, and package app the list of them.
package cli

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"

	"github.com/spf13/pflag"

	"machsim/cmd/machsim/internal/supervise"
	"machsim/cmd/machsim/internal/userprog"
	"machsim/cmd/machsim/internal/workqueue"
	"machsim/debugger"
	"machsim/debugger/event/text"
	"machsim/debugger/run/commandline"
	"machsim/debugger/study"
	"machsim/kernel"
)

// Machsim is what all commands share.
type Machsim struct {
	Programs    []*kernel.Program     // that can be run, in the order in which they are listed
	User        *userprog.Linked      // the user's package that declares them, nil if they are machsim's own
	Outside     bool                  // a package is used that is outside of the module one stands in
	SamplesOnly bool                  // the programs are the sample programs and no others
	Words       []string              // of the command line: see mentioned
	Second      func(*study.Process)  // has the executable asked whose programs have hooks; nil for machsim's own
	Queries     debugger.QueryEngine  // answers queries in SQL; nil where none is linked
	Queue       workqueue.Queue       // shares explorations; nil where none is linked
	Supervisor  *supervise.Supervisor // nil if this process is not supervised
}

// isFlag says whether a command that runs programs has a flag of this name.
func isFlag(name string) bool {
	return name == "help" || slices.Contains(ownFlags(), name)
}

func init() { commandline.Taken, ownFlags = isFlag, sync.OnceValue(flagsOfRuns) }

// ownFlags are the names of the flags of commands that run programs: flagsOfRuns, once.
var ownFlags func() []string

func flagsOfRuns() (names []string) {
	var none Machsim // the flags that stand for parameters do not count
	for _, c := range none.NewRoot().Commands() {
		if c.PersistentFlags().Lookup(ParamFlag) == nil {
			continue
		}
		note := func(f *pflag.Flag) { names = append(names, f.Name) }
		c.Flags().VisitAll(note)
		c.PersistentFlags().VisitAll(note)
	}
	return names
}

// ThisProcess is what this process has for the runs that it makes.
func (m *Machsim) ThisProcess() *study.Process {
	x := &study.Process{Programs: m.Programs, Watcher: m.Supervisor, Hooked: m.withHooks}
	x.Limits.Loop, x.Limits.Memory = "a higher --loop-limit", "a higher --max-memory"
	x.Limits.Events = "a higher --max-events"
	if m.User != nil {
		x.Package, x.Typed, x.Trust = m.User.Package, m.User.Typed, m.Outside
		if m.Second != nil { // else this process knows all
			m.Second(x)
		}
	}
	return x
}

// Typed returns what a program is called on a command line.
func (m *Machsim) Typed(p *kernel.Program) string {
	if m.User == nil {
		return p.Name
	}
	return m.User.Typed(p)
}

// CommandOn returns the command line that does something with a recording.
func (m *Machsim) CommandOn(verb, file string) string { return commandline.Open(verb, file, m.Outside) }

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
