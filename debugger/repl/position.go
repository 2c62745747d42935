package repl

import (
	"cmp"
	"errors"
	"fmt"
	"regexp"
	"strconv"
	"strings"

	"machsim/debugger/graph"
	"machsim/debugger/text"
)

// position reads a position.
func (p *Prompt) position(words []string) (graph.Cut, error) {
	words = joined(words)
	switch {
	case len(words) == 2 && words[0] == "past":
		return p.around(words[1], p.s.Graph.Least)
	case len(words) == 2 && words[0] == "without":
		return p.around(words[1], p.s.Graph.Greatest)
	case len(words) != 1:
		return nil, fmt.Errorf("a position is a number, start, end, past EVENT, without EVENT, a checkpoint or a dot, not %q", strings.Join(words, " "))
	}
	switch words[0] {
	case ".":
		return p.s.Cut().Clone(), nil
	case "start":
		return p.s.Graph.Start(), nil
	case "end":
		return p.s.Graph.All(), nil
	case "past", "without":
		return nil, fmt.Errorf("%s needs the number of an event: %s 1", words[0], words[0])
	}
	for _, c := range p.s.Checkpoints() {
		if c.Name == words[0] {
			return p.s.Graph.Up(c.Cut), nil
		}
	}
	if base, n, ok := relative(words[0]); ok {
		return p.awayFrom(base, n)
	}
	return p.numbered(words[0])
}

// offset is a number of events on or back, behind a position or alone.
var offset = regexp.MustCompile(`^(.*?)([+-])([0-9]+)$`)

// relative takes a position apart that is so many events away from another.
func relative(word string) (base string, n int, ok bool) {
	m := offset.FindStringSubmatch(word)
	if m == nil {
		return "", 0, false
	}
	n, err := strconv.Atoi(m[3])
	if err != nil {
		return "", 0, false
	}
	if m[2] == "-" {
		n = -n
	}
	return cmp.Or(m[1], "."), n, true
}

// awayFrom is the position so many events away from another, in recorded order: counted
// from the first event that the other lacks.
func (p *Prompt) awayFrom(base string, n int) (graph.Cut, error) {
	from, err := p.position([]string{base})
	if err != nil {
		return nil, err
	}
	first := p.s.Graph.Missing(from)
	to := first + n
	if to < 0 || to > p.s.Tape.Len() {
		return nil, fmt.Errorf("there is no position %d events away from event %d: events have the numbers 1 to %d", n, first, p.s.Tape.Len())
	}
	return p.s.Graph.First(to), nil
}

// joined puts a position together that was typed with blanks in it: end - 10.
func joined(words []string) []string {
	if len(words) == 3 && (words[1] == "+" || words[1] == "-") {
		return []string{strings.Join(words, "")}
	}
	return words
}

// numbered is the position after an event.
func (p *Prompt) numbered(word string) (graph.Cut, error) {
	n, err := strconv.Atoi(strings.TrimPrefix(word, "#"))
	switch {
	case errors.Is(err, strconv.ErrRange) || err == nil && (n < 0 || n > p.s.Tape.Len()):
		return nil, fmt.Errorf("there is no event %s: they have the numbers 1 to %d", word, p.s.Tape.Len())
	case err != nil:
		names := append([]string{"start", "end", "past", "without"}, checkpointNames(p)...)
		return nil, fmt.Errorf("there is no position %q%s; type help positions to see what there is", word, text.DidYouMean(word, names))
	}
	return p.s.Graph.First(n), nil
}

// around is the cut that belongs to an event.
func (p *Prompt) around(word string, cut func(int) graph.Cut) (graph.Cut, error) {
	e, err := p.event(word)
	if err != nil {
		return nil, err
	}
	return cut(e), nil
}

// event reads the number of an event, and returns its index.
func (p *Prompt) event(word string) (int, error) {
	n, err := strconv.Atoi(strings.TrimPrefix(word, "#"))
	switch {
	case p.s.Tape.Len() == 0:
		return 0, fmt.Errorf("the run has no events")
	case err != nil && !errors.Is(err, strconv.ErrRange):
		return 0, fmt.Errorf("%q is no event: type its number, from 1 to %d", word, p.s.Tape.Len())
	case err != nil || n < 1 || n > p.s.Tape.Len():
		return 0, fmt.Errorf("there is no event %s: they have the numbers 1 to %d", word, p.s.Tape.Len())
	}
	return n - 1, nil
}

// inWords says where a cut lies.
func (p *Prompt) inWords(cut graph.Cut) string {
	g, all := p.s.Graph, p.s.Tape.Len()
	first, last := g.Missing(cut), g.Last(cut)
	switch {
	case last >= first:
		return fmt.Sprintf("%d of %d events, not in recorded order: all up to %d, and some up to %d", count(cut), all, first, last+1)
	case first == 0:
		return fmt.Sprintf("at the start, before event 1 of %d", all)
	case first == all:
		return fmt.Sprintf("at the end, after event %d", all)
	}
	return fmt.Sprintf("after event %d of %d", first, all)
}

func count(cut graph.Cut) int {
	n := 0
	for _, done := range cut {
		n += int(done)
	}
	return n
}
