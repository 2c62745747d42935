package wire

import (
	"cmp"
	"context"
	"slices"

	"machsim/debugger"
)

// The methods here are for diagrams that people move in. A coordinate is one of an axis: recorded (events in
// recorded order, from 0), folded (the same without polling) or time (virtual, in microseconds).

var laneMethods = Group{"Lanes", []Method{
	calls[none]("lanes", "Lists the lanes of the run, and where its axes end.", (*debugger.Debugger).Lanes),
	with("tile", "Shows a part of the run: a mark for each lane and bin.", tile),
	with("marks", "Lists the events of a part, if they are few enough to be told apart.", marks),
	with("arrows", "Lists the arrows of a part; the shortest are left out if they are too many.", arrows),
	calls[struct {
		Axis   debugger.Axis `doc:"as tile takes it"`
		Events []int         `doc:"their numbers"`
	}]("coordinates", "Says where events lie on an axis.", (*debugger.Debugger).Where),
	with("pick", "Finds the most important event of a part, or a neighbour of one in its lanes.", pick),
	calls[struct {
		Event int `doc:"its number"`
	}]("cone", "Says what comes before an event, and what after it, in each lane.",
		(*debugger.Debugger).Cone),
	with("snap", "Finds the legal positions nearest to a cut that was dragged.", snap),
	with("cut", "Says where the position ends in each lane, who waits for whom, and which messages are held.", cut),
	calls[struct {
		Axis     debugger.Axis `doc:"as tile takes it"`
		Bins     int           `doc:"into how many parts the run is divided"`
		Lanes    []int         `doc:"the lanes whose events count; none stand for all"`
		Variable string        `doc:"an expression of Go whose changes are marked; \"\" for none"`
	}]("overview", "Shows the whole run on a strip, with what stands out.", (*debugger.Debugger).Overview),
}}

// Packed is the marks of a part of the run.
type Packed struct {
	Rows []string // for each bin a letter, of six bits; after it, in base 16, how many more are like it
}

func tile(ctx context.Context, d *debugger.Debugger, w debugger.Window) (Packed, error) {
	rows, err := d.Tile(ctx, w)
	return Packed{rows}, err
}

// Stretch is a part of an axis.
type Stretch struct {
	Axis debugger.Axis `json:"axis" doc:"as tile takes it"`
	From int64         `json:"from" doc:"a coordinate"`
	To   int64         `json:"to" doc:"the coordinate after the last"`
	Most int           `json:"most" doc:"of arrows: how many there are to be at most"`
}

// Marks are events in columns, in which a thousand take little room.
type Marks struct {
	Many   bool     // there are too many to be listed
	Kinds  []string // those that there are
	Events []int    // their numbers
	Lanes  []int
	Kind   []int    // of each, as an index of Kinds
	Blocks []int    // the indices of those after which the thread waits
	Labels []string // a few words
}

func marks(ctx context.Context, d *debugger.Debugger, p Stretch) (x Marks, err error) {
	all, err := d.Marks(ctx, p.Axis, p.From, p.To)
	x.Many = all == nil
	for i, m := range all {
		x.Events, x.Lanes, x.Labels = append(x.Events, m.Event), append(x.Lanes, m.Lane), append(x.Labels, m.Label)
		x.Kind = append(x.Kind, kind(&x.Kinds, m.Kind))
		if m.Blocks {
			x.Blocks = append(x.Blocks, i)
		}
	}
	return x, err
}

// kind returns the index of a kind in a list, to which it is added if it is not there.
func kind(all *[]string, name string) int {
	i := slices.Index(*all, name)
	if i < 0 {
		i = len(*all)
		*all = append(*all, name)
	}
	return i
}

// Arrows are arrows in columns.
type Arrows struct {
	Kinds     []string // those that there are
	Kind      []int    // of each, as an index of Kinds
	From      []int    // the number of the event that it leads from
	To        []int    // of that it leads to; 0 for a message that was never received
	FromLanes []int
	ToLanes   []int // -1 where To is 0
	Left      int   // how many are left out: the shortest
	Wide      bool  // the part has too many events to look for arrows
}

