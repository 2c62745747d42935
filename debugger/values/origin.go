package values

import (
	"fmt"

	"machsim/debugger/event/text"
	"machsim/debugger/lang/eval"
	"machsim/debugger/lines/origin"
	"machsim/debugger/present"
)

// Origin asks where a value comes from.
type Origin struct {
	Scope
	Expression string // of Go in that frame; "" for the condition of the check that has failed there
	Depth      int    // how many sources a chain has at most; 0 for 12 (OriginDepth)
}

// OriginDepth is how many sources a chain has if nothing else is said; originBreadth is how many a tree has at most.
const (
	OriginDepth   = 12
	originBreadth = 500
)

// Sources are where a value comes from: a tree. The sources of a row stand behind it, one level deeper if they are
// several, and on its own level if there is only one.
type Sources struct {
	Of    string // the expression
	Value string // what it is; "" of a condition
	Rows  []SourceRow
	Left  int // how many chains go on beyond what is shown
	// Forgets says that the run is so long that the log does not go back to its beginning.
	Forgets bool
	// Decided is, of a check, where the sender of the last message decided last before it came to send it. The values may
	// be right, and that they came then may be wrong: what that condition is of has sources of its own.
	Decided *Decided
}

// Decided is where a thread decided what it does next: the condition of an if or a loop, or a switch.
type Decided struct {
	Thread   string
	Func     string
	File     string
	Line     int
	Text     string // the statement
	Position present.Position
}

// SourceRow is a source of a value: a statement.
type SourceRow struct {
	Level    int    // 0 for those of the value itself
	Of       int    // the row whose source it is, from 1; 0 for the value itself
	Kind     string // assigned, argument, result, message, or how a chain ends
	Event    int    // after which the statement comes
	Thread   string
	Func     string
	File     string
	Line     int
	Name     string // of what is assigned, called or returned
	Value    string // what it is then, or what a message says; "" if that is not known
	Text     string // the statement
	Sent     int    // the event that sends the message; 0 for none
	Received int    // and that by which it was received
	Times    int    // how many statements it is, one after the other, as in a loop that adds up
	End      string // why the chain ends here; "" if it does not
	Above    int    // the row, from 1, where its sources stand already; 0 for none
	More     bool   // it has sources that are not shown
	Position present.Position
	Done     bool // the present position has come to it
}

// Origins finds where a value comes from.
func (d In) Origins(o Origin) (*Sources, *present.Walk, error) {
	if err := d.LinesUnknown(); err != nil {
		return nil, nil, err
	}
	id, n, err := d.Scope(o.Scope)
	if err != nil {
		return nil, nil, err
	}
	x := &Sources{}
	if o.Expression != "" {
		err = d.S.Value(id, n, o.Expression, func(v eval.Value) {
			x.Value = d.valueRow(id, o.Expression, v, text.Plain).Value
		})
		if err != nil {
			return nil, nil, present.Shown(err)
		}
	}
	if o.Depth <= 0 {
		o.Depth = OriginDepth
	}
	tree, err := d.S.Origin(id, n, o.Expression, o.Depth, originBreadth)
	if err != nil {
		return nil, nil, present.Shown(err)
	}
	x.Of, x.Left, x.Forgets = tree.What, tree.Left, tree.Forgets
	w := sourceWriter{d, x, &present.Walk{}, map[*origin.Link]int{}}
	w.rows(tree.Links, 0, 0)
	if c := tree.Decision; c != nil {
		x.Decided = &Decided{d.S.ThreadName(c.At.Thread), c.Place.Func, text.FileName(c.Place.Path), c.Place.Line, c.Text,
			d.At(d.S.AtHit(c.At))}
	}
	return x, w.walk, nil
}

// sourceWriter makes rows of links.
type sourceWriter struct {
	d In
	*Sources
	walk *present.Walk
	at   map[*origin.Link]int // the row of each, from 1
}

// rows adds the rows of the sources of a row, and of theirs.
func (w *sourceWriter) rows(links []*origin.Link, level, of int) {
	if len(links) > 1 && of > 0 {
		level++
	}
	for _, l := range links {
		row := w.d.sourceRow(l)
		row.Level, row.Of = level, of
		above, again := w.at[l]
		if again && len(l.From) > 0 {
			row.Above = above
		}
		w.Rows = append(w.Rows, row)
		w.walk.Rows = append(w.walk.Rows, eventBefore(l))
		w.walk.Places = append(w.walk.Places, row.Position.String())
		if n := len(w.Rows); !again {
			w.at[l] = n
			if end := endAt(l); end != nil {
				w.Rows[n-1].End = endWords(end)
				continue
			}
			w.rows(l.From, level, n)
		}
	}
}

// eventBefore is the event after which a link's statement comes, for a walk.
func eventBefore(l *origin.Link) []int {
	if l.At.Event < 0 {
		return nil
	}
	return []int{l.At.Event}
}

// endAt is the end of a chain that is in the same statement as its last link, which says why it ends then.
func endAt(l *origin.Link) *origin.Link {
	if len(l.From) == 1 && l.From[0].Kind.Ends() && l.From[0].At == l.At {
		return l.From[0]
	}
	return nil
}

func (d In) sourceRow(l *origin.Link) SourceRow {
	row := SourceRow{Kind: l.Kind.String(), Event: l.At.Event + 1, Thread: d.S.ThreadName(l.At.Thread),
		Func: l.Place.Func, File: text.FileName(l.Place.Path), Line: l.Place.Line, Name: l.Name, Value: l.Value,
		Text: l.Text,
		Sent: l.Sent + 1, Received: l.Received + 1, Times: l.Times, End: endWords(l), More: l.Left > 0,
		Position: d.At(d.S.AtHit(l.At)), Done: d.PastAt(d.S.Position(), l.At)}
	if l.Kind == origin.Message {
		row.Value, row.Name = l.Name, ""
	}
	return row
}

// endWords says why a chain ends at a link, "" if it does not.
func endWords(l *origin.Link) (words string) {
	switch l.Kind {
	case origin.Constant:
		words = "a constant"
	case origin.Zero:
		words = "what it begins with"
	case origin.Kernel:
		words = l.Name + ": said by the kernel"
	case origin.Given:
		words = "given to the thread when it began"
	case origin.Before:
		words = l.Name + ": from before the task ran"
	case origin.Unheard:
		words = "no hook tells of it"
	case origin.Forgotten:
		words = "further back than is remembered"
	case origin.Outside:
		return "code without hooks: " + l.Name
	default:
		return ""
	}
	switch {
	case l.Skipped > 0 && l.Branch != "":
		words += fmt.Sprintf("; line %d would assign to it, behind the branch on line %d: %s", l.Skipped, l.BranchLine,
			l.Branch)
	case l.Skipped > 0:
		words += fmt.Sprintf("; line %d would assign to it", l.Skipped)
	case l.Branch != "":
		words += fmt.Sprintf(", picked by the branch on line %d: %s", l.BranchLine, l.Branch)
	}
	return words
}
