package wire

import "context"

// Analysed is what machsim analyse finds in the source of a program, of all runs.
type Analysed struct {
	Picture       string // SVG: who sends and receives what, and where
	Width, Height int    // of the picture, in pixels
	Boxes         []AnalysedBox
	Says          []string // in sentences: who knows what before which call, what is wrong, what is not known
}

// AnalysedBox is where a call is drawn.
type AnalysedBox struct {
	Where               string // its line
	X, Y, Width, Height int    // of the upper left corner, and its size, in pixels
}

var analyseMethod = free(shelved("analyse", "Reads the source of a program: what its processes can know of each other.",
	func(_ context.Context, _ *Service, shelf Shelf, p Of) (*Analysed, error) {
		return shelf.Analyse(p.Program)
	}))
