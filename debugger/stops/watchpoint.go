package stops

import (
	"errors"
	"fmt"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"machsim/debugger/event/text"
	"machsim/debugger/event/trace"
	"machsim/debugger/lines/source"
	"machsim/debugger/present"
	"machsim/debugger/values"
	"machsim/kernel"
)

// VariableChange is a statement that has given a variable another value. It has no line if the debugger has, in a fork.
type VariableChange struct {
	Event    int // after which the change comes
	Thread   string
	Func     string
	File     string
	Line     int
	Old, New string // "" where there is no value; before a window begins it is "?"
	Position present.Position
	Done     bool // the present position has come to it
}

// VariableAccess is a statement that reads or writes a variable.
type VariableAccess struct {
	Event       int // after which the statement comes
	Thread      string
	Func        string
	File        string
	Line        int
	Read, Write bool
	Value       string // before
	Position    present.Position
}

// WatchKind says what a watchpoint stops.
type WatchKind string

// The kinds of watchpoint. They are written as the commands of gdb.
const (
	ChangeWatch WatchKind = "watch"  // who has given the variable another value
	ReadWatch   WatchKind = "rwatch" // who is about to read it
	AccessWatch WatchKind = "awatch" // who is about to read or write it
	WriteWatch  WatchKind = "wwatch" // who is about to give it another value
)

// Told says what a breakpoint has seen where it stops: a change, an access, or a race.
func (d In) Told(row *Hit, p *Point) {
	switch {
	case p.Statements.races != nil:
		row.Race = &p.Statements.races[row.Nth-1]
	case p.Statements.changes != nil:
		c := d.changeRow(p.Statements.changes[row.Nth-1])
		row.Change = &c
	case p.Statements.accesses != nil:
		a := p.Statements.accesses[row.Nth-1]
		row.Access = &VariableAccess{Event: a.Event + 1, Thread: d.S.ThreadName(a.Thread), Func: a.Place.Func,
			File: text.FileName(a.Place.Path), Line: a.Place.Line, Read: a.Read, Write: a.Write, Value: a.Value,
			Position: d.At(d.S.AtHit(a.Hit))}
	}
}

// Changes returns all changes in the run of the variable that an expression names, in recorded order, and
// before them its first value.
func (d In) Changes(expression string) (rows []VariableChange, err error) {
	b, err := d.NewWatch(ChangeWatch, values.Scope{}, expression)
	if err != nil {
		return nil, err
	}
	of, err := d.watchedBy(b)
	if err != nil {
		return nil, present.Shown(err)
	}
	all, err := of.Changes()
	if err != nil {
		return nil, err
	}
	x := changed(all)
	for k, c := range all {
		row := d.changeRow(c)
		row.Done = d.Past(x, k)
		rows = append(rows, row)
	}
	return rows, nil
}

func (d In) changeRow(c source.Local) VariableChange {
	thread := d.S.ThreadName(c.Thread)
	if c.Edited {
		thread = trace.Debugger
	}
	place := c.Place()
	return VariableChange{Event: c.After.Event + 1, Thread: thread, Func: place.Func,
		File: text.FileName(place.Path), Line: place.Line, Old: c.Old, New: c.New, Position: d.At(d.S.AtHit(c.After))}
}

// NewWatch is a watchpoint with its places in the present run: on a variable of a frame or, if the expression
// names none there, on what it means everywhere.
func (d In) NewWatch(kind WatchKind, at values.Scope, expression string) (*Point, error) {
	if !d.S.HasStatements() {
		return nil, present.ErrNoStatements
	}
	b, err := d.watchHere(kind, at, expression)
	if err == nil {
		return b, d.match(b)
	}
	if m := (*present.Mistake)(nil); errors.As(err, &m) && !m.Absent && !m.Grammar {
		return nil, err
	}
	if _, wrong := d.S.Local(expression); wrong == nil {
		b = &Point{Text: fmt.Sprintf("%s %s", kind, expression), named: expression, watches: kind}
		return b, d.match(b)
	} else if b := (*source.Several)(nil); errors.As(wrong, &b) {
		return nil, wrong
	}
	return nil, err
}

