package debugger

import (
	"context"
	"errors"
	"fmt"
	"regexp"
	"strconv"

	"machsim/debugger/source"
)

// VariableChange is a statement that has given a variable another value.
type VariableChange struct {
	Event    int // after which the change comes
	Thread   string
	Func     string
	File     string
	Line     int
	Old, New string // "" where there is no value
	Position Position
}

// Watch sets a watchpoint: a breakpoint that stops a thread when it has given the variable that an expression names
// another value. The expression is one of Go, in the chosen frame of the thread in focus; it may name a field, an
// element, or what a pointer leads to.
func (d *Debugger) Watch(ctx context.Context, expression string) (Breakpoint, error) {
	return ask(ctx, d, "watch", func(context.Context) (Breakpoint, error) {
		b, err := d.newWatch(expression)
		if err != nil {
			return Breakpoint{}, err
		}
		return d.addPoint(b), nil
	})
}

// Changes returns all changes in the run of the variable that an expression names, in recorded order.
func (d *Debugger) Changes(ctx context.Context, expression string) (rows []VariableChange, err error) {
	return ask(ctx, d, "history", func(context.Context) ([]VariableChange, error) {
		b, err := d.newWatch(expression)
		if err != nil {
			return nil, err
		}
		for _, c := range b.statements.changes {
			rows = append(rows, d.changeRow(c))
		}
		return rows, nil
	})
}

func (d *Debugger) changeRow(c source.Change) VariableChange {
	return VariableChange{Event: c.After.Event + 1, Thread: d.s().ThreadName(c.Thread), Func: c.Place.Func,
		File: fileOf(c.Place.Path), Line: c.Place.Line, Old: c.Old, New: c.New, Position: d.at(d.s().AtHit(c.After))}
}

// newWatch is a watchpoint with its changes in the present run.
func (d *Debugger) newWatch(expression string) (*point, error) {
	if !d.s().HasStatements() {
		return nil, ErrNoStatements
	}
	id := d.on.focus
	if id == 0 || !d.s().State().Threads.Has(uint32(id)) {
		return nil, d.noFrame()
	}
	w, grown, err := d.s().Watch(id, d.on.frame, expression)
	d.grown(grown)
	if err != nil {
		return nil, shown(err)
	}
	where := fmt.Sprintf("%s#%d", d.s().ThreadName(id), w.Serial)
	if w.Pkg != nil {
		where = "package " + w.Package()
	}
	b := &point{text: fmt.Sprintf("watch %s in %s", expression, where), watched: &w}
	return b, d.match(b)
}

// keptWatch is how a watchpoint is written down: in a frame of a thread, or in a package.
var keptWatch = regexp.MustCompile(`^watch (.+) in (?:package ([^ ]+)|(.+)#([0-9]+))$`)

// writtenWatch reads a watchpoint that was written down; ok is false if the text is none.
func (d *Debugger) writtenWatch(text string) (b *point, ok bool, err error) {
	m := keptWatch.FindStringSubmatch(text)
	if m == nil {
		return nil, false, nil
	}
	if !d.s().HasStatements() {
		return nil, true, ErrNoStatements
	}
	w, err := d.keptWatched(m[1], m[2], m[3], m[4])
	if err != nil {
		return nil, true, shown(err)
	}
	return &point{text: text, watched: &w}, true, nil
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
