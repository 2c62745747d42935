package wire

import "context"

// Exploration says what is explored, and for how long.
type Exploration struct {
	Program  string            `json:"program" doc:"its name"`
	Args     map[string]string `json:"args" doc:"parameters of the program; those that are left out have their defaults"`
	Faults   string            `json:"faults" doc:"what may go wrong in it, such as crash=1,loss=30%"`
	Strategy string            `json:"strategy" doc:"who chooses in all runs; \"\" for random runs with exhaustive ones beside them"`
	Runs     int               `json:"runs" doc:"how many there are at most; 0 for the usual number"`
	Past     bool              `json:"past" doc:"a failing run does not end the search"`
	Receipts bool              `json:"by_receipt" doc:"runs are of one class if every receive gets the same message; there are no random runs"`
	Claims   []Claim           `json:"claims" doc:"what has to be true of each run"`
}

// Explored is what came of an exploration.
type Explored struct {
	Summary  string // in one line
	Lines    []string
	Proven   bool // all that the program can do has been run
	Failures []WayToFail
	Goals    []Goal    // that some run was to reach
	Seen     Exploring // all runs
	File     string    // the recording of the first run that failed, "" if none did
}

// Goal is what some run was to reach.
type Goal struct {
	What  string // its name, or a predicate
	Runs  int    // that reached it
	File  string // the recording of the run that took the fewest events to it, "" if there is none
	Event uint64 // after which it did; 0 if in another order of the events
}

// WayToFail is a way in which runs fail.
type WayToFail struct {
	What string // the verdict, and what it is about
	Runs int    // that fail so
	Run  int    // the first of them
	By   string // the strategy that made that
}

// Exploring is how far an exploration is, and what it has seen of what the program can do.
type Exploring struct {
	Runs    int    `json:"runs" doc:"that were made"`
	Of      int    `json:"of" doc:"how many there are at most"`
	Failed  int    `json:"failed" doc:"of those that were made"`
	Classes int    `json:"classes" doc:"of runs that differ in orders that somebody can see"`
	States  int    `json:"states"`
	Pairs   int    `json:"pairs" doc:"of steps whose order matters"`
	Both    int    `json:"both" doc:"of these, those that came in both orders"`
	Left    string `json:"left" doc:"how many classes there are by estimate, and how long they take; empty if nothing is known"`
}

// exploreMethod makes many runs, and tells those who watch how far it is.
var exploreMethod = long(shelved("explore",
	"Makes many runs of a program, and tells those who watch how far it is. The first that fails is recorded.",
	func(ctx context.Context, s *Service, shelf Shelf, p Exploration) (*Explored, error) {
		return shelf.Explore(ctx, p, func(x Exploring) {
			s.mu.Lock()
			defer s.mu.Unlock()
			s.tell(Event{Name: "exploring", Data: x})
		})
	}))
