package debugger

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"strconv"

	"machsim/debugger/data/tables"
	"machsim/debugger/event/text"
	"machsim/debugger/picture/tile"
	"machsim/debugger/replay/graph"
	"machsim/debugger/session"
	"machsim/kernel"
)

// Run is one of the runs: the recording that was opened, or a fork that was made here.
type Run struct {
	Number  int    // 0 is the recording
	Name    string // as people call it: "fork 1"
	Present bool   // the position is in it
	Events  int
	Ended   string // how it ended
	Open    bool   // it is made meanwhile, and may have more events
	Within  string // what is known of it: "in this recording", "so far", "in this window", "since the horizon"
	Hash    uint64 // of its last state
	Seed    uint64 // that chose, of a fork from where it began
	File    string // where its recording is, "" if it is in no file

	// Of a fork:
	Parent    string // the name of what it was made from
	At        int    // how many events it has in common with that
	Reordered bool   // these are not the first ones
	Change    string // that was made, or who was chosen to go next; "" for neither
	Next      string // the thread that was chosen, "" for none
	Along     bool   // it went on as its parent as far as that fitted
}

// run is a run and the place in it.
type run struct {
	n      int
	parent *run
	at     int    // the events that it has in common with its parent
	next   string // who was chosen to go next; "": nobody was
	change string // that was made, in words; "" for none
	along  bool   // it goes on as its parent, as far as that fits
	seed   uint64
	s      *session.Session // nil: it is closed
	data   []byte           // of its recording, nil if it is in its file only, or closed
	file   string           // where that is, or would be by default
	kept   bool             // there is such a file
	saved  []string         // the files that it was saved in
	ended  string           // how it ended, in words; "" until it is asked for

	tileMap *tile.Map         // what its tiles are made from; nil until one is asked for
	tables  *tables.Catalogue // likewise
	queries tables.Queries    // the same, open for queries; nil until one is asked
	cause   *Cause            // of its failure; nil until one is looked for
	counted *Stats            // the part of its report that needs no causal order; nil until it is made
	stats   *Stats            // its report; nil until it is asked for

	place
}

// place is how one stands in a run, besides the position.
type place struct {
	frame int             // of the thread in focus, in which names of variables are looked up, counted from the innermost
	focus kernel.ThreadID // that methods without a thread are about
	left  graph.Position  // the position before the last motion; zero: there was none
	gone  bool            // it is closed as soon as the present command has ended

	checkpoints []checkpoint
	notes       []note
	answer      *walk // the last one, which is walked; nil if nothing was asked. It is never written to
}

// original is the recording that was opened.
func original(s *session.Session, file string, data []byte) *run {
	r := &run{s: s, file: file, kept: file != "", data: data, seed: s.Rec.Seed}
	r.focus = s.Culprit()
	if !r.kept {
		r.file = fmt.Sprintf("%s-%d.rec", s.Rec.Program, s.Rec.Seed)
	}
	return r
}

// name is how people call it.
func (r *run) name() string {
	if r.n == 0 {
		return "the recording"
	}
	return fmt.Sprint("fork ", r.n)
}

// maker is how people call what a fork was made from.
func (r *run) maker() string {
	switch {
	case r.parent == nil:
		return ""
	case r.parent.closed():
		return r.parent.name() + ", closed"
	}
	return r.parent.name()
}

// known is the name of its file, "" if there is none.
func (r *run) known() string {
	if r.kept {
		return r.file
	}
	return ""
}

func (r *run) closed() bool { return r.s == nil || r.gone }

// close gives back all that a run takes up. What is left says what others were made from.
func (r *run) close() {
	if r.s != nil {
		r.s.Close()
	}
	r.forget()
	r.s, r.data, r.place = nil, nil, place{}
}

// forget lets go of what was made of its events.
func (r *run) forget() {
	if r.queries != nil {
		r.queries.Close()
	}
	r.tileMap, r.tables, r.queries, r.cause, r.counted, r.stats = nil, nil, nil, nil, nil, nil
}

// open is the nearest run that a fork was made from and that is not closed.
func (r *run) open() *run {
	for r = r.parent; r.closed(); {
		r = r.parent
	}
	return r
}

// The extents of a run whose beginning is not there.
const inWindow, sinceHorizon = "in this window", "since the horizon"

// extent is what is known of the run.
func (r *run) extent() string {
	switch {
	case r.s.GoesOn():
		return "so far"
	case r.s.First() == 0:
		return "in this recording"
	case r.s.Kept():
		return sinceHorizon
	}
	return inWindow
}

// row is the run as faces see it.
func (d *Debugger) row(r *run) Run {
	row := Run{
		Number: r.n, Name: r.name(), Present: r == d.on, Seed: r.seed, File: r.known(),
		Parent: r.maker(), At: r.at, Change: r.change, Along: r.along,
	}
	if r.closed() {
		return row
	}
	row.Within = r.extent()
	row.Events, row.Ended, row.Open, row.Hash = r.s.Len(), r.ending(), r.s.GoesOn(), r.s.Final().Hash
	row.Reordered = r.s.Rec.Parent != nil && r.s.Rec.Parent.Reordered
	if r.next != "" {
		row.Next = r.next
		row.Change = row.Next + " goes next"
	}
	return row
}

