package predicate

import "machsim/debugger/breakpoint"

// op is what a node of a predicate is.
type op uint8

const (
	literal    op = iota // value
	variable             // steps
	member               // kid 0 . text
	element              // kid 0 [ kid 1 ]
	length               // len of kid 0
	total                // sum of the elements of kid 0
	negative             // - kid 0
	arithmetic           // kid 0 text kid 1
	compare              // kid 0 text kid 1
	not                  // kid 0
	and                  // all kids
	or                   // any kid
	place                // spec
	quantified           // text (some, all, different) family n: kid 0
	aggregate            // text (sum, count, least, most) family of kid 0
	linked               // kids, one before the next
	concurrent           // kids
	repeated             // kid 0, n times
	possibly             // kid 0
	definitely           // kid 0
)

// node is a part of a predicate as it was typed.
type node struct {
	op   op
	at   int // index of its first byte
	to   int // index of the byte after it
	kids []*node

	text  string // of an arithmetic, compare, member, quantified or aggregate
	value Value  // of a literal
	// steps are the names between the dots: of a variable, nil if they are those of the
	// quantified or aggregate around it; of these, the family, and the variable if the
	// body has one without steps.
	steps []step
	n     int // of a quantified: how many different ones; of a repeated: how often
	spec  *breakpoint.Spec
	from  int  // of a place: where the text of spec begins
	in    bool // of a place: true only while the thread is in the middle of its call
	any   bool // of a place: at any call
}

// step is one name of several with dots between them.
type step struct {
	text   string
	at     int
	quoted bool
}
