package debugger

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"strconv"

	"machsim/debugger/answers"
	"machsim/debugger/event/text"
	"machsim/debugger/past"
	"machsim/debugger/present"
	"machsim/debugger/session"
)

// Run is one of the runs: the recording that was opened, or a fork that was made here.
type Run = past.Run

// run is a run and the place in it.
type run struct {
	present.Run
	parent *run
	at     int    // the events that it has in common with its parent
	next   string // who was chosen to go next; "": nobody was
	change string // that was made, in words; "" for none
	along  bool   // it goes on as its parent, as far as that fits
	seed   uint64
	data   []byte   // of its recording, nil if it is in its file only, or closed
	file   string   // where that is, or would be by default
	kept   bool     // there is such a file
	saved  []string // the files that it was saved in
	ended  string   // how it ended, in words; "" until it is asked for

	cause *Cause // of its failure; nil until one is looked for
	answers.Made
	marks
}

// marks are what was put down in a run.
type marks struct {
	checkpoints []checkpoint
	notes       []note
	answer      *present.Walk // the last one, which is walked; nil if nothing was asked. It is never written to
}

// original is the recording that was opened.
func original(s *session.Session, file string, data []byte) *run {
	r := &run{Run: present.Run{S: s}, file: file, kept: file != "", data: data, seed: s.Rec.Seed}
	r.Focus = s.Culprit()
	if !r.kept {
		r.file = fmt.Sprintf("%s-%d.rec", s.Rec.Program, s.Rec.Seed)
	}
	return r
}

// name is how people call it.
func (r *run) name() string {
	if r.N == 0 {
		return "the recording"
	}
	return fmt.Sprint("fork ", r.N)
}

// maker is how people call what a fork was made from.
func (r *run) maker() string {
	switch {
	case r.parent == nil:
		return ""
	case r.parent.Closed():
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

// close gives back all that a run takes up. What is left says what others were made from.
func (r *run) close() {
	if r.S != nil {
		r.S.Close()
	}
	r.forget()
	r.S, r.data, r.Place, r.marks = nil, nil, present.Place{}, marks{}
}

// forget lets go of what was made of its events.
func (r *run) forget() {
	r.cause = nil
	r.Made.Forget()
}

// open is the nearest run that a fork was made from and that is not closed.
func (r *run) open() *run {
	for r = r.parent; r.Closed(); {
		r = r.parent
	}
	return r
}

// row is the run as faces see it.
func (d *Debugger) row(r *run) Run {
	row := Run{
		Number: r.N, Name: r.name(), Present: r == d.on, Seed: r.seed, File: r.known(),
		Parent: r.maker(), At: r.at, Change: r.change, Along: r.along,
	}
	if r.Closed() {
		return row
	}
	if row.Within = r.Extent(); r.S.First() > 0 {
		row.Since = r.S.First() + 1
	}
	row.Events, row.Ended, row.Open, row.Hash = r.S.Len(), r.ending(), r.S.GoesOn(), r.S.Final().Hash
	row.Reordered = r.S.Rec.Parent != nil && r.S.Rec.Parent.Reordered
	if r.next != "" {
		row.Next = r.next
		row.Change = row.Next + " goes next"
	}
	return row
}

// OfWindow says what an answer is about, of a run that is known from an event on (Run.Since).
func OfWindow(since int) string { return present.OfWindow(since) }

// Run returns the present run.
func (d *Debugger) Run(ctx context.Context) (Run, error) {
	return look(ctx, d, "run", func(context.Context) (Run, error) { return d.row(d.on), nil })
}

// Forks lists the forks that were made and are open, by their numbers.
func (d *Debugger) Forks(ctx context.Context) ([]Run, error) { return d.openFrom(ctx, 1) }

// Runs returns the recording and the forks that are open.
func (d *Debugger) Runs(ctx context.Context) ([]Run, error) { return d.openFrom(ctx, 0) }

// openFrom lists the runs that are open, from a number on.
func (d *Debugger) openFrom(ctx context.Context, first int) ([]Run, error) {
	return look(ctx, d, "forks", func(context.Context) (all []Run, err error) {
		for _, r := range d.runs[first:] {
			if !r.Closed() {
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
			return Run{}, text.WithHint(errors.New("this is the recording itself, which stays open"), text.HintClose)
		}
		r, err := d.numbered(number)
		if err != nil {
			return Run{}, err
		}
		row := d.row(r)
		if r == d.on {
			d.enter(r.open())
		}
		r.Gone = true
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
	if d.set.Points.Of == &r.Run {
		d.set.Points.Of = nil
		for _, b := range d.set.Points.List {
			b.Hits, b.All = nil, nil
		}
	}
	if d.set.Globals.Of == &r.Run {
		d.set.Globals.Of = nil
		for _, g := range d.set.Globals.List {
			g.Forget()
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
	case d.runs[n].Closed():
		return nil, text.WithHint(fmt.Errorf("fork %d is closed", n), text.HintForks)
	}
	return d.runs[n], nil
}

func (d *Debugger) noFork(word string) error {
	return text.WithHint(fmt.Errorf("there is no fork %q: they have the numbers 1 to %d", word, len(d.runs)-1),
		text.HintForks)
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
	d.on = r
	r.Moved()
	r.S.Stop = d.stop // of one that has just been made
}

// ending is how the run ended, in words.
func (r *run) ending() string {
	if r.ended == "" {
		rep := r.S.Report()
		switch r.ended = string(rep.Verdict); {
		case r.S.GoesOn():
			r.ended = "the run goes on from here"
		case r.S.Rec.Truncated:
			r.ended = "the recording is truncated here"
		case rep.Summary != "":
			r.ended += ": " + rep.Summary
		}
	}
	return r.ended
}
