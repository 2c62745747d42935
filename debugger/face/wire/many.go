package wire

import (
	"context"
	"errors"
	"time"
)

// Made is how far a call is that makes many runs.
type Made struct {
	Method string `json:"method"` // that was called
	Runs   int    `json:"runs"`   // that were made
	Of     int    `json:"of"`     // how many there are at most
	Best   string `json:"best"`   // of shrink: the smallest run so far
}

// between is how long who watches is told nothing more of such a call.
const between = 100 * time.Millisecond

// telling returns a function that tells those who watch how far a call is, now and then.
func (s *Service) telling(method string) func(Made) {
	var last time.Time
	return func(m Made) {
		if time.Since(last) < between {
			return
		}
		last, m.Method = time.Now(), method
		s.mu.Lock()
		defer s.mu.Unlock()
		s.tell(Event{Name: "made", Data: m})
	}
}

// Shrink says how the present recording is made smaller.
type Shrink struct {
	Runs int `json:"runs" doc:"how many runs are made at most; 0 for the usual number"`
}

// Shrunk is what came of making a run smaller.
type Shrunk struct {
	Failure  string      // of the run
	Sizes    []Size      // what has become smaller, and what has not
	Ends     string      // how sure it is that there is no smaller run, in a sentence
	Minimal  bool        // it is sure
	Segments []SizedPart // of the smaller run, in order
	More     int         // how many there are beside these
	File     string      // the recording of the smaller run, "" if nothing could be taken out
}

// Size is how much of something a run has, or the value of a parameter.
type Size struct {
	Of            string // what it is the size of
	Before, After string
}

// SizedPart is what a thread, or a packet, does in a row.
type SizedPart struct {
	Event uint64 // its first
	Who   string
	Does  []string // one for each of its events
}

var shrinkMethod = long(shelved("shrink",
	"Makes the failing run of the present recording smaller; given up, it answers the smallest so far.",
	func(ctx context.Context, s *Service, shelf Shelf, p Shrink) (*Shrunk, error) {
		x, err := s.debugger().Info(ctx)
		if err == nil && x.File == "" {
			err = errors.New("this run is in no file: save it first")
		}
		if err != nil {
			return nil, err
		}
		servers, err := s.debugger().Servers(ctx)
		if err != nil {
			return nil, err
		}
		return shelf.Shrink(ctx, x.File, servers, p, s.telling("shrink"))
	}))

// Contrast says which runs are compared.
type Contrast struct {
	Program string            `json:"program" doc:"its name"`
	Args    map[string]string `json:"args" doc:"parameters of the program; those that are left out have their defaults"`
	Faults  string            `json:"faults" doc:"what may go wrong in it, such as crash=1,loss=30%"`
	Seeds   int               `json:"seeds" doc:"how many seeds are tried, from 1 on; 0 for 1000"`
	Claims  []Claim           `json:"claims" doc:"what has to be true of each run"`
}

// Contrasted is what failing runs have that good ones have not.
type Contrasted struct {
	Summary string         // how many runs were made, and how they ended
	Nothing string         // why there is nothing to compare, "" if there is something
	Classes []FailingClass // of failing runs, the largest first
	Good    int            // runs
	Remarks []string       // on claims with places that no run has come to
}

// FailingClass is failing runs that ended in the same way.
type FailingClass struct {
	What    string // the verdict, and what it is about
	Runs    int
	First   Series // the first of them
	Tested  int    // how many features were tested: p is corrected for their number by Holm's method
	Nothing string // why nothing tells them apart from the good ones, "" if something does
	Tells   []Tell // the best first
}

// Tell is a feature that more failing runs have than chance explains.
type Tell struct {
	What    string
	Also    []string // what exactly the same runs have
	Failing int      // runs of the class that have it
	Good    int      // good runs that have it
	P       string   // how likely that is by chance, by Fisher's exact test
	Run     Series   // the first failing run that has it
	Events  []int    // of that run: where it shows
	Without *Series  // the first good run that has it not; null if all have it
}

// Series is a run of a series of them.
type Series struct {
	Seed uint64
	Try  int // its number, from 0
}

var contrastMethod = long(shelved("contrast",
	"Makes many runs of a program, and says what failing ones have that good ones have not.",
	func(ctx context.Context, s *Service, shelf Shelf, p Contrast) (*Contrasted, error) {
		return shelf.Contrast(ctx, p, s.telling("contrast"))
	}))

// Verified is whether two runs of a seed were the same.
type Verified struct {
	Same  bool
	Known bool     // they were seen to the end, or differ
	Lines []string // that say so, and how they ended or where they differ
}

var verifyMethod = long(shelved("verify",
	"Makes the run of a seed twice, event by event in turns, and says whether both were the same.",
	func(ctx context.Context, s *Service, shelf Shelf, p RunOf) (*Verified, error) {
		return shelf.Verify(ctx, p)
	}))
