package breakpoint

import (
	"fmt"
	"strconv"
	"strings"
)

// Spec is a simple breakpoint.
type Spec struct {
	Kind   Kind
	After  bool   // stop when the call is done, not before it is made
	File   string // of a Line: the end of the file's path
	Number int    // of a Line
	Text   Word   // of a Label, Print or Call
	Object Word   // what it has to be about; empty for anything
	Sort   string // of the object: "port", ...; "" if it was not said
	By     Word   // who has to do it; empty for anybody
	Who    string // "thread" or "task"; "" if it was not said
	Count  Count
	If     []Predicate // all have to hold

	text   string // that it was parsed from
	lineAt int    // in it, where the source line stands
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

// stops says whether the n-th hit of a thread is one to stop at.
func (c Count) stops(n int) bool {
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

func (c Count) String() string {
	switch c.Mode {
	case Only:
		return fmt.Sprintf("count %d", c.N)
	case From:
		return fmt.Sprintf("count %d+", c.N)
	case Every:
		return fmt.Sprintf("every %d", c.N)
	}
	return ""
}

// String is the breakpoint as it can be typed: Parse makes an equal one of it.
func (s *Spec) String() string {
	var w []string
	add := func(words ...string) {
		for _, x := range words {
			if x != "" {
				w = append(w, x)
			}
		}
	}
	if s.After {
		add("after")
	}
	if s.Kind == Line {
		add(fmt.Sprintf("%s:%d", s.File, s.Number))
	} else {
		add(s.Kind.String(), s.text1(), s.object())
	}
	if s.By.Text != "" {
		add("by", s.Who, quoted(s.By.Text))
	}
	add(s.Count.String())
	for i, p := range s.If {
		add([]string{"if", "and"}[min(i, 1)], p.String())
	}
	return strings.Join(w, " ")
}

// text1 is the text of a Label, Print or Call.
func (s *Spec) text1() string {
	switch {
	case s.Text.Text == "" && !Kinds[s.Kind].Need:
		return ""
	case s.Kind == Print:
		return strconv.Quote(s.Text.Text)
	}
	return quoted(s.Text.Text)
}

func (s *Spec) object() string {
	if s.Object.Text == "" {
		return ""
	}
	words := quoted(s.Object.Text)
	if s.Sort != "" {
		words = s.Sort + " " + words
	}
	if d := Kinds[s.Kind]; len(d.Before) > 0 {
		words = d.Before[0] + " " + words
	}
	return words
}

// quoted is a name as it has to be typed: in quotes if it would be taken for something else.
func quoted(name string) string {
	if t := scan(name); len(t) == 2 && t[0].sort == word && t[0].text == name && !reserved[name] {
		return name
	}
	return strconv.Quote(name)
}