// watchHere is a watchpoint on a variable of a frame.
func (d In) watchHere(kind WatchKind, at values.Scope, expression string) (*Point, error) {
	id, n, err := d.Scope(at)
	if err != nil {
		return nil, err
	}
	w, err := d.S.Watch(id, n, expression)
	if err != nil {
		return nil, present.Shown(err)
	}
	where := fmt.Sprintf("%s#%d", d.S.ThreadName(id), w.Serial)
	if w.Pkg != nil {
		where = "package " + w.Package()
	}
	return &Point{Text: fmt.Sprintf("%s %s in %s", kind, expression, where), watched: &w, watches: kind}, nil
}

// VariableNames are the names of variables of functions that mean the same everywhere (Watch).
func (d In) VariableNames() ([]string, error) {
	if !d.S.HasStatements() {
		return nil, nil
	}
	return source.VariableNames(), nil
}

// LastValue is what a variable was last, of one call of its function.
type LastValue struct {
	Of       string // the call, as t.1#3: of which thread, and which of its calls; "" of a variable of a package
	Value    string
	Position present.Position // where it came to be that
}

// LastValues returns what a variable is at the present position, or was last, by a name that means the same
// everywhere (Watch).
func (d In) LastValues(name string) ([]LastValue, error) {
	of, err := d.S.Local(name)
	if err != nil {
		return nil, err
	}
	changes, err := of.Changes()
	if err != nil {
		return nil, err
	}
	return d.lastValues(changes), nil
}

// lastValues are what changes up to here have led to, by the thread whose variable it is.
func (d In) lastValues(changes []source.Local) (rows []LastValue) {
	last := map[kernel.ThreadID]int{}
	for _, c := range changes {
		if !d.PastAt(d.S.Position(), c.After) {
			continue
		}
		row := LastValue{Value: c.New, Position: d.At(d.S.AtHit(c.After))}
		if c.Serial > 0 {
			row.Of = fmt.Sprintf("%s#%d", d.S.ThreadName(c.Owner), c.Serial)
		}
		if i, ok := last[c.Owner]; ok {
			rows[i] = row
			continue
		}
		last[c.Owner] = len(rows)
		rows = append(rows, row)
	}
	return rows
}

// keptWatch is how a watchpoint is written down: in a frame of a thread, or in a package.
var keptWatch = regexp.MustCompile(`^([raw]?watch) (.+) in (?:package ([^ ]+)|(.+)#([0-9]+))$`)

// writtenWatch reads a watchpoint that was written down; ok is false if the text is none.
func (d In) writtenWatch(text string) (b *Point, ok bool, err error) {
	kind, name, ok := strings.Cut(text, " ")
	if !ok || !slices.Contains([]WatchKind{ChangeWatch, ReadWatch, AccessWatch, WriteWatch}, WatchKind(kind)) {
		return nil, false, nil
	}
	if !d.S.HasStatements() {
		return nil, true, present.ErrNoStatements
	}
	m := keptWatch.FindStringSubmatch(text)
	if m == nil {
		return &Point{Text: text, named: name, watches: WatchKind(kind)}, true, nil
	}
	w, err := d.keptWatched(m[2], m[3], m[4], m[5])
	if err != nil {
		return nil, true, present.Shown(err)
	}
	return &Point{Text: text, watched: &w, watches: WatchKind(m[1])}, true, nil
}

// keptWatched is what is watched, in a package or, if that is "", in a frame of a thread.
func (d In) keptWatched(expression, pkg, thread, serial string) (w source.Watched, err error) {
	if pkg != "" {
		return source.NewWatchedGlobal(pkg, expression)
	}
	id, err := d.Thread(thread)
	if err != nil {
		return w, err
	}
	n, err := strconv.ParseUint(serial, 10, 64)
	if err != nil {
		return w, errors.New("a watchpoint has the number of a frame after #")
	}
	return source.NewWatched(id, n, expression)
}

// Watchable returns what a watchpoint on the variable that an expression names in a frame is about, in words
// that mean the same wherever the run stands.
func (d In) Watchable(at values.Scope, expression string) (string, error) {
	if err := d.LinesUnknown(); err != nil {
		return "", err
	}
	b, err := d.watchHere(ChangeWatch, at, expression)
	if err != nil {
		return "", err
	}
	return strings.TrimPrefix(b.Text, string(ChangeWatch)+" "), nil
}
