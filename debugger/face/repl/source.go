package repl

import (
	"cmp"
	"fmt"
	"regexp"
	"strconv"
	"strings"

	"machsim/debugger"
	"machsim/debugger/event/text"
)

// usualLines is the number of lines that list shows by default.
const usualLines = 11

// excerpt is a part of a source file.
type excerpt struct {
	path     string
	from, to int // lines, the first and the last
	line     int // that was asked for
	mark     int // the line that is marked, 0 for none
}

// around returns n lines of a file with one in the middle.
func around(path string, line, n int) excerpt {
	from := max(1, line-n/2)
	return excerpt{path: path, from: from, to: from + n - 1, line: line}
}

// list shows source: the lines around a thread's next call, around a line, or of a range.
func (p *Prompt) list(words []string) error {
	e, err := p.excerpt(words)
	if err != nil {
		return err
	}
	if at, err := p.d.NextCall(p.a.Ctx, ""); err == nil && e.mark == 0 && at.Path == e.path {
		e.mark = at.Line
	}
	return p.source(e)
}

// excerpt returns the part of a file that the words of list name.
func (p *Prompt) excerpt(words []string) (excerpt, error) {
	if len(words) == 0 {
		return p.ofThread(nil, usualLines)
	}
	n, rest := usualLines, words
	if k, err := strconv.Atoi(words[len(words)-1]); err == nil && len(words) > 1 {
		if n, rest = k, words[:len(words)-1]; n < 1 {
			return excerpt{}, fmt.Errorf("list takes a number of lines above 0, not %d", k)
		}
	}
	if len(rest) == 1 && place.MatchString(rest[0]) {
		return p.ofPlace(rest[0], n)
	}
	e, err := p.ofThread(rest, n)
	if err == nil {
		return e, nil
	}
	if f, ok, _ := p.d.Function(p.a.Ctx, strings.Join(rest, " ")); ok {
		return around(f.Path, f.Line, n), nil
	}
	return e, err
}

// ofThread returns the source around a thread's next call.
func (p *Prompt) ofThread(words []string, n int) (excerpt, error) {
	at, err := p.d.NextCall(p.a.Ctx, strings.Join(words, " "))
	if err != nil {
		return excerpt{}, err
	}
	e := around(at.Path, at.Line, n)
	e.mark = at.Line
	return e, nil
}

// place matches a line or a range of lines of a file: bank.go:100 and 90,110 and bank.go.
var place = regexp.MustCompile(`^(?:([^:]+\.go)(?::|$)([0-9]+)?|([0-9]+))(?:,([0-9]+))?$`)

// ofPlace returns the source around a line, or of a range.
func (p *Prompt) ofPlace(word string, n int) (excerpt, error) {
	m := place.FindStringSubmatch(word)
	path, err := p.d.SourceFile(p.a.Ctx, m[1])
	if err != nil {
		return excerpt{}, err
	}
	line, err := strconv.Atoi(cmp.Or(m[2], m[3], "1"))
	last, lastErr := strconv.Atoi(cmp.Or(m[4], "1"))
	switch {
	case err != nil || line < 1 || lastErr != nil || m[4] != "" && last < line:
		return excerpt{}, fmt.Errorf("%q names no lines: type list and a number from 1, or two of them as in list 90,110",
			word)
	case m[4] != "":
		return excerpt{path: path, from: line, to: last, line: line}, nil
	}
	return around(path, line, n), nil
}

// source shows a part of a file.
func (p *Prompt) source(e excerpt) error {
	all, err := p.d.Lines(p.a.Ctx, e.path)
	if err != nil {
		return err
	}
	file := text.FileName(e.path)
	switch {
	case e.mark > len(all):
		return fmt.Errorf("%s:%d: the file has %d lines only; it has changed since machsim was built", file, e.mark, len(all))
	case e.line > len(all):
		return fmt.Errorf("%s has %d lines; there is no line %d", file, len(all), e.line)
	}
	p.a.Printf("%s\n", file)
	for i := e.from; i <= min(e.to, len(all)); i++ {
		mark := "  "
		if i == e.mark {
			mark = "=>"
		}
		p.a.Printf("%s %4d  %s\n", mark, i, all[i-1])
	}
	return nil
}

// sourceLines completes the lines from which the run makes calls.
var sourceLines = listed((*debugger.Debugger).Sources, debugger.Frame.String)

func sourceWords(p *Prompt) []string { return append(threadNames(p), sourceLines(p)...) }
