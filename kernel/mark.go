package kernel

import (
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"

	"machsim/ipc"
)

// A protocol of calls that a program makes of datagrams knows which packet belongs to which call; the kernel does not.
// So such a program says it: its packets are structs whose first field is a Mark, and what a call does at its caller
// and at its server are spans (Thread.Calling, Thread.Serving). A debugger joins them in one row for each call, with
// all its tries. Package callrpc does so; any other protocol may.

// MarkStep is what a packet is of its call.
type MarkStep uint8

// The steps.
const (
	MarkRequest    MarkStep = iota // asks for the call; Mark.Try says for which time
	MarkProbe                      // asks whether the call is being served
	MarkWorking                    // answers a probe: it is
	MarkReply                      // brings the result
	MarkTerminator                 // says that the result has come
	MarkRefusal                    // says that the server does not serve the call
	numMarkSteps
)

var markWords = [numMarkSteps]string{"request", "probe", "working", "reply", "terminator", "refusal"}

// String is the step in a word.
func (s MarkStep) String() string {
	if s < numMarkSteps {
		return markWords[s]
	}
	return fmt.Sprintf("step %d", uint8(s))
}

// Mark says to which call of a program's own protocol a packet belongs. It is the first field of the packet's struct,
// with the name Mark:
//
//	type request struct {
//		Mark   kernel.Mark
//		Amount int
//	}
type Mark struct {
	Step     MarkStep
	Caller   uint32 // the number of the caller, which no other caller of the run has
	Call     uint32 // the number of the call among the caller's, from 1
	Try      uint32 // how often this packet of the call was sent before, and once more: from 1
	Protocol string // a word for the protocol, such as "maybe"
}

// markShape is how the fields begin in the shape of a message that has a Mark.
const markShape = "Mark {Step uint, Caller uint, Call uint, Try uint, Protocol string}"

// markItems is the number of items of a Mark.
const markItems = 5

// MarkOf returns the Mark of a message; false if it has none, or one that makes no sense.
func MarkOf(items []ipc.Item) (m Mark, ok bool) {
	if len(items) <= markItems || items[markItems-1].Kind != ipc.KindString || items[0].Num >= uint64(numMarkSteps) {
		return m, false
	}
	for i := range items[:markItems-1] {
		if items[i].Kind != ipc.KindInt || items[i].Num > math.MaxUint32 {
			return m, false
		}
	}
	if _, fields, _ := strings.Cut(shapeText(items), "{"); !strings.HasPrefix(fields, markShape) {
		return m, false
	}
	return Mark{MarkStep(items[0].Num), uint32(items[1].Num), uint32(items[2].Num), uint32(items[3].Num),
		items[markItems-1].Str}, true
}

// String is the mark in words, as "request 3.7 by maybe", and for which time it is sent, if not for the first.
func (m Mark) String() string {
	text := fmt.Sprintf("%v %d.%d by %s", m.Step, m.Caller, m.Call, m.Protocol)
	if m.Try > 1 {
		text += fmt.Sprintf(", try %d", m.Try)
	}
	return text
}

// Unmarked returns what the program says in a packet with a Mark, without what its protocol says: the struct in the
// field Body, if that is the last field, or else all but the Mark. A message without a Mark is returned as it is.
func Unmarked(items []ipc.Item) []ipc.Item {
	if _, ok := MarkOf(items); !ok {
		return items
	}
	n := len(items) - 1
	name, fields, _ := strings.Cut(items[n].Str, "{")
	from, shape := markItems, "{"+strings.TrimPrefix(strings.TrimPrefix(fields, markShape), ", ")
	s, _ := ShapeOf(items)
	names := s.Fields(items)
	if k := len(s.fields) - 1; names != nil && k > 0 && s.fields[k].name == bodyField && s.fields[k].kind == partStruct {
		from = slices.IndexFunc(names, func(f string) bool { return f == "" || strings.HasPrefix(f, bodyField+".") })
		shape = strings.TrimSuffix(fields[lastField(fields):], "}")
	}
	last := items[n]
	last.Str = name + shape
	return append(items[from:n:n], last)
}

// bodyField is the field of a packet with what the program says.
const bodyField = "Body"

// lastField is where the struct begins that is the last field of a shape, whose text begins with the first field.
func lastField(fields string) (at int) {
	depth := 0
	for i, c := range fields {
		switch c {
		case '{':
			if depth++; depth == 1 {
				at = i
			}
		case '}':
			depth--
		}
	}
	return at
}

// The words with which the spans of calls begin.
const (
	callingWord = "call"
	servingWord = "serve"
)

// Calling begins the span of a call at its caller, and returns what ends it, with or without a result. procedure is
// what is called. Of the mark Caller, Call and Protocol matter.
func (th *Thread) Calling(m Mark, procedure string) (end func()) {
	return th.Span(m.span(callingWord, procedure))
}

// Serving begins the span in which a server executes a call, and returns what ends it. A call with two such spans was
// executed twice.
func (th *Thread) Serving(m Mark, procedure string) (end func()) {
	return th.Span(m.span(servingWord, procedure))
}

func (m Mark) span(word, procedure string) string {
	return fmt.Sprintf("%s %s %d.%d %s", word, strings.ReplaceAll(procedure, " ", "_"), m.Caller, m.Call,
		strings.ReplaceAll(m.Protocol, " ", "_"))
}

// MarkedSpan is what the name of a span by Calling or Serving says.
type MarkedSpan struct {
	Mark
	Procedure string
	Serves    bool // it is by Serving
}

// MarkedSpanOf reads the name of a span; false if it is no such name.
func MarkedSpanOf(name string) (s MarkedSpan, ok bool) {
	words := strings.Split(name, " ")
	if len(words) != 4 || words[0] != callingWord && words[0] != servingWord {
		return s, false
	}
	caller, call, _ := strings.Cut(words[2], ".")
	a, err := strconv.ParseUint(caller, 10, 32)
	b, wrong := strconv.ParseUint(call, 10, 32)
	s = MarkedSpan{Mark{Caller: uint32(a), Call: uint32(b), Protocol: words[3]}, words[1], words[0] == servingWord}
	return s, err == nil && wrong == nil
}
