package lang

import (
	"go/constant"
	"slices"
)

// Op is what a Node is.
type Op uint8

// The sorts of nodes, and which fields beside Kids they use.
const (
	Literal      Op = iota // Value, Text
	Variable               // Steps; none for the variable that the family around it names
	Member                 // kid 0 . Text
	Element                // kid 0 [ kid 1 ]
	Sliced                 // kid 0 [ the others ], N
	Asserted               // kid 0 .( Text )
	ListType               // [] kid 0, a type
	Called                 // kid 0 ( the others ): a conversion, or a method
	Function               // Text (len, cap, min, max or sum) of kids
	Unary                  // Text (+ - ^ * or &) kid 0
	Arithmetic             // kid 0 Text kid 1
	Compare                // kid 0 Text kid 1
	Not                    // not kid 0, or ! kid 0
	And                    // kids joined by and, or by &&
	Or                     // kids joined by or, or by ||
	AtPlace                // Place, Blocked: a thread stands there
	Quantified             // Text (some, all or different), N and Steps, a family: kid 0
	Aggregate              // Text (sum, count, min or max) of kid 0, over the family of Steps
	Linked                 // kids, each event before the next
	Unless                 // kid 0, an event of a Linked, and none of kid 1 between the event before it and it
	Concurrent             // kids, no event before another
	Repeated               // kid 0, N times
	Possibly               // kid 0
	Definitely             // kid 0
	Simultaneous           // kids, each of one process
	MessageID              // in the condition of a place: the id of its message
	MessageItem            // in the condition of a place: the N-th item of its message, from 1
	MessageType            // in the condition of a place: the Go struct that its message was made from
	Implies                // kid 0 implies kid 1
	Once                   // kid 0 held, Within
	Previously             // kid 0 held at the position before
	SoFar                  // kid 0 has held at all positions up to here, Within
	Since                  // kid 0 has held since kid 1 held, Within
	Eventually             // kid 0 will hold, Within
	Always                 // kid 0 holds from here on, Within
	Never                  // kid 0 does not hold from here on, Within
	Until                  // kid 0 holds until kid 1 holds, Within
	LeadsTo                // after each kid 0 there is a kid 1, Within; Word: it is written with every
	Matches                // Pattern: the events of an object or a thread so far are as it says
	numOps
)

// Node is a part of a predicate or an expression.
type Node struct {
	Op   Op
	At   int // index of its first byte in the text
	To   int // index of the byte after it
	Kids []*Node

	Text  string         // a sign, a name or a word; of a number and a character, as it was typed
	Value constant.Value // what a literal is
	// Steps are the names between the dots of a variable; of a family, its name and then the
	// variable that kid 0 leaves out.
	Steps []Step
	// N is how many different ones, how often, or which item. Of a Sliced, which bounds there are: 1 for the first, 2 for
	// the second, 4 for the capacity.
	N int
	// Word says that a Not, And or Or is written by a word, as predicates are joined, and not by a sign.
	Word bool

	Place   *Place // nil for any call, at which a thread is blocked
	Blocked bool   // true only while the thread is in the middle of its call

	Within  *Within  // of an operator of time: how long it looks; nil for as long as the run goes
	Pattern *Pattern // of a Matches
}

// Step is one name of several with dots between them.
type Step struct {
	Text   string
	At     int
	Quoted bool
}

// Place is a breakpoint: calls of threads.
type Place struct {
	Kind   Kind
	After  bool   // where the call is done, not before it is made
	File   string // of a Line: the end of the file's path, or "" if a label of Go or a function names it
	Number int    // of a Line in a File
	Text   Word   // of a Label, Print, Call or Enter, and of a Line without a File
	Object Word   // what the call has to be about; empty for anything
	Sort   string // of the object: "port", ...; "" if it was not said
	By     Word   // who has to make the call; empty for anybody
	Who    string // "thread" or "task"; "" if it was not said
	Count  Count
	Same   bool    // after every: the message is the one that was sent
	With   []Bound // after every: names for what the event has, or what it has to have
	If     *Node   // the condition that has to hold; nil for none

	Source Source // that it was parsed from
	LineAt int    // in it, where the source line stands
}

// Word is a word that was typed, and where.
type Word struct {
	Text string
	At   int // index of its first byte
}

// Count says which hits of a thread stop it, counted from 1 for each thread. Threads are
// counted one by one because the order of hits of several is not the same in all cuts.
type Count struct {
	N    int
	Mode CountMode
}

// CountMode says what the number of a Count means.
type CountMode uint8

// The ways to count.
const (
	Each  CountMode = iota // every hit
	Only                   // the N-th
	From                   // the N-th and those after it
	Every                  // each N-th
)

// Stops says whether the n-th hit of a thread is one to stop at.
func (c Count) Stops(n int) bool {
	switch c.Mode {
	case Only:
		return n == c.N
	case From:
		return n >= c.N
	case Every:
		return n%c.N == 0
	}
	return true
}

// Any says whether a node or any part of it is as asked for; the condition of a place is no part.
func (n *Node) Any(is func(*Node) bool) bool {
	return is(n) || slices.ContainsFunc(n.Kids, func(k *Node) bool { return k.Any(is) })
}

// IsTruth says whether a node can be true or false; if it cannot, it is a value such as a number.
func (n *Node) IsTruth() bool {
	switch n.Op {
	case Literal:
		return n.Value.Kind() == constant.Bool
	case Sliced, ListType, Function, Unary, Arithmetic, Aggregate, MessageID, MessageType:
		return false
	}
	return true
}

// IsOfEvents says whether a node speaks of the order of events, or of all orders that a run could have
// had, so that it is no condition on one position.
func (n *Node) IsOfEvents() bool {
	switch n.Op {
	case Linked, Unless, Concurrent, Repeated, Possibly, Definitely, Simultaneous:
		return true
	}
	return n.IsOfTime()
}

// IsOfTime says whether a node is an operator of time, which looks at other positions than the present one.
func (n *Node) IsOfTime() bool { return n.Op > Implies }

// IsOfFuture says whether a node is an operator of time that looks ahead.
func (n *Node) IsOfFuture() bool { return n.Op >= Eventually && n.Op <= LeadsTo }

// isValue says whether a node is a value expression: made of values and signs, as in Go, and of no
// word that joins predicates, no place and no family.
func (n *Node) isValue() bool {
	return !n.Any(func(k *Node) bool {
		return k.Word || k.Op == AtPlace || k.Op == Quantified || k.IsOfEvents()
	})
}

// HasHole says whether a part has the variable whose name is left out, as the family around it has it.
func (n *Node) HasHole() bool {
	if n.Op == Variable {
		return n.Steps == nil
	}
	if n.Op == Quantified || n.Op == Aggregate {
		return false
	}
	return slices.ContainsFunc(n.Kids, (*Node).HasHole)
}
