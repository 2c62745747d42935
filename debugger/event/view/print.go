package view

import (
	"fmt"
	"io"
	"strings"
	"unicode/utf8"
)

// The columns of a line. What is longer pushes the rest to the right.
const (
	kindWidth = 9
	nameWidth = 18
	maxValue  = 72 // characters of a value
	maxList   = 4  // members of a list
)

// Print writes changes to w, one line for each, and one more for each member that left or joined a
// list. It writes bookkeeping only if all is true.
func Print(w io.Writer, changes []Change, all bool) {
	kind, name := Kind(""), ""
	for _, c := range changes {
		if c.Minor && !all {
			continue
		}
		k, n := c.Kind, c.Name
		if k == kind && n == name {
			k, n = "", ""
		}
		kind, name = c.Kind, c.Name
		fmt.Fprintf(w, "%-*s %-*s  %s\n", kindWidth, k, nameWidth, n, c.text())
		printList(w, "-", c.Out)
		printList(w, "+", c.In)
	}
}

func printList(w io.Writer, sign string, items []string) {
	for i, it := range items {
		if i == maxList && len(items) > maxList+1 {
			fmt.Fprintf(w, "%*s  %s %d more\n", kindWidth+1+nameWidth+2, "", sign, len(items)-i)
			return
		}
		fmt.Fprintf(w, "%*s  %s %s\n", kindWidth+1+nameWidth+2, "", sign, shorten(it))
	}
}

// String formats the change as a line, without the members of lists.
func (c Change) String() string { return fmt.Sprintf("%s %s  %s", c.Kind, c.Name, c.text()) }

// text describes the change.
func (c Change) text() string {
	switch {
	case c.What == Came:
		if c.New == "" {
			return "is new"
		}
		return "is new; " + shorten(c.New)
	case c.What == Gone:
		return "is gone"
	case c.Field == AboutTo && c.Old == c.New:
		return AboutTo + ": " + shorten(c.New) + ", again"
	case len(c.Out) > 0 || len(c.In) > 0:
		return c.Field + ": " + orNone(c.Old) + " -> " + orNone(c.New)
	}
	old, now := pair(orNone(c.Old), orNone(c.New))
	return c.Field + ": " + old + " -> " + now
}

func orNone(value string) string {
	if value == "" {
		return "none"
	}
	return value
}

// pair shortens two values. If they are so long that their difference would not be visible, it
// leaves out their common beginning.
func pair(a, b string) (string, string) {
	if utf8.RuneCountInString(a) <= maxValue && utf8.RuneCountInString(b) <= maxValue {
		return a, b
	}
	same := 0
	for same < min(len(a), len(b)) && a[same] == b[same] {
		same++
	}
	start := strings.LastIndexByte(a[:same], ' ') + 1
	if start < maxValue/2 {
		return shorten(a), shorten(b)
	}
	return "... " + shorten(a[start:]), "... " + shorten(b[start:])
}

func shorten(s string) string {
	if utf8.RuneCountInString(s) <= maxValue {
		return s
	}
	return string([]rune(s)[:maxValue-4]) + " ..."
}
