package wire

import (
	"context"
	"slices"

	"machsim/debugger"
)

var pastMethods = Group{"Past", []Method{
	with("events", "Answers events of the run, in words.", events),
	list("histories", "Lists the histories that there are.", (*debugger.Debugger).Histories),
	calls[struct {
		Name   string `doc:"of the history, as histories lists it"`
		Object string `doc:"of this object only; \"\" for all"`
		Most   int    `doc:"the last rows only; 0 for all"`
	}]("history", "Answers a history up to the present position.", (*debugger.Debugger).History),
	calls[struct {
		Name string `doc:"of the object"`
		Most int    `doc:"the last rows of each only; 0 for all"`
	}]("object", "Answers what the histories tell of an object.", (*debugger.Debugger).Object),
	list("historyObjects", "Lists the objects that histories tell of, once one has been asked for.",
		(*debugger.Debugger).HistoryObjects),
	with("output", "Answers the last lines that the programs have written so far.", output),
	with("diff", "Says what changed from a position to the present one.", diff),
	with("query", "Asks a query of the present run, in SQL or by its name. The answer can be walked then.",
		func(ctx context.Context, d *debugger.Debugger, p Query) (*debugger.QueryAnswer, error) {
			return d.Query(ctx, p.Query, most(p.Most))
		}),
	with("gotoRow", "Goes to after an event of a row of the last answer.",
		func(ctx context.Context, d *debugger.Debugger, p Row) (*debugger.Motion, error) {
			return d.GotoRow(ctx, p.Row, max(p.Nth, 1))
		}),
	calls[struct {
		Back bool `doc:"to a row before"`
		N    int  `doc:"how many rows; 0 for one"`
	}]("nextRow", "Goes to the next row of the last answer that has an event, or to the one before.",
		(*debugger.Debugger).NextRow),
	calls[struct {
		Name  string `doc:"a word"`
		Query string `doc:"in SQL; \"\" takes it away"`
	}]("nameQuery", "Keeps a query under a name, or takes the one of that name away.",
		(*debugger.Debugger).NameQuery),
	list("queries", "Lists the queries that have names.", (*debugger.Debugger).Queries),
	calls[none]("stats",
		"Reports on the whole run, in numbers: messages, mutexes, waits, calls, threads, what never overlapped.",
		(*debugger.Debugger).Stats),
	with("diagram", "Draws a window of the run as a space-time diagram, as text and as SVG.", diagram),
}}

// Query is what is asked.
type Query struct {
	Query string `json:"query" doc:"in SQL, or the name of a query that is kept"`
	Most  int    `json:"most" doc:"how many rows at most; 0 for 1,000"`
}

// Row names a row of the last answer.
type Row struct {
	Row int `json:"row" doc:"its number, from 1"`
	Nth int `json:"nth" doc:"which of its events, from 1; 0 for the first"`
}

// Events says which events are wanted.
type Events struct {
	Thread string `json:"thread" doc:"only those of a thread; \"\" for all"`
	From   int    `json:"from" doc:"the number of the first; 0 for those around the position"`
	To     int    `json:"to" doc:"the number of the last; 0 for some"`
	Most   int    `json:"most" doc:"how many at most; 0 for 1,000"`
}

// usualMost is how many rows of the past an answer has if nothing else is said.
const usualMost = 1000

func events(ctx context.Context, d *debugger.Debugger, p Events) (*debugger.Events, error) {
	return d.Events(ctx, debugger.Span{Thread: p.Thread, From: given(p.From), To: given(p.To), Most: most(p.Most)})
}

// given is a number as a Span has it.
func given(n int) int {
	if n == 0 {
		return -1
	}
	return n
}

func most(n int) int {
	if n <= 0 {
		return usualMost
	}
	return n
}

// Last says how many are wanted.
type Last struct {
	Most int `json:"most" doc:"the last ones only; 0 for 1,000"`
}

// Output is lines that programs have written.
type Output struct {
	Total int // lines up to the present position
	Rows  []debugger.Line
}

func output(ctx context.Context, d *debugger.Debugger, p Last) (Output, error) {
	all, err := d.Output(ctx)
	return Output{len(all), all[max(0, len(all)-most(p.Most)):]}, err
}

// Compared says with what the present position is compared.
type Compared struct {
	Position string `json:"position" doc:"of this run or another; \"\" for that before the last motion"`
	All      bool   `json:"all" doc:"with bookkeeping"`
}

// Diff is what changed.
type Diff struct {
	debugger.Diff
	Lines []string // the changes in words
}

func diff(ctx context.Context, d *debugger.Debugger, p Compared) (x Diff, err error) {
	var from debugger.Position
	if p.Position != "" {
		if from, err = d.Position(ctx, p.Position); err != nil {
			return x, err
		}
	}
	found, err := d.Diff(ctx, from)
	if err != nil {
		return x, err
	}
	return Diff{*found, found.Lines(p.All)}, nil
}

// Picture says what a diagram shows.
type Picture struct {
	From  int  `json:"from" doc:"the number of the first event; 0 leaves it to the diagram"`
	To    int  `json:"to" doc:"of the last"`
	Width int  `json:"width" doc:"columns of the text; 0 for the usual number"`
	SVG   bool `json:"svg" doc:"a picture is wanted, and no text"`

	Control   bool   `json:"control" doc:"the control messages of debuggers are shown: the markers of a halted run"`
	Predicate string `json:"predicate" doc:"of control: where Manabe and Aoyagi's algorithm halts the replay that is drawn"`
	Delay     int    `json:"delay" doc:"of such a replay: the steps that control messages take; 0 for 1"`
	Seed      uint64 `json:"seed" doc:"of such a replay: unless 0, it chooses what each takes, from 1 to delay"`
}

// Drawn is a diagram.
type Drawn struct {
	Title string
	Text  string   // "" if a picture was asked for
	SVG   string   // the picture; else ""
	Left  []string // what it does not show, in sentences
}

func diagram(ctx context.Context, d *debugger.Debugger, p Picture) (x Drawn, err error) {
	o := debugger.DiagramOptions{From: p.From, To: p.To}
	if p.Control {
		o.Control = &debugger.DiagramControl{Predicate: p.Predicate, Delay: min(p.Delay, debugger.MostDelay), Seed: p.Seed}
	}
	drawn, err := d.Diagram(ctx, o)
	if err != nil {
		return x, err
	}
	x.Title, x.Left = drawn.Title(), slices.Clone(drawn.Left)
	if p.SVG {
		x.SVG = string(drawn.SVG())
	} else {
		x.Text = drawn.Text(debugger.DiagramScreen{Width: p.Width})
	}
	return x, nil
}
