package debugger

import (
	"context"
	"errors"

	"machsim/debugger/event/text"
	"machsim/debugger/past"
	"machsim/debugger/rows"
)

// What has happened in a run.
type (
	Event         = past.Event
	Span          = past.Span
	Events        = past.Events
	HistoryKind   = past.HistoryKind
	History       = past.History
	Line          = past.Line
	Diff          = past.Diff
	Netnames      = past.Netnames
	CheckedIn     = rows.CheckedIn
	End           = past.End
	Comparison    = past.Comparison
	ComparedEvent = past.ComparedEvent
)

// past is what has happened in the present run.
func (d *Debugger) past() past.In { return past.In{In: d.edits()} }

// Events shows events: without numbers those around the present position.
func (d *Debugger) Events(ctx context.Context, s Span) (*Events, error) {
	return ask(ctx, d, "events", func(context.Context) (*Events, error) { return d.past().Events(s) })
}

// EventsOf returns events of a thread, n of them from one on, counted from 0 among those of the thread.
func (d *Debugger) EventsOf(ctx context.Context, thread string, from, n int) (all []Event, err error) {
	return ask(ctx, d, "events", func(context.Context) ([]Event, error) { return d.past().EventsOf(thread, from, n) })
}

// Histories lists the histories.
func (d *Debugger) Histories(ctx context.Context) ([]HistoryKind, error) {
	return ask(ctx, d, "history", func(context.Context) ([]HistoryKind, error) { return d.past().Histories() })
}

// IsHistory says whether there is a history of a name.
func IsHistory(name string) bool { return past.IsHistory(name) }

// HistoryNames are the names of the histories.
func HistoryNames() []string { return past.HistoryNames() }

// History returns the history of a name, of all objects or, if one is named, of that: the last so
// many rows of it, or all if most is 0.
func (d *Debugger) History(ctx context.Context, name, object string, most int) (History, error) {
	return ask(ctx, d, "history", func(context.Context) (History, error) { return d.past().History(name, object, most) })
}

// Object returns what the histories tell of an object, those without rows left out: the last so
// many rows of each, or all if most is 0.
func (d *Debugger) Object(ctx context.Context, name string, most int) ([]History, error) {
	return ask(ctx, d, "history", func(context.Context) ([]History, error) { return d.past().Object(name, most) })
}

// Output returns the lines that the programs have written up to the present position.
func (d *Debugger) Output(ctx context.Context) ([]Line, error) {
	return ask(ctx, d, "output", func(context.Context) ([]Line, error) { return d.past().Output() })
}

// Diff compares a position, of this run or of another one, with the present one; the zero Position stands for the one
// before the last motion.
func (d *Debugger) Diff(ctx context.Context, from Position) (*Diff, error) {
	return ask(ctx, d, "diff", func(context.Context) (*Diff, error) {
		if from.IsZero() {
			from = d.leftPosition()
		}
		if from.IsZero() {
			return nil, text.WithHint(errors.New("there was no motion yet"), text.HintDiff)
		}
		return d.past().Diff(from)
	})
}

// Netnames returns the names that were checked in.
func (d *Debugger) Netnames(ctx context.Context) (*Netnames, error) {
	return ask(ctx, d, "netnames", func(context.Context) (*Netnames, error) { return d.past().Netnames() })
}

// Info is what was recorded, and how it ended.
type Info struct {
	File     string // "" if the run is in no file
	Program  string
	Doc      string // of the program
	Args     map[string]string
	Faults   string // what might go wrong, as "crash=1,loss=2"
	Seed     uint64
	Strategy string
	Claims   []string // what it was held against: the flag of a kind of claims, and its text, and so on
	Fork     bool     // it is a fork of another recording
	// Of a fork: the file that it follows, up to which event, and whether these are not its first.
	Parent      string
	Follows     uint64
	Reordered   bool
	Changes     []Changed
	Events      int
	Threads     int
	Ended       string
	Culprit     string // the thread with which it ended so, "" for none
	Mode        Mode
	Package     string // import path of the package that declares the program; "" for machsim's own
	Truncated   bool   // the recording breaks off
	Fingerprint string // of the recording that was opened: it tells that from others
}

// Changed is a change that was made by the debugger.
type Changed struct {
	Event int
	Text  string
}

// Info tells what was recorded.
func (d *Debugger) Info(ctx context.Context) (*Info, error) {
	return look(ctx, d, "info", func(context.Context) (*Info, error) {
		s := d.s()
		x := &Info{
			File: d.on.known(), Program: s.Rec.Program, Doc: s.Program.Doc, Args: s.Rec.Args, Seed: s.Rec.Seed,
			Faults:   s.Rec.Faults.String(),
			Strategy: s.Rec.Strategy, Events: s.Len(), Threads: s.Final().Threads.Len(), Ended: d.on.ending(),
			Culprit: s.Report().Thread, Mode: d.mode, Package: s.Rec.Package.Path, Truncated: s.Rec.Truncated,
		}
		x.Claims, x.Fingerprint = s.Rec.Claims, d.fingerprint()
		if p := s.Rec.Parent; p != nil {
			x.Fork, x.Parent, x.Follows, x.Reordered = true, p.File, p.Event, p.Reordered
		}
		for _, c := range s.Changes() {
			x.Changes = append(x.Changes, Changed{c.Event + 1, c.Text})
		}
		return x, nil
	})
}

// End tells how the present run ended.
func (d *Debugger) End(ctx context.Context) (End, error) {
	return look(ctx, d, "end", func(context.Context) (End, error) { return d.past().End() })
}
