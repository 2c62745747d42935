package repl

import (
	"bytes"
	"fmt"
	"strconv"
	"strings"

	"machsim/debugger/event/text"
)

// show writes the first page of the answer, or all of it if the command has asked for that. The rest
// waits for the command more.
func (p *Prompt) show() {
	if p.a.Parts != nil {
		p.rest = wrap(lines([]byte(p.a.Parts.Text(p.o.Width))), p.o.Width)
		p.a.Parts = nil
		n := p.o.Page
		if p.full {
			n = len(p.rest)
		}
		p.page(n)
	}
	p.full = false
}

// lines returns a copy of a text by lines.
func lines(text []byte) [][]byte {
	return bytes.SplitAfter(bytes.TrimSuffix(bytes.Clone(text), []byte("\n")), []byte("\n"))
}

// wrap breaks lines that are longer than a screen has columns, and indents what is left of them. 0
// columns stand for no limit.
func wrap(all [][]byte, columns int) [][]byte {
	if columns == 0 {
		return all
	}
	var out [][]byte
	for _, line := range all {
		left := strings.TrimSuffix(string(line), "\n")
		indent := strings.Repeat(" ", min(4+len(left)-len(strings.TrimLeft(left, " ")), columns/2))
		for {
			begin := text.Head(left, columns)
			out = append(out, []byte(begin+"\n"))
			if left = strings.TrimLeft(left[len(begin):], " "); left == "" {
				break
			}
			left = indent + left
		}
	}
	return out
}

// page writes n lines of the rest. It also writes a single line that would be left, because saying so
// takes no less room.
func (p *Prompt) page(n int) {
	if n >= len(p.rest)-1 {
		n = len(p.rest)
	}
	if n == 0 {
		return
	}
	shown := bytes.Join(p.rest[:n], nil)
	if p.rest = p.rest[n:]; len(p.rest) > 0 {
		left := fmt.Sprintf("... %d more lines: type more to see the next, more all to see all", len(p.rest))
		shown = append(shown, bytes.Join(wrap(lines([]byte(left)), p.o.Width), nil)...)
	}
	if !bytes.HasSuffix(shown, []byte("\n")) {
		shown = append(shown, '\n')
	}
	_, _ = p.o.Out.Write(shown)
}

// more writes more of the last answer.
func (p *Prompt) more(words []string) error {
	n := p.o.Page
	switch {
	case len(p.rest) == 0:
		return fmt.Errorf("there is nothing more to show")
	case len(words) > 1:
		return fmt.Errorf("more takes a number of lines, or all")
	case len(words) == 1 && words[0] == "all":
		n = len(p.rest)
	case len(words) == 1:
		var err error
		if n, err = strconv.Atoi(words[0]); err != nil || n < 1 {
			return fmt.Errorf("more takes a number of lines, or all, not %q", words[0])
		}
	}
	p.page(n)
	return nil
}
