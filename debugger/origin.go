package debugger

import (
	"context"
	"fmt"

	"machsim/debugger/lines/origin"
)

// Origin asks where a value comes from.
type Origin struct {
	Expression string // of Go, in the chosen frame; "" for those of the check at which the thread stands
	Depth      int    // how many links a chain has at most; 0 for some
	In         Scope
}

// OriginDepth is the greatest Depth, and that of an Origin that names none.
const (
	OriginDepth   = 12
	originBreadth = 400
)

// Sources are where a value comes from: a tree, row by row, the sources of a row behind it.
type Sources struct {
	Of   string // the expression
	Rows []SourceLink
	Left int  // how many sources were not followed
	Most bool // there are more than are shown
	// Forgets says that not all of the run is remembered, as it is very long.
	Forgets bool
}

// SourceLink is a source of a value, or of the source one level above it.
type SourceLink struct {
	Level    int // 0 for those of the value itself
	Kind     string
	Thread   string
	Func     string
	File     string
	Line     int
	Name     string // of what was assigned, called or returned
	Value    string // what it was then; "" if that is not known
	Text     string // the statement
	Says     string // the message that it sent
	Sent     int    // the events of that; 0 for none
	Received int
	Times    int      // so many statements, one after the other
	Position Position // before the statement
	End      string   // why the chain ends here; "" if it does not
	Again    bool     // its sources stand further up
	Left     bool     // it has sources, which are not shown
	Done     bool     // the present position has come to it
}

// Origins finds where a value comes from: back through assignments, arguments, results and messages of all hosts.
func (d *Debugger) Origins(ctx context.Context, o Origin) (*Sources, error) {
	return ask(ctx, d, "origin", func(context.Context) (*Sources, error) {
		if !d.s().HasStatements() {
			return nil, ErrNoStatements
		}
		id, n, err := d.scope(o.In)
		if err != nil {
			return nil, err
		}
		if o.Depth <= 0 {
			o.Depth = OriginDepth
		}
		tree, err := d.s().Origin(id, n, o.Expression, o.Depth, originBreadth)
		if err != nil {
			return nil, shown(err)
		}
		x := &Sources{Of: tree.What, Left: tree.Left, Forgets: tree.Forgets}
		d.sourceRows(x, tree.Links, 0, map[*origin.Link]bool{})
		return x, nil
	})
}

// sourceRows adds the rows of some links, and of their sources.
func (d *Debugger) sourceRows(x *Sources, links []*origin.Link, level int, seen map[*origin.Link]bool) {
	for _, l := range links {
		row := d.sourceRow(l, level)
		row.Again = seen[l] && len(l.From) > 0
		x.Rows = append(x.Rows, row)
		if !seen[l] {
			seen[l] = true
			d.sourceRows(x, l.From, level+1, seen)
		}
	}
}

func (d *Debugger) sourceRow(l *origin.Link, level int) SourceLink {
	at := d.s().AtHit(l.At)
	row := SourceLink{Level: level, Kind: l.Kind.String(), Thread: d.s().ThreadName(l.At.Thread), Func: l.Place.Func,
		File: FileName(l.Place.Path), Line: l.Place.Line, Name: l.Name, Value: l.Value, Text: l.Text, Times: l.Times,
		Sent: l.Sent + 1, Received: l.Received + 1, Position: d.at(at), End: endOf(l), Left: l.Left > 0,
		Done: d.pastAt(d.s().Position(), l.At)}
	if l.Kind == origin.Message {
		row.Says, row.Name = l.Name, ""
	}
	return row
}

// endOf says why a chain ends at a link, "" if it does not.
func endOf(l *origin.Link) string {
	switch l.Kind {
	case origin.Constant, origin.Zero:
		if l.Branch != "" {
			return fmt.Sprintf("%s, picked by the branch on line %d: %s", l.Kind, l.BranchLine, l.Branch)
		}
	case origin.Outside:
		return "code without hooks: " + l.Name
	}
	if l.Kind.Ends() {
		return l.Kind.String() + " " + l.Name
	}
	return ""
}
