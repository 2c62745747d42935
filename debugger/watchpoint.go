package debugger

import (
	"context"
	"errors"
	"fmt"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"machsim/debugger/event/trace"
	"machsim/debugger/lines/source"
	"machsim/kernel"
)

// VariableChange is a statement that has given a variable another value. It has no line if the debugger has, in a fork.
type VariableChange struct {
	Event    int // after which the change comes
	Thread   string
	Func     string
	File     string
	Line     int
	Old, New string // "" where there is no value
	Position Position
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
	Position    Position
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

// Watch sets a watchpoint: a breakpoint at the statements that access the variable that an expression names. The
// expression is one of Go, in a frame of a thread; it may name a field, an element, or what a pointer leads to.
// Wherever the run stands, it may be a name that means the same everywhere: work.x, maybe in a thread
// (session.Session.Local).
func (d *Debugger) Watch(ctx context.Context, kind WatchKind, at Scope, expression string) (Breakpoint, error) {
	return ask(ctx, d, string(kind), func(context.Context) (Breakpoint, error) {
		if err := d.fill(&expression); err != nil {
			return Breakpoint{}, err
		}
		b, err := d.newWatch(kind, at, expression)
		if err != nil {
			return Breakpoint{}, err
		}
		return d.addPoint(b), nil
	})
}

// told says what a breakpoint has seen where it stops: a change, an access, or a race.
func (d *Debugger) told(row *Hit, p *point) {
	switch {
	case p.statements.races != nil:
		row.Race = &p.statements.races[row.Nth-1]
	case p.statements.changes != nil:
		c := d.changeRow(p.statements.changes[row.Nth-1])
		row.Change = &c
	case p.statements.accesses != nil:
		a := p.statements.accesses[row.Nth-1]
		row.Access = &VariableAccess{Event: a.Event + 1, Thread: d.s().ThreadName(a.Thread), Func: a.Place.Func,
			File: FileName(a.Place.Path), Line: a.Place.Line, Read: a.Read, Write: a.Write, Value: a.Value,
			Position: d.at(d.s().AtHit(a.Hit))}
	}
}

// Changes returns all changes in the run of the variable that an expression names, in recorded order, and before them
// its first value. A watchpoint does not stop at that.
func (d *Debugger) Changes(ctx context.Context, expression string) (rows []VariableChange, err error) {
	return ask(ctx, d, "history", func(context.Context) ([]VariableChange, error) {
		b, err := d.newWatch(ChangeWatch, Scope{}, expression)
		if err != nil {
			return nil, err
		}
		of, err := d.watchedBy(b)
		if err != nil {
			return nil, shown(err)
		}
		all, err := of.Changes()
		if err != nil {
			return nil, err
		}
		x := changed(all)
		for k, c := range all {
			row := d.changeRow(c)
			row.Done = d.past(x, k)
			rows = append(rows, row)
		}
		return rows, nil
	})
}

func (d *Debugger) changeRow(c source.Local) VariableChange {
	thread := d.s().ThreadName(c.Thread)
	if c.Edited {
		thread = trace.Debugger
	}
	place := c.Place()
	return VariableChange{Event: c.After.Event + 1, Thread: thread, Func: place.Func,
		File: FileName(place.Path), Line: place.Line, Old: c.Old, New: c.New, Position: d.at(d.s().AtHit(c.After))}
}

// newWatch is a watchpoint with its places in the present run: on a variable of a frame or, if the expression
// names none there, on what it means everywhere.
func (d *Debugger) newWatch(kind WatchKind, at Scope, expression string) (*point, error) {
	if !d.s().HasStatements() {
		return nil, ErrNoStatements
	}
	b, err := d.watchHere(kind, at, expression)
	if err == nil {
		return b, d.match(b)
	}
	if m := (*Mistake)(nil); errors.As(err, &m) && !m.Absent && !m.Grammar {
		return nil, err
	}
	if _, wrong := d.s().Local(expression); wrong == nil {
		b = &point{text: fmt.Sprintf("%s %s", kind, expression), named: expression, watches: kind}
		return b, d.match(b)
	} else if b := (*source.Several)(nil); errors.As(wrong, &b) {
		return nil, wrong
	}
	return nil, err
}

// watchHere is a watchpoint on a variable of a frame.
func (d *Debugger) watchHere(kind WatchKind, at Scope, expression string) (*point, error) {
	id, n, err := d.scope(at)
	if err != nil {
		return nil, err
	}
	w, err := d.s().Watch(id, n, expression)
	if err != nil {
		return nil, shown(err)
	}
	where := fmt.Sprintf("%s#%d", d.s().ThreadName(id), w.Serial)
	if w.Pkg != nil {
		where = "package " + w.Package()
	}
	return &point{text: fmt.Sprintf("%s %s in %s", kind, expression, where), watched: &w, watches: kind}, nil
}

// VariableNames are the names of variables of functions that mean the same everywhere (Watch); none where the lines are
// not known.
func (d *Debugger) VariableNames(ctx context.Context) ([]string, error) {
	return look(ctx, d, "print", func(context.Context) ([]string, error) {
		if !d.s().HasStatements() {
			return nil, nil
		}
		return source.VariableNames(), nil
	})
}

// LastValue is what a variable was last, of one call of its function.
type LastValue struct {
	Of       string // the call, as t.1#3: of which thread, and which of its calls; "" of a variable of a package
	Value    string
	Position Position // where it came to be that
}

// LastValues returns what a variable is at the present position, or was last, by a name that means the same everywhere
// (Watch): for each thread of the last call of its function, which it may have left.
func (d *Debugger) LastValues(ctx context.Context, name string) (rows []LastValue, err error) {
	return ask(ctx, d, "last values", func(context.Context) ([]LastValue, error) {
		of, err := d.s().Local(name)
		if err != nil {
			return nil, err
		}
		changes, err := of.Changes()
		if err != nil {
			return nil, err
		}
		return d.lastValues(changes), nil
	})
}

// lastValues are what changes up to here have led to, by the thread whose variable it is.
func (d *Debugger) lastValues(changes []source.Local) (rows []LastValue) {
	last := map[kernel.ThreadID]int{}
	for _, c := range changes {
		if !d.pastAt(d.s().Position(), c.After) {
			continue
		}
		row := LastValue{Value: c.New, Position: d.at(d.s().AtHit(c.After))}
		if c.Serial > 0 {
			row.Of = fmt.Sprintf("%s#%d", d.s().ThreadName(c.Owner), c.Serial)
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
func (d *Debugger) writtenWatch(text string) (b *point, ok bool, err error) {
	kind, name, ok := strings.Cut(text, " ")
	if !ok || !slices.Contains([]WatchKind{ChangeWatch, ReadWatch, AccessWatch, WriteWatch}, WatchKind(kind)) {
		return nil, false, nil
	}
	if !d.s().HasStatements() {
		return nil, true, ErrNoStatements
	}
	m := keptWatch.FindStringSubmatch(text)
	if m == nil {
		return &point{text: text, named: name, watches: WatchKind(kind)}, true, nil
	}
	w, err := d.keptWatched(m[2], m[3], m[4], m[5])
	if err != nil {
		return nil, true, shown(err)
	}
	return &point{text: text, watched: &w, watches: WatchKind(m[1])}, true, nil
}

// keptWatched is what is watched, in a package or, if that is "", in a frame of a thread.
func (d *Debugger) keptWatched(expression, pkg, thread, serial string) (w source.Watched, err error) {
	if pkg != "" {
		return source.NewWatchedGlobal(pkg, expression)
	}
	id, err := d.thread(thread)
	if err != nil {
		return w, err
	}
	n, err := strconv.ParseUint(serial, 10, 64)
	if err != nil {
		return w, errors.New("a watchpoint has the number of a frame after #")
	}
	return source.NewWatched(id, n, expression)
}

// Watchable returns what a watchpoint on the variable that an expression names in a frame is about, in words that mean
// the same wherever the run stands: "account[1] in bank.1#2". With the kind before it Break takes it.
func (d *Debugger) Watchable(ctx context.Context, at Scope, expression string) (string, error) {
	return ask(ctx, d, "watch", func(context.Context) (string, error) {
		if err := d.linesUnknown(); err != nil {
			return "", err
		}
		b, err := d.watchHere(ChangeWatch, at, expression)
		if err != nil {
			return "", err
		}
		return strings.TrimPrefix(b.text, string(ChangeWatch)+" "), nil
	})
}
