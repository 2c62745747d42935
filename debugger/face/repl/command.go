package repl

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"machsim/debugger"
	"machsim/debugger/event/text"
	"machsim/debugger/face/repl/answer"
	"machsim/debugger/face/repl/input"
)

// Command is a row of the table of commands.
type Command struct {
	Name    string
	Aliases []string
	Args    string // as help shows them
	Short   string // one line
	Long    string // what else is to be known; "" for nothing
	Group   string
	Motion  bool // an empty line repeats it

	compares bool // its words may have comparisons, so it cannot write into a file
	formats  bool // its name may have a format behind it: print/x
	columns  bool // names of columns may stand behind commas, parentheses, comparisons and dots

	least, most int // how many words it takes
	run         func(p *Prompt, words []string) error
	// beside takes the place of run in a command that needs no Debugger: it is obeyed while another one is at work.
	beside func(p *Prompt, ctx context.Context, words []string) (string, error)
	words  func(p *Prompt) []string // what its arguments may be, for completion; nil for nothing that can be told
}

// looks is the run of a command that only looks.
func looks(f func(*answer.Answer, []string) error) func(*Prompt, []string) error {
	return func(p *Prompt, words []string) error { return f(&p.a, words) }
}

// known has a command that tells what has happened say first that it does not know of the whole run, where that is so:
// what it says there never was may have been before.
func known(run func(*Prompt, []string) error) func(*Prompt, []string) error {
	return func(p *Prompt, words []string) error {
		before := p.a.Parts
		p.a.Parts = nil
		err := run(p, words)
		said := p.a.Parts
		if p.a.Parts = before; err == nil {
			var r debugger.Run
			if r, err = p.d.Run(p.a.Ctx); err == nil && r.Since > 0 {
				p.a.Printf("%s\n", debugger.OfWindow(r.Since))
			}
		}
		p.a.Parts = append(p.a.Parts, said...)
		return err
	}
}

// usage returns the form in which the command is typed.
func (c *Command) usage() string { return strings.TrimSpace(c.Name + " " + c.Args) }

// many is the number of words that a command takes if it takes any number, such as names with spaces.
const many = 1000

// find returns the command that a line begins with, and the words after it.
func find(words []string) (*Command, []string, error) {
	name := strings.ToLower(words[0])
	c, err := named(name)
	if err != nil {
		return nil, nil, err
	}
	rest := words[1:]
	if w := c.beginning(name); reversed[w] || strings.HasPrefix(w, "reverse-") {
		rest = append([]string{"back"}, rest...)
	}
	return c, rest, takes(c, rest, c.least, c.most)
}

// reversed are the short forms of commands that go back, as in gdb.
var reversed = map[string]bool{"rs": true, "rn": true, "rc": true, "rf": true, "re": true}

// named returns the command with a name, an alias, or a beginning of one that is unique. If a command's
// name is the beginning of all others that match, it wins: thread before threads.
func named(name string) (*Command, error) {
	var begin []*Command
	var words []string
	for i := range Commands {
		c := &Commands[i]
		w := c.beginning(name)
		if w == name {
			return c, nil
		}
		if w != "" {
			begin, words = append(begin, c), append(words, w)
		}
	}
	for i := range begin {
		if !slices.ContainsFunc(words, func(w string) bool { return !strings.HasPrefix(w, words[i]) }) {
			return begin[i], nil
		}
	}
	if len(begin) > 1 {
		return nil, fmt.Errorf("%q may be %s; type more of it", name, strings.Join(words, ", "))
	}
	return nil, fmt.Errorf("there is no command %q%s; type help to see which there are", name,
		text.DidYouMean(name, commandNames()))
}

// beginning returns the command's name, or the first alias, that begins with what was typed; "" if none
// does. An exact match wins.
func (c *Command) beginning(typed string) string {
	words := append([]string{c.Name}, c.Aliases...)
	if slices.Contains(words, typed) {
		return typed
	}
	for _, w := range words {
		if strings.HasPrefix(w, typed) {
			return w
		}
	}
	return ""
}

func commandNames() []string {
	var names []string
	for i := range Commands {
		names = append(names, Commands[i].Name)
	}
	return names
}

// IsCommand says whether a line is for the prompt: it begins with a command, with the beginning of one, or with a word
// of another debugger that the prompt knows.
func IsCommand(line string) bool {
	words, err := input.Split(line)
	if err != nil || len(words) == 0 {
		return false
	}
	if len(words) > 1 { // print/x n is one, and p/x is a quotient
		_, words, err = formatted(words)
	}
	if err == nil {
		words, err = input.Habitual(words)
	}
	if err != nil {
		return true // it says what to type instead
	}
	_, err = named(strings.ToLower(words[0].Text))
	return err == nil
}

// takes returns an error if a command has too few or too many words.
func takes(c *Command, words []string, least, most int) error {
	switch {
	case most == 0 && len(words) > 0:
		return fmt.Errorf("%s takes no arguments, and there is %q", c.Name, strings.Join(words, " "))
	case len(words) < least || len(words) > most:
		return fmt.Errorf("type it as: %s", c.usage())
	}
	return nil
}