func arrows(ctx context.Context, d *debugger.Debugger, p Stretch) (x Arrows, err error) {
	all, err := d.Arrows(ctx, p.Axis, p.From, p.To, p.Most)
	x.Left, x.Wide = all.Left, all.Wide
	for _, r := range all.Rows {
		x.Kind = append(x.Kind, kind(&x.Kinds, r.Kind))
		x.From, x.To = append(x.From, r.From), append(x.To, r.To)
		x.FromLanes, x.ToLanes = append(x.FromLanes, r.FromLane), append(x.ToLanes, r.ToLane)
	}
	return x, err
}

// Near says near what an event is looked for.
type Near struct {
	Axis  debugger.Axis `json:"axis" doc:"as tile takes it"`
	From  int64         `json:"from" doc:"a coordinate"`
	To    int64         `json:"to" doc:"the coordinate after the last"`
	Event int           `json:"event" doc:"the number of an event from which to go on; 0: the most important between from and to"`
	By    int           `json:"by" doc:"how many events of the lanes to go on, or back if it is negative"`
	Lanes []int         `json:"lanes" doc:"the lanes whose events are meant"`
}

// Picked is an event.
type Picked struct {
	Number int             // 0 if there is none
	Event  *debugger.Event // in words
	Lane   int
	X      int64 // its coordinate
}

func pick(ctx context.Context, d *debugger.Debugger, p Near) (x Picked, err error) {
	switch {
	case p.Event == 0:
		x.Number, err = d.Pick(ctx, p.Axis, p.From, p.To, p.Lanes)
	case p.By != 0:
		x.Number, err = d.Neighbour(ctx, p.Event, p.By, p.Lanes)
	default:
		x.Number = p.Event
	}
	if err != nil || x.Number == 0 {
		return x, err
	}
	rows, err := d.Events(ctx, debugger.Span{From: x.Number, To: x.Number})
	if err != nil {
		return x, err
	}
	x.Event = &rows.Rows[0]
	if x.Lane, err = d.LaneOf(ctx, x.Number); err != nil {
		return x, err
	}
	at, err := d.Where(ctx, p.Axis, []int{x.Number})
	if err == nil {
		x.X = at[0]
	}
	return x, err
}

// Drag says which lanes of a cut were dragged where.
type Drag struct {
	Axis     debugger.Axis `json:"axis" doc:"as tile takes it"`
	To       int64         `json:"to" doc:"the coordinate to which they were dragged"`
	Lanes    []int         `json:"lanes" doc:"the lanes that were dragged; none stand for all"`
	Position string        `json:"position" doc:"from which they were dragged; \"\" for the present one"`
}

// Snapped are the legal positions nearest to where a cut was dragged.
type Snapped struct {
	Least, Greatest Cut
}

// Cut is a position with its end in each lane.
type Cut struct {
	Position debugger.Position
	Places   []debugger.Place
}

func cutOf(p debugger.Position) Cut { return Cut{p, debugger.Places(p)} }

func snap(ctx context.Context, d *debugger.Debugger, p Drag) (x Snapped, err error) {
	at, err := d.Position(ctx, cmp.Or(p.Position, "."))
	if err != nil {
		return x, err
	}
	legal, err := d.Snap(ctx, at, p.Axis, p.To, p.Lanes)
	if err != nil {
		return x, err
	}
	return Snapped{cutOf(legal.Least), cutOf(legal.Greatest)}, nil
}

// Stand is the present position as a diagram shows it.
type Stand struct {
	Cut
	debugger.Floating
	Focus int // the lane of the thread in focus, -1 if it has none
}

func cut(ctx context.Context, d *debugger.Debugger, _ none) (x Stand, err error) {
	at, err := d.Position(ctx, ".")
	if err != nil {
		return x, err
	}
	x.Cut = cutOf(at)
	f, err := d.Floating(ctx)
	if err != nil {
		return x, err
	}
	x.Floating = *f
	x.Focus, err = d.FocusLane(ctx)
	return x, err
}
