package wire

import "context"

// Of names a program.
type Of struct {
	Program string `json:"program" doc:"its name"`
}

// Mutants is what machsim mutate has found last of the mutants of a program: copies that are weakened in one place.
type Mutants struct {
	Tests       string // the directory of the tests that they were held against, "" for none
	Seeds       int    // how many runs of each
	Interrupted bool   // there are more, which were not tried
	All         []Mutant
}

// Mutant is what has become of one.
type Mutant struct {
	Name   string
	Change []string // lines, as diff shows them
	Status string   // noticed, survives, same or not reached
	By     []string // what fails: a test, a run
	Seed   uint64   // of the run that fails or differs; 0 for none
	Event  uint64   // at which it differs first from the program's; 0 if it does not, or in nothing that is shown
	Pair   []string // of one that survives: what the program does there, and what the mutant does
	Open   string   // the command line that shows the run, "" for none
}

var mutantsMethod = free(shelved("mutants", "Tells what machsim mutate has found last of a program.",
	func(_ context.Context, _ *Service, shelf Shelf, p Of) (*Mutants, error) {
		return shelf.Mutants(p.Program)
	}))
