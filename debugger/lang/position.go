package lang

import (
	"cmp"
	"fmt"
	"regexp"
	"strconv"
	"strings"
)

// PositionKind is the form in which a position is written.
type PositionKind uint8

// The ways to write a position.
const (
	Here    PositionKind = iota // a dot
	Start                       // start
	End                         // end
	Past                        // past EVENT: the least position that holds it
	Without                     // without EVENT: the greatest position that does not hold it
	Named                       // a checkpoint or, if there is none of that name, what Position says
	Counted                     // THREAD=N&THREAD=N: the least position at which threads have done so many events
)

// Position is a parsed position in a run.
type Position struct {
	Kind PositionKind
	Text string // of a Past or Without, the event; of a Named, all
	// Base is the position from which a Named is Offset events away, nil if it is not written so.
	Base   *Position
	Offset int
	// Run and Events are of a Named that is written 2/41&44: the run, "" for the present one, and the
	// events after which it is in their threads. Of a Counted, Events are what stands between the &.
	Run    string
	Events []string
}

// offset matches a number of events forward or back, after a position or alone.
var offset = regexp.MustCompile(`^(.*?)([+-])([0-9]+)$`)

// ParsePosition parses a position. It does not check whether the run has its events and
// checkpoints.
func ParsePosition(s string) (*Position, error) {
	words := strings.Fields(s)
	if len(words) == 3 && (words[1] == "+" || words[1] == "-") { // end - 10
		words = []string{strings.Join(words, "")}
	}
	switch {
	case len(words) == 2 && words[0] == "past":
		return &Position{Kind: Past, Text: words[1]}, nil
	case len(words) == 2 && words[0] == "without":
		return &Position{Kind: Without, Text: words[1]}, nil
	case len(words) != 1:
		return nil, fmt.Errorf("a position is a number, start, end, past EVENT, without EVENT, THREAD=N, a checkpoint or "+
			"a dot, not %q", strings.Join(words, " "))
	}
	switch words[0] {
	case ".":
		return &Position{Kind: Here}, nil
	case "start":
		return &Position{Kind: Start}, nil
	case "end":
		return &Position{Kind: End}, nil
	case "past", "without":
		return nil, fmt.Errorf("%s needs the number of an event: %s 1", words[0], words[0])
	}
	if strings.Contains(words[0], "=") {
		return &Position{Kind: Counted, Text: words[0], Events: strings.Split(words[0], "&")}, nil
	}
	return named(words[0]), nil
}

// named parses a position that may be the name of a checkpoint.
func named(word string) *Position {
	p := &Position{Kind: Named, Text: word, Events: []string{word}}
	if m := offset.FindStringSubmatch(word); m != nil {
		n, tooLarge := strconv.Atoi(m[2] + m[3])
		base, wrong := ParsePosition(cmp.Or(m[1], "."))
		if tooLarge == nil && wrong == nil {
			p.Base, p.Offset = base, n
		}
		return p
	}
	rest := word
	if run, after, ok := strings.Cut(word, "/"); ok {
		p.Run, rest = run, after
	}
	p.Events = strings.Split(rest, "&")
	return p
}
