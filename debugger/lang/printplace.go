package lang

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
)

// String formats the place so that ParsePlace gives an equal one.
func (s *Place) String() string {
	if s.If == nil {
		return s.call()
	}
	return s.call() + " if " + s.If.inBody()
}

// place formats a place in a predicate. It puts a condition in brackets unless only ands before id
// or item join its parts.
func (n *Node) place() string {
	switch {
	case n.Place == nil:
		return blocked
	case n.Place.If == nil:
		return n.blocked() + n.Place.call()
	}
	parts := []*Node{n.Place.If}
	if c := n.Place.If; c.Op == And && c.Word {
		parts = c.Kids
	}
	if slices.ContainsFunc(parts[1:], func(k *Node) bool { return !k.beginsWithMessage(levelUnary) }) {
		return n.blocked() + n.Place.call() + " if (" + n.Place.If.text() + ")"
	}
	return n.blocked() + n.Place.call() + " if " + strings.Join(textsOf(parts, levelUnary), " and ")
}

func (n *Node) blocked() string {
	if n.Blocked {
		return blocked + " "
	}
	return ""
}

// call formats a place without its condition.
func (s *Place) call() string {
	var w []string
	add := func(words ...string) {
		for _, x := range words {
			if x != "" {
				w = append(w, x)
			}
		}
	}
	if s.After && !Kinds[s.Kind].Past {
		add("after")
	}
	if s.Kind == Line && s.File == "" {
		add(NameText(s.Text.Text))
	} else if s.Kind == Line {
		add(fmt.Sprintf("%s:%d", s.File, s.Number))
	} else {
		add(s.Kind.String(), s.textWord(), s.objectWords())
	}
	if s.By.Text != "" {
		add("by", s.Who, NameText(s.By.Text))
	}
	add(s.Count.String())
	if s.Same {
		add(ofTheSame)
	}
	for i, b := range s.With {
		add([]string{"with", "and"}[min(i, 1)], b.attribute(), b.Name.Text)
	}
	return strings.Join(w, " ")
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

// textWord formats the text of a Label, Print, Call or Enter.
func (s *Place) textWord() string {
	switch {
	case s.Text.Text == "" && !Kinds[s.Kind].Need:
		return ""
	case s.Kind == Print:
		return strconv.Quote(s.Text.Text)
	}
	return NameText(s.Text.Text)
}

func (s *Place) objectWords() string {
	if s.Object.Text == "" {
		return ""
	}
	words := NameText(s.Object.Text)
	if s.Sort != "" {
		words = s.Sort + " " + words
	}
	if d := Kinds[s.Kind]; len(d.Before) > 0 {
		words = d.Before[0] + " " + words
	}
	return words
}

// NameText formats a name as the user has to type it: in quotes if it could be taken for something
// else.
func NameText(name string) string {
	t := lexName(name, 0, true)
	if t.sort == word && t.text == name && reserved[name] == 0 {
		return name
	}
	return strconv.Quote(name)
}
