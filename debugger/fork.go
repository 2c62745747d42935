package debugger

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"machsim/debugger/event/text"
	"machsim/debugger/present"
	"machsim/debugger/record"
	"machsim/debugger/session"
	"machsim/debugger/values"
	"machsim/kernel"
)

// Fork says how a fork goes on.
type Fork struct {
	Seed   *uint64 // that chooses; nil for the next one that no run here has had
	Next   string  // the thread that goes next, or the number of one of the Choices; "" for whom the seed chooses
	Change Change  // what is changed first; nil for nothing
}

// Fork makes a run that is as the present one up to the present position, runs it to its end, and
// enters it: at its end or, if something was changed, just after that. After a change it goes as
// recorded as far as that fits, and then as the seed chooses. The present run stays as it is. At the end of what is
// seen of a run that is made meanwhile it makes no fork: what it does is done to that run, which it returns.
func (d *Debugger) Fork(ctx context.Context, f Fork) (Run, error) {
	return makes(ctx, d, "fork", func(ctx context.Context) (Run, error) {
		if err := d.catchUp(f.Change); err != nil {
			return Run{}, err
		}
		b, err := d.branch(f)
		if err != nil {
			return Run{}, err
		}
		if d.acts() {
			return d.act(b)
		}
		r, err := d.makeFork(ctx, b)
		if err != nil {
			return Run{}, err
		}
		d.enter(r)
		return d.row(r), nil
	})
}

// branch is what the fork does of its own.
func (d *Debugger) branch(f Fork) (b session.Branch, err error) {
	b = session.Branch{Seed: d.unused(), File: d.on.file}
	if f.Seed != nil {
		b.Seed = *f.Seed
	}
	if f.Next != "" {
		if b.First, err = d.goesNext(f.Next); err != nil {
			return b, err
		}
	}
	if f.Change == nil {
		return b, nil
	}
	e, err := f.Change.Edit(d.edits())
	if err != nil {
		return b, err
	}
	if err := d.s().CheckEdit(&e); err != nil {
		return b, err
	}
	b.Edits = []kernel.Edit{e}
	_, whole := d.s().Prefix(d.s().Position())
	b.Along = whole && e.Kind != kernel.EditRPC // the recorded turns have no room for another thread
	return b, nil
}

// goesNext is who is meant by a name, or by a number among the Choices.
func (d *Debugger) goesNext(name string) (a kernel.Actor, err error) {
	if n, err := strconv.Atoi(name); err == nil {
		switch all := d.options(); {
		case len(all) == 0:
			return a, fmt.Errorf("there is no choice %d: nobody can go next here", n)
		case n < 1 || n > len(all):
			return a, text.WithHint(fmt.Errorf("there is no choice %d: they have the numbers 1 to %d", n, len(all)),
				text.HintChoices)
		default:
			return all[n-1], nil
		}
	}
	if a.Thread, err = d.in().ThreadHere(name); err == nil {
		err = d.canGo(a.Thread)
	}
	return a, err
}

// Choice is who can go next.
type Choice struct {
	Number int    // from 1
	Who    string // a thread; of a packet "a packet"
	What   string // its call, or what arrives
	Source string // the line of the call, "" if it is not known
}

// Choices lists who can go next at the present position: threads, and packets that can arrive. Timers that are due let
// others go only once somebody has gone.
func (d *Debugger) Choices(ctx context.Context) ([]Choice, error) {
	return list(ctx, d, "choices", func(context.Context) (all []Choice, err error) {
		st := d.s().State()
		for i, a := range d.options() {
			row := Choice{Number: i + 1, Who: "a packet"}
			if a.Thread == 0 {
				p := d.s().Packet(a.Packet)
				row.What = fmt.Sprintf("%s to %s: %s arrives", p.From, p.To, p.What)
			} else {
				t := st.Threads.At(uint32(a.Thread))
				row.Who = st.ThreadName(a.Thread)
				row.What, row.Source = d.threads().Call(a.Thread), values.LineOf(t)
			}
			all = append(all, row)
		}
		return all, nil
	})
}

// options are who can go next: nobody where the run has failed.
func (d *Debugger) options() []kernel.Actor {
	st := d.s().State()
	if st.Failure != nil {
		return nil
	}
	return st.Options()
}

// nextName is who goes next, in words; "" for nobody in particular.
func (d *Debugger) nextName(a kernel.Actor) string {
	switch {
	case a.Thread != 0:
		return d.s().ThreadName(a.Thread)
	case a.Packet != 0:
		return "a packet"
	}
	return ""
}

// makeFork makes a fork of the present run.
func (d *Debugger) makeFork(ctx context.Context, b session.Branch) (*run, error) {
	at := d.s().Done()
	o := session.Options{LoopLimit: d.o.LoopLimit, Stop: ctx.Done(), Progress: d.progress.session(), Grown: d.grown,
		Called: d.threadCalled, Let: d.letValue}
	s, data, err := d.s().Branch(b, o)
	switch {
	case ctx.Err() != nil:
		if err == nil {
			s.Close()
		}
		return nil, &Interrupted{"no fork was made"}
	case err != nil:
		return nil, err
	case s.Len() == at:
		s.Close()
		return nil, d.nothingLeft(at)
	}
	to := s.End()
	if len(b.Edits) > 0 {
		to = s.After(at + len(b.Edits))
	}
	if here := d.s().Position(); len(b.Edits) > 0 && b.Edits[0].Statement > 0 {
		to.Thread, to.N = here.Thread, here.N
	}
	if err := s.MoveTo(to); err != nil {
		s.Close()
		return nil, err
	}
	return d.add(s, data, at, b), nil
}

