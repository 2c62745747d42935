// Package verdict is what is said between a process that judges a part of a lab (package machsim/test/lab) and whoever
// starts it (machsim grade).
package verdict

// Asked is what a process is asked for, on its standard input.
type Asked struct {
	Nonce string `json:"nonce"`
	Part  string `json:"part"` // "" for what the parts are
	Key   string `json:"key"`
}

// Answer is what it says on AnswerFile.
type Answer struct {
	Nonce   string   `json:"nonce"`
	Parts   []About  `json:"parts,omitempty"`
	Verdict *Verdict `json:"verdict,omitempty"`
}

// AnswerFile is the number of the descriptor for the answer.
const AnswerFile = 3

// About is what is told of a part before it is judged.
type About struct {
	Name     string `json:"name"`
	Points   int    `json:"points"`
	Property string `json:"property"`
}

// Verdict is what has come of a part.
type Verdict struct {
	Passed bool   `json:"passed"`
	Wrong  string `json:"wrong,omitempty"` // what is wrong, in a line
	Runs   int    `json:"runs"`            // that were made
	Got    int    `json:"got,omitempty"`   // of what was asked for, if a share of it gives a share of the points
	Of     int    `json:"of,omitempty"`

	Undecided []string `json:"undecided,omitempty"` // what is not known of the runs, in sentences

	// Of the run that has failed:
	How    string `json:"how,omitempty"` // its verdict, such as STUCK
	Seed   uint64 `json:"seed,omitempty"`
	Thread string `json:"thread,omitempty"`
	Line   string `json:"line,omitempty"`
	Text   string `json:"text,omitempty"` // its report
	Record []byte `json:"record,omitempty"`

	Mistake string `json:"mistake,omitempty"` // of the lab: nothing is known of the student's code then
}

// TooMuch is said of what differs from one machine to the next, and from one time to the next: which of these limits is
// reached first, and in which run. It ends a part, and no more is said.
const TooMuch = "it was ended: it took too much memory, too deep a stack, or too long without a kernel call"

// Shrink is the word with which the debugger of a lab makes a run smaller.
const Shrink = "shrink"

// Diagram is the word with which it draws a run; then comes a Drawing, and its answer is a Drawn on standard output:
// nothing of a lab writes files.
const Diagram = "diagram"

// Drawing says what is drawn of a run.
type Drawing struct {
	From, To    int // events; 0 leaves it to the diagram
	Lanes       []string
	All, Fold   bool
	Slide       bool
	Text, ASCII bool // text in place of a picture
	Width       int  // of it
}

// Drawn is a diagram.
type Drawn struct {
	Title, Extent string
	Text          string
	SVG           []byte
	Left          []string // what it does not show, in sentences
}

// OpenKey is the course key of the seeds that everybody has.
const OpenKey = "open"