// Run returns the present run.
func (d *Debugger) Run(ctx context.Context) (Run, error) {
	return look(ctx, d, "run", func(context.Context) (Run, error) { return d.row(d.on), nil })
}

// Forks lists the forks that were made and are open, by their numbers.
func (d *Debugger) Forks(ctx context.Context) ([]Run, error) {
	return look(ctx, d, "forks", func(context.Context) (all []Run, err error) {
		for _, r := range d.runs[1:] {
			if !r.closed() {
				all = append(all, d.row(r))
			}
		}
		return all, nil
	})
}

// Runs returns the recording and the forks that are open.
func (d *Debugger) Runs(ctx context.Context) ([]Run, error) {
	return look(ctx, d, "forks", func(context.Context) (all []Run, err error) {
		for _, r := range d.runs {
			if !r.closed() {
				all = append(all, d.row(r))
			}
		}
		return all, nil
	})
}

// Enter goes to a run, where it was left. 0 is the recording.
func (d *Debugger) Enter(ctx context.Context, number int) (Run, error) {
	return ask(ctx, d, "fork", func(context.Context) (Run, error) {
		r, err := d.numbered(number)
		if err != nil {
			return Run{}, err
		}
		d.enter(r)
		return d.row(r), nil
	})
}

// Parent goes to the nearest open run that the present one was made from, where it was left.
func (d *Debugger) Parent(ctx context.Context) (Run, error) {
	return ask(ctx, d, "parent", func(context.Context) (Run, error) {
		if err := d.noParent(); err != nil {
			return Run{}, err
		}
		d.enter(d.on.open())
		return d.row(d.on), nil
	})
}

// CloseRun closes a fork, and frees what it takes up; what was not saved is gone. Forks that were
// made from it stay, and with them what they share with it. From the present one it goes to the nearest
// open run that it was made from.
func (d *Debugger) CloseRun(ctx context.Context, number int) (closed Run, err error) {
	return ask(ctx, d, "close", func(context.Context) (Run, error) {
		if number == 0 {
			return Run{}, text.WithHint(errors.New("this is the recording itself, which stays open"), HintClose)
		}
		r, err := d.numbered(number)
		if err != nil {
			return Run{}, err
		}
		row := d.row(r)
		if r == d.on {
			d.enter(r.open())
		}
		r.gone = true
		d.commit = append(d.commit, func() { d.letGo(r) })
		return row, nil
	})
}

// letGo closes a run, and lets go of all that was found in it.
func (d *Debugger) letGo(r *run) {
	d.forget(r)
	r.close()
}

// forget lets go of what breakpoints and stops have found in a run.
func (d *Debugger) forget(r *run) {
	if d.breakpoints.of == r {
		d.breakpoints.of = nil
		for _, b := range d.breakpoints.list {
			b.hits, b.all = nil, nil
		}
	}
	if d.globals.of == r {
		d.globals.of = nil
		for _, g := range d.globals.list {
			g.forget()
		}
	}
}

// numbered is the run of a number.
func (d *Debugger) numbered(n int) (*run, error) {
	switch {
	case n == 0:
		return d.runs[0], nil
	case len(d.runs) == 1:
		return nil, d.noForks()
	case n < 0 || n >= len(d.runs):
		return nil, d.noFork(strconv.Itoa(n))
	case d.runs[n].closed():
		return nil, text.WithHint(fmt.Errorf("fork %d is closed", n), HintForks)
	}
	return d.runs[n], nil
}

func (d *Debugger) noFork(word string) error {
	return text.WithHint(fmt.Errorf("there is no fork %q: they have the numbers 1 to %d", word, len(d.runs)-1), HintForks)
}

// FindFork reads the number of a fork that is open.
func (d *Debugger) FindFork(ctx context.Context, word string) (int, error) {
	return ask(ctx, d, "fork", func(context.Context) (int, error) {
		n, err := strconv.Atoi(word)
		if len(d.runs) > 1 && (err != nil || n < 1) {
			return 0, d.noFork(word)
		}
		_, err = d.numbered(cmp.Or(n, 1))
		return n, err
	})
}

// enter makes a run the present one.
func (d *Debugger) enter(r *run) {
	d.on, d.view = r, nil
	r.s.Stop = d.stop // of one that has just been made
}

// ending is how the run ended, in words.
func (r *run) ending() string {
	if r.ended == "" {
		rep := r.s.Report()
		switch r.ended = string(rep.Verdict); {
		case r.s.GoesOn():
			r.ended = "the run goes on from here"
		case r.s.Rec.Truncated:
			r.ended = "the recording is truncated here"
		case rep.Summary != "":
			r.ended += ": " + rep.Summary
		}
	}
	return r.ended
}
