package debugger

import (
	"context"
	"errors"
	"fmt"
	"sort"
	"strings"

	"machsim/debugger/lines/race"
	"machsim/debugger/lines/source"
	"machsim/kernel/hook"
)

// Race is two accesses to the same variable by threads of one task, at least one of them a write, of which neither
// happened before the other. First is the one that came first in the run.
type Race struct{ First, Second Access }

// Access is an access to a variable.
type Access struct {
	Thread    string
	Write     bool
	Variable  string   // as the source has it there
	Event     int      // the thread's last one before it
	Statement uint64   // its number among those of the thread
	Position  Position // before the statement
	Stack     []Frame  // innermost function first; the first line is that of the access
}

// Unheard returns the packages that the program uses and that have no hooks: their accesses are in no race.
func (d *Debugger) Unheard() []string { return hook.Unheard(d.s().Program.Main) }

// Races finds the races of the present run, one for each pair of lines, in the order of their second accesses. The
// program has to be built with hooks.
func (d *Debugger) Races(ctx context.Context) ([]Race, error) {
	return ask(ctx, d, "races", func(context.Context) (all []Race, err error) {
		if !d.s().HasStatements() {
			return nil, errPlainRaces
		}
		found, err := d.s().Races()
		for _, r := range found {
			all = append(all, Race{d.access(&r.First), d.access(&r.Second)})
		}
		return all, err
	})
}

// raceWord is the text of a breakpoint at races.
const raceWord = "race"

// matchRaces finds the places of a breakpoint at races: before the second access of each.
func (d *Debugger) matchRaces(b *point) error {
	if !d.s().HasStatements() {
		return errPlainRaces
	}
	found, err := d.s().Races()
	if err != nil {
		return err
	}
	b.statements = &statements{}
	for _, r := range found {
		a := &r.Second
		b.statements.hits = append(b.statements.hits, source.Hit{Thread: a.Thread, N: a.N, Event: a.Event})
		b.statements.races = append(b.statements.races, Race{d.access(&r.First), d.access(a)})
	}
	sort.Stable(b.statements)
	return nil
}

// String says who made which access.
func (r Race) String() string {
	return fmt.Sprintf("%s by %s, and %s by %s", r.First, r.First.Thread, r.Second, r.Second.Thread)
}

// errPlainRaces is the error where accesses cannot be heard.
var errPlainRaces = errors.New("the program was built without hooks, so its accesses to variables cannot be seen")

func (d *Debugger) access(a *race.Access) Access {
	return Access{
		Thread: d.s().ThreadName(a.Thread), Write: a.Write, Variable: a.Expr, Event: a.Event + 1, Statement: a.N,
		Position: d.at(a.Position), Stack: a.Stack,
	}
}

// String says what was done, and where: "n is written at bank.go:16".
func (a Access) String() string {
	does := " is read at "
	if a.Write {
		does = " is written at "
	}
	return strings.Join(strings.Fields(a.Variable), " ") + does + a.Stack[0].String()
}
