package wire

import (
	"context"
	"errors"
	"path"

	"machsim/debugger"
)

// Shelf is where recordings are. A file is named by a path as Recordings lists it; what lies elsewhere is refused.
type Shelf interface {
	// Recordings lists the recordings that can be opened.
	Recordings() ([]Recorded, error)
	// Programs lists the programs of which runs can be recorded.
	Programs() []Program
	// Open opens a recording. The caller closes the Debugger.
	Open(ctx context.Context, file string) (*debugger.Debugger, error)
	// Record makes a run, records it in a file, and opens that.
	Record(ctx context.Context, r Record) (*debugger.Debugger, error)
	// Explore makes many runs, and tells now and then how far it is. It records the first run that fails.
	Explore(ctx context.Context, e Exploration, tell func(Exploring)) (*Explored, error)
	// Shrink makes the run of a recording smaller, and tells how far it is. It records the smaller run.
	Shrink(ctx context.Context, file string, servers bool, x Shrink, tell func(Made)) (*Shrunk, error)
	// Contrast makes many runs of a program, and tells how far it is.
	Contrast(ctx context.Context, x Contrast, tell func(Made)) (*Contrasted, error)
	// Verify makes a run twice.
	Verify(ctx context.Context, r RunOf) (*Verified, error)
	// Mutants returns what was found last of the mutants of a program.
	Mutants(program string) (*Mutants, error)
	// Analyse reads the source of a program.
	Analyse(program string) (*Analysed, error)
	// Remove deletes a recording, with what is kept beside it.
	Remove(file string) error
}

// Recorded is a recording that can be opened.
type Recorded struct {
	File    string // its path
	Program string
	Seed    uint64
	Fork    bool   // it is a fork of another one
	Bytes   int64  // of the file
	Made    string // when it was written: 2026-11-22 17:14:58
	Present bool   // it is open now
}

// Program is a program of which runs can be recorded.
type Program struct {
	Name   string
	Doc    string // what it does
	Params []Param
}

// Param is a parameter of a program.
type Param struct {
	Name    string
	Doc     string
	Default string
}

// Recording names a recording.
type Recording struct {
	File string `json:"file" doc:"a path, as recordings lists it"`
}

// RunOf says which run is made.
type RunOf struct {
	Program string            `json:"program" doc:"its name"`
	Seed    uint64            `json:"seed" doc:"says which run it is"`
	Args    map[string]string `json:"args" doc:"parameters of the program; those that are left out have their defaults"`
	Preempt bool              `json:"preempt" doc:"threads change places also at accesses to variables"`
	Weak    bool              `json:"weak" doc:"any waiter may be woken"`
	Faults  string            `json:"faults" doc:"what may go wrong in it, such as crash=1,loss=30%"`
}

// Record says which run is recorded.
type Record struct {
	RunOf
	Try    int     `json:"try" doc:"its number in a series of runs, from 0"`
	Claims []Claim `json:"claims" doc:"what has to be true of the run"`
}

// Claim is what has to be true of a run.
type Claim struct {
	Kind string `json:"kind" doc:"always, never, finally, no-state, sometimes or linearizable"`
	Text string `json:"text" doc:"a predicate, or a model of a service"`
}

// shelfMethods are free: they look at no run, and what they open takes the place of the present one.
var shelfMethods = Group{"Recordings", []Method{
	free(shelved("recordings", "Lists the recordings below the directory that machsim was started in.", recordings)),
	free(shelved("programs", "Lists the programs of which runs can be recorded.", programs)),
	long(method("open", "Opens a recording in place of the present one. Forks that were not saved are gone.",
		func(ctx context.Context, s *Service, p Recording) (debugger.Here, error) {
			return s.replace(ctx, func(shelf Shelf) (*debugger.Debugger, error) { return shelf.Open(ctx, p.File) })
		})),
	long(method("record", "Makes a run, records it in a file, and opens that.",
		func(ctx context.Context, s *Service, p Record) (debugger.Here, error) {
			return s.replace(ctx, func(shelf Shelf) (*debugger.Debugger, error) { return shelf.Record(ctx, p) })
		})),
	exploreMethod, shrinkMethod, contrastMethod, verifyMethod, mutantsMethod, analyseMethod,
	free(shelved("remove", "Deletes a recording that is not open, with its notes.", remove)),
}}

// errNoShelf is the error where there are no other recordings.
var errNoShelf = errors.New("there are no other recordings here")

// shelved makes a row of a method of the Shelf.
func shelved[P, R any](name, doc string, f func(context.Context, *Service, Shelf, P) (R, error)) Method {
	return method(name, doc, func(ctx context.Context, s *Service, p P) (r R, err error) {
		if s.o.Shelf == nil {
			return r, errNoShelf
		}
		return f(ctx, s, s.o.Shelf, p)
	})
}

func recordings(ctx context.Context, s *Service, shelf Shelf, _ none) ([]Recorded, error) {
	all, err := shelf.Recordings()
	if err != nil {
		return nil, err
	}
	x, err := s.debugger().Info(ctx)
	for i := range all {
		all[i].Present = err == nil && all[i].File == x.File
	}
	return all, nil
}

func programs(_ context.Context, _ *Service, shelf Shelf, _ none) ([]Program, error) {
	return shelf.Programs(), nil
}

func remove(ctx context.Context, s *Service, shelf Shelf, p Recording) (none, error) {
	if x, err := s.debugger().Info(ctx); err != nil || path.Clean(x.File) == path.Clean(p.File) {
		return none{}, errors.Join(err, errors.New("this is the recording that is open: open another one first"))
	}
	return none{}, shelf.Remove(p.File)
}

// opening opens a recording of a Shelf.
type opening func(Shelf) (*debugger.Debugger, error)

// replace lets another Debugger take the place of the present one, and closes that.
func (s *Service) replace(ctx context.Context, open opening) (h debugger.Here, err error) {
	if s.o.Shelf == nil {
		return h, errNoShelf
	}
	d, err := open(s.o.Shelf)
	if err != nil {
		return h, err
	}
	if h, err = d.Here(ctx); err != nil {
		d.Close()
		return h, err
	}
	old := s.debugger()
	err = old.Do(ctx, "open", func(context.Context) error { return s.swap(ctx, old, d, h) })
	if err != nil && s.debugger() != d {
		d.Close()
		return h, err
	}
	old.Close()
	return h, nil
}

// swap makes a Debugger the present one, while no call is at work with the old one. Who hears of it may load its page
// anew, and so end the context of the call that has asked for it: from there on the new one is open, whatever the old
// one says of that call. Before, it is not, and nothing comes of it later.
func (s *Service) swap(ctx context.Context, old, d *debugger.Debugger, h debugger.Here) error {
	stamp, err := d.Stamp(context.Background())
	if err != nil {
		return err
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	switch {
	case ctx.Err() != nil:
		return ctx.Err()
	case s.d != old:
		return errReplaced
	}
	s.d, s.stamp, s.at = d, stamp, changedTo(h)
	s.serial++
	s.opened = s.serial
	s.changes(d, stamp)
	s.at.Serial = s.serial
	s.tell(Event{Name: "opened", Data: s.at})
	return nil
}
