package repl

import (
	"fmt"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"machsim/debugger"
	"machsim/debugger/face/repl/input"
	"machsim/debugger/face/repl/look"
)

// usualEvents is the number of events that diagram shows by default.
const usualEvents = 30

// diagram draws a window of the run as text, or into a file.
func (p *Prompt) diagram(words []string) error {
	o := debugger.DiagramOptions{Words: advice}
	if i := controlled(p.a.Args); i < len(p.a.Args) {
		more, rest, err := look.OptionsOf(p.a.Args[i+1:])
		if err != nil {
			return err
		}
		o.Control = &debugger.DiagramControl{Predicate: input.Spoken(rest), Delay: more.Delay, Seed: more.Seed}
		words = words[:i]
	}
	file, words, err := output(words)
	if err != nil {
		return err
	}
	if len(words) > 0 || file == "" && (o.Control == nil || o.Control.Predicate == "") {
		if o.From, o.To, err = p.window(words); err != nil {
			return err
		}
	}
	d, err := p.d.Diagram(p.a.Ctx, o)
	if err != nil {
		return err
	}
	if file == "" {
		p.a.Printf("%s", d.Text(p.canvas()))
		return nil
	}
	if err := p.d.Write(file, d.SVG()); err != nil {
		return err
	}
	p.a.Printf("%s\ndrawn in %s: %s\n", d.Title(), file, d.Extent())
	for _, s := range d.Left {
		p.a.Printf("%s\n", s)
	}
	return nil
}

// controlled is where --control stands among words, which a predicate may follow; len(words) if it does not.
func controlled(words []input.Word) int {
	if i := slices.IndexFunc(words, func(w input.Word) bool { return w.Typed == "--control" }); i >= 0 {
		return i
	}
	return len(words)
}

// advice has the words that show more of a diagram at the prompt.
var advice = debugger.DiagramWords{
	debugger.AnotherWindow: "diagram FROM TO shows another one",
	debugger.MoreRoom:      "diagram -o FILE.svg has more",
}

// output removes -o FILE from the words, and returns the file, "" if there is none.
func output(words []string) (file string, rest []string, err error) {
	for i, w := range words {
		switch {
		case w != "-o":
			continue
		case i+1 == len(words):
			return "", nil, fmt.Errorf("-o needs the name of a file, as in diagram -o run.svg")
		case !strings.EqualFold(filepath.Ext(words[i+1]), ".svg"):
			return "", nil, fmt.Errorf("%s: the picture is SVG; give a name that ends in .svg, as in diagram -o run.svg",
				words[i+1])
		}
		return words[i+1], append(words[:i:i], words[i+2:]...), nil
	}
	return "", words, nil
}

// window reads the range of events to draw, and returns the numbers of the first and the last.
func (p *Prompt) window(words []string) (from, to int, err error) {
	switch len(words) {
	case 0:
		return p.d.Around(p.a.Ctx, usualEvents)
	case 1:
		n, err := strconv.Atoi(words[0])
		if err != nil || n < 1 {
			return 0, 0, fmt.Errorf("diagram takes a number of events around here, as in diagram %d, or the first and the "+
				"last event, not %q", usualEvents, words[0])
		}
		return p.d.Around(p.a.Ctx, n)
	case 2:
		first, err := p.drawn(words[0])
		if err != nil {
			return 0, 0, err
		}
		last, err := p.drawn(words[1])
		return first, last, err
	}
	return 0, 0, fmt.Errorf("type it as: diagram, diagram N, or diagram FROM TO; -o FILE.svg makes a picture")
}

// drawn reads an end of that range, and returns the number of the event.
func (p *Prompt) drawn(word string) (int, error) {
	switch word {
	case "start":
		return 1, nil
	case "end":
		return p.total()
	}
	n, err := p.d.FindEvent(p.a.Ctx, word)
	if err == nil {
		return n, nil
	}
	if _, wrong := strconv.Atoi(strings.TrimPrefix(word, "#")); wrong == nil {
		return 0, err
	}
	if at, ok, wrong := p.bound(word); ok || wrong != nil {
		return max(at, 1), wrong
	}
	return 0, err
}

// leastColumns is the least width that has room for a lane or two.
const leastColumns = 40

// canvas returns the screen to draw on. In a script its size is fixed.
func (p *Prompt) canvas() debugger.DiagramScreen {
	if p.o.Width == 0 {
		return debugger.DiagramScreen{}
	}
	return debugger.DiagramScreen{Width: max(p.o.Width, leastColumns), Height: p.o.Page}
}

// diagramWords completes what diagram takes.
func diagramWords(p *Prompt) []string {
	return append([]string{"-o", "start", "end", "--control", "--delay", "--seed"}, predicateWords(p)...)
}
