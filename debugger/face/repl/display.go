package repl

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"machsim/debugger"
	"machsim/debugger/face/repl/answer"
	"machsim/debugger/face/repl/input"
)

// aboutFormats is the help on how values are written.
const aboutFormats = "/raw writes it as Go has it, without a String method and without the names of ports, mutexes\n" +
	"and threads; /x writes integers in hexadecimal."

// formatted takes the format off the begin of a line: print/x or print /x. Only what writes values has one.
func formatted(words []input.Word) (as debugger.Format, rest []input.Word, err error) {
	verb, format, ok := strings.Cut(words[0].Text, "/")
	c, err := named(strings.ToLower(verb))
	if !ok && err == nil && c.formats && len(words) > 1 && strings.HasPrefix(words[1].Typed, "/") {
		format, ok, words = words[1].Text[1:], true, words[1:]
	}
	if !ok || verb == "" {
		return debugger.Plain, words, nil
	}
	switch {
	case strings.EqualFold(verb, "x"), strings.EqualFold(verb, "output"):
		return as, nil, fmt.Errorf("memory shows bytes of a task, and print/x the value of an expression in hexadecimal")
	case err != nil:
		return as, nil, err
	case !c.formats:
		return as, nil, fmt.Errorf("%s has no formats; print and display have", c.Name)
	}
	if as = debugger.Format(format); as == "r" {
		as = debugger.Raw
	}
	if !slices.Contains(debugger.Formats, as) {
		return as, nil, fmt.Errorf("there is no format %q: %s/raw writes values as Go has them, %s/x integers in hexadecimal",
			format, c.Name, c.Name)
	}
	return as, append([]input.Word{{Text: verb, Typed: verb}}, words[1:]...), nil
}

// display adds an expression to those that are shown after each motion or, without one, lists them.
func (p *Prompt) display(words []string) error {
	if len(words) > 0 {
		x, err := p.d.Display(p.a.Ctx, p.as, input.Spoken(p.a.Args))
		if err == nil {
			p.displayed(x)
		}
		return err
	}
	t := answer.NewTable(">display", "expression", "value")
	return answer.List(&p.a, "nothing is displayed", t, p.d.Displays, func(x debugger.Display) []string {
		return []string{strconv.Itoa(x.Number), x.String(), orWhy(x)}
	})
}

// displayed prints what a display shows.
func (p *Prompt) displayed(x debugger.Display) {
	p.a.Printf("  %d: %s is %s\n", x.Number, x, orWhy(x))
}

// orWhy is what a display shows, or why it has nothing to show.
func orWhy(x debugger.Display) string {
	if x.Why != "" {
		return "not known here: " + x.Why
	}
	return x.Value
}

// displays prints what is to be shown after each motion. A value that is not there is no mistake of the motion.
func (p *Prompt) displays() error {
	all, err := p.d.Displays(p.a.Ctx)
	for _, x := range all {
		p.displayed(x)
	}
	return err
}

// undisplay has expressions no longer shown.
func (p *Prompt) undisplay(words []string) error {
	var numbers []int
	for _, w := range words {
		n, err := strconv.Atoi(w)
		if err != nil {
			return fmt.Errorf("undisplay takes numbers of displays, not %q; type display to see them", w)
		}
		numbers = append(numbers, n)
	}
	return p.d.Undisplay(p.a.Ctx, numbers...)
}

// displayNumbers completes the numbers of displays.
var displayNumbers = listed((*debugger.Debugger).Displays,
	func(x debugger.Display) string { return strconv.Itoa(x.Number) })

// verbOf is the first word of a line without the format behind it.
func verbOf(word string) string {
	verb, _, _ := strings.Cut(word, "/")
	return verb
}