// add makes a fork of the present run known. Its file is called as the Options say.
func (d *Debugger) add(s *session.Session, data []byte, at int, b session.Branch) *run {
	r := &run{Run: present.Run{N: len(d.runs), S: s}, parent: d.on, at: at, next: d.nextName(b.First), along: b.Along,
		seed: s.Rec.Seed, data: data}
	for i := range b.Edits {
		r.change = d.edits().InWords(&b.Edits[i])
	}
	r.Focus, r.Left = s.Culprit(), s.After(at)
	if at := s.Position(); !at.AtCalls() {
		r.Focus = at.Thread
	}
	d.runs = append(d.runs, r)
	r.file = fmt.Sprintf("fork-%d.rec", r.N)
	if d.o.ForkFile != nil && s.Rec.Parent != nil {
		r.file = d.o.ForkFile(s.Rec.Parent, s.Rec.Program, s.Rec.Seed)
	}
	return r
}

// UnusedSeed is the next seed, from 1 above that of the recording, that no run here has had.
func (d *Debugger) UnusedSeed(ctx context.Context) (uint64, error) {
	return ask(ctx, d, "seed", func(context.Context) (uint64, error) { return d.unused(), nil })
}

func (d *Debugger) unused() uint64 {
	used := map[uint64]bool{}
	for _, r := range d.runs[1:] {
		used[r.seed] = true
	}
	seed := d.runs[0].seed + 1
	for used[seed] {
		seed++
	}
	return seed
}

// canGo says why a thread cannot go next, and which ones can.
func (d *Debugger) canGo(id kernel.ThreadID) error {
	st := d.s().State()
	var can []string
	for _, a := range d.options() {
		switch {
		case a.Thread == id:
			return nil
		case a.Thread != 0:
			can = append(can, st.ThreadName(a.Thread))
		}
	}
	advice := "no thread can: go back first"
	if can != nil {
		advice = "choose one that can: " + text.Few(can)
	}
	return fmt.Errorf("%s cannot go next: it %s; %s", st.ThreadName(id), d.halted(id), advice)
}

// halted says why a thread is not ready.
func (d *Debugger) halted(id kernel.ThreadID) string {
	for _, place := range d.s().Where() {
		if place.Thread == id {
			return d.s().Explain(&place).Text
		}
	}
	return "is not there yet"
}

// Save writes the recording of the present fork into a file; "" is the one that the fork is called
// after. A file that is there is only written to if it holds the same run. Its name is that of a
// recording, so that it is found as one.
func (d *Debugger) Save(ctx context.Context, path string) (Run, error) {
	return makes(ctx, d, "save", func(context.Context) (Run, error) {
		r := d.on
		if err := d.notAFork(); err != nil {
			return Run{}, err
		}
		if path == "" {
			path = r.file
		}
		if err := r.fits(path); err != nil {
			return Run{}, err
		}
		if name := filepath.Base(path); !strings.HasSuffix(name, ".rec") || strings.HasPrefix(name, ".") {
			return Run{}, text.WithHint(fmt.Errorf("%s is no name of a recording: that ends in .rec, "+
				"and does not begin with a dot", path), text.HintAnotherSave)
		}
		data, err := r.bytes()
		if err == nil {
			err = d.saves(r, path, data)
		}
		if err != nil {
			return Run{}, err
		}
		row := d.row(r)
		row.File = path
		return row, nil
	})
}

// saves writes the recording of a run into a file. That of a live run is in its own file already, where it goes on.
func (d *Debugger) saves(r *run, path string, data []byte) error {
	if r.S.Live() && r.kept && same(path, r.file) {
		return nil
	}
	if err := d.Write(path, data); err != nil {
		return err
	}
	if r.saved = append(r.saved, path); !r.S.Live() {
		r.file, r.kept = path, true
	}
	return nil
}

// same says whether two names are of one file that is there.
func same(a, b string) bool {
	x, err := os.Stat(a)
	y, wrong := os.Stat(b)
	return err == nil && wrong == nil && os.SameFile(x, y)
}

// Data returns the recording of the present run, as its file has it; nil if it was read from a file.
func (d *Debugger) Data(ctx context.Context) ([]byte, error) {
	return ask(ctx, d, "save", func(context.Context) ([]byte, error) { return d.on.bytes() })
}

// bytes is its recording, as a file has it; nil if it was read from one.
func (r *run) bytes() ([]byte, error) {
	if data, err := r.S.Bytes(); data != nil || err != nil {
		return data, err
	}
	return r.data, nil
}

// fits says why a fork must not be written to a file. One that holds the same run may be written
// again, or what a live run was when it was saved there.
func (r *run) fits(path string) error {
	if _, err := os.Stat(path); err != nil {
		return nil // what else is wrong is known when it is written
	}
	if r.S.Live() && (r.kept && same(path, r.file) || slices.Contains(r.saved, path)) {
		return nil
	}
	own := r.S.Rec
	rec, err := record.Open(path)
	if err == nil && rec.Program == own.Program && rec.Events == own.Events && rec.Hash == own.Hash {
		return nil
	}
	return text.WithHint(fmt.Errorf("%s is there already, and is not this fork", path), text.HintAnotherSave)
}
