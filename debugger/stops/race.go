package stops

import (
	"errors"
	"fmt"
	"sort"
	"strings"

	"machsim/debugger/event/text"
	"machsim/debugger/lines/race"
	"machsim/debugger/lines/source"
	"machsim/debugger/present"
	"machsim/kernel"
)

// Race is two accesses to the same variable by threads of one task, at least one of them a write, of which neither
// happened before the other. First is the one that came first in the run.
type Race struct{ First, Second Access }

// Access is an access to a variable.
type Access struct {
	Thread    string
	Write     bool
	Variable  string           // as the source has it there
	Event     int              // the thread's last one before it
	Statement uint64           // its number among those of the thread
	Position  present.Position // before the statement
	Stack     []kernel.Frame   // innermost function first; the first line is that of the access
}

// Races finds the races of the present run, one for each pair of lines, in the order of their second
// accesses.
func (d In) Races() (all []Race, err error) {
	if !d.S.HasStatements() {
		return nil, errPlainRaces
	}
	found, err := d.S.Races()
	return text.Each(found, func(r race.Race) Race { return Race{d.access(&r.First), d.access(&r.Second)} }), err
}

// UnknownRaces says which races are not known of a run that is known from an event on.
func UnknownRaces(since int) string {
	return fmt.Sprintf("races whose first access was before event %d are not known", since)
}

// raceWord is the text of a breakpoint at races.
const raceWord = "race"

// matchRaces finds the places of a breakpoint at races: before the second access of each.
func (d In) matchRaces(b *Point) error {
	if !d.S.HasStatements() {
		return errPlainRaces
	}
	found, err := d.S.Races()
	if err != nil {
		return err
	}
	b.Statements = &Statements{}
	for _, r := range found {
		a := &r.Second
		if a.Position.AtCalls() {
			continue // nobody can stand before the statement, in the midst of which the window begins
		}
		b.Statements.Hits = append(b.Statements.Hits, source.Hit{Thread: a.Thread, N: a.N, Event: a.Event})
		b.Statements.races = append(b.Statements.races, Race{d.access(&r.First), d.access(a)})
	}
	sort.Stable(b.Statements)
	return nil
}

// String says who made which access.
func (r Race) String() string {
	return fmt.Sprintf("%s by %s, and %s by %s", r.First, r.First.Thread, r.Second, r.Second.Thread)
}

// errPlainRaces is the error where accesses cannot be heard.
var errPlainRaces = errors.New("the program was built without hooks, so its accesses to variables cannot be seen")

func (d In) access(a *race.Access) Access {
	return Access{
		Thread: d.S.ThreadName(a.Thread), Write: a.Write, Variable: a.Expr, Event: a.Event + 1, Statement: a.N,
		Position: d.At(a.Position), Stack: a.Stack,
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
