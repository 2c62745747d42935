package app

import (
	"os"
	"slices"
	"sync"

	"github.com/spf13/pflag"

	"machsim/cmd/machsim/internal/supervise"
	"machsim/cmd/machsim/internal/userprog"
	"machsim/cmd/machsim/internal/workqueue"
	"machsim/debugger"
	"machsim/debugger/run/commandline"
	"machsim/debugger/study"
	"machsim/kernel"
	"machsim/programs"
)

// machsim is what all commands share.
type machsim struct {
	programs   []*kernel.Program     // that can be run, in the order in which they are listed
	user       *userprog.Linked      // the user's package that declares them, nil if they are machsim's own
	outside    bool                  // a package is used that is outside of the module one stands in
	samples    bool                  // the programs are the sample programs and no others
	words      []string              // of the command line: see mentioned
	second     func(*study.Process)  // has the executable asked whose programs have hooks; nil for machsim's own
	queries    debugger.QueryEngine  // answers queries in SQL; nil where none is linked
	queue      workqueue.Queue       // shares explorations; nil where none is linked
	supervisor *supervise.Supervisor // nil if this process is not supervised
}

// Main runs the command line of this process with the sample programs, and ends the process. The engine answers
// queries in SQL; it may be nil.
func Main(sql debugger.QueryEngine) {
	(&machsim{programs: programs.All, samples: true, queries: sql}).main()
}

// MainOfMany is Main of a machsim that shares explorations with others, by a queue.
func MainOfMany(sql debugger.QueryEngine, queue workqueue.Queue) {
	(&machsim{programs: programs.All, samples: true, queries: sql, queue: queue}).main()
}

// MainOf runs the command line of this process with the programs of a user's package, and ends the
// process.
func MainOf(user *userprog.Linked, sql debugger.QueryEngine) {
	m := &machsim{programs: user.Programs, user: user, outside: user.Outside, queries: sql}
	m.second = m.builder()
	m.main()
}

func (m *machsim) main() {
	beside()
	if m.user != nil && m.user.Answers() {
		return
	}
	m.supervisor = supervise.Connect()
	code := m.run(os.Args[1:], os.Stdin, os.Stdout, os.Stderr)
	m.supervisor.Ends(code)
	os.Exit(code)
}

// isFlag says whether a command that runs programs has a flag of this name.
func isFlag(name string) bool {
	return name == "help" || slices.Contains(ownFlags(), name)
}

func init() { commandline.Taken, ownFlags = isFlag, sync.OnceValue(flagsOfRuns) }

// ownFlags are the names of the flags of commands that run programs: flagsOfRuns, once.
var ownFlags func() []string

func flagsOfRuns() (names []string) {
	var none machsim // the flags that stand for parameters do not count
	for _, c := range none.newRoot().Commands() {
		if c.PersistentFlags().Lookup(paramFlag) == nil {
			continue
		}
		note := func(f *pflag.Flag) { names = append(names, f.Name) }
		c.Flags().VisitAll(note)
		c.PersistentFlags().VisitAll(note)
	}
	return names
}

// process is what this process has for the runs that it makes.
func (m *machsim) process() *study.Process {
	x := &study.Process{Programs: m.programs, Watcher: m.supervisor, Hooked: m.withHooks}
	x.Limits.Loop, x.Limits.Memory = "a higher --loop-limit", "a higher --max-memory"
	x.Limits.Events = "a higher --max-events"
	if m.user != nil {
		x.Package, x.Typed, x.Trust = m.user.Package, m.user.Typed, m.outside
		if m.second != nil { // else this process knows all
			m.second(x)
		}
	}
	return x
}

// typed returns what a program is called on a command line.
func (m *machsim) typed(p *kernel.Program) string {
	if m.user == nil {
		return p.Name
	}
	return m.user.Typed(p)
}

// commandOn returns the command line that does something with a recording.
func (m *machsim) commandOn(verb, file string) string { return commandline.Open(verb, file, m.outside) }
