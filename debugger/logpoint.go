package debugger

import (
	"fmt"
	"strings"

	"machsim/debugger/lang/eval"
)

// logText is what a log point tells: texts, and between them the values of expressions.
type logText struct {
	texts []string // one more than shows
	shows []*eval.Expr
}

// parseLog reads what a log point tells: a text, in which expressions of Go stand in braces.
func parseLog(message string) (x logText, err error) {
	rest := message
	for {
		text, behind, ok := strings.Cut(rest, "{")
		x.texts = append(x.texts, text)
		if !ok {
			return x, nil
		}
		inner, after, ok := strings.Cut(behind, "}")
		if !ok {
			return x, fmt.Errorf("%q has a { without the }", message)
		}
		e, err := eval.Parse(inner)
		if err != nil {
			return x, shown(err)
		}
		x.shows, rest = append(x.shows, e), after
	}
}

// with is the text with values.
func (x *logText) with(values []string) string {
	var b strings.Builder
	for i, text := range x.texts {
		b.WriteString(text)
		if i < len(values) {
			b.WriteString(values[i])
		}
	}
	return b.String()
}

// logWord stands between a place and what is told there.
const logWord = " log "

// logPoint reads a trace of the form PLACE log TEXT; ok is false if it has none.
func (d *Debugger) logPoint(what string) (b *point, ok bool, err error) {
	place, message, ok := strings.Cut(what, logWord)
	if !ok {
		return nil, false, nil
	}
	if err := d.linesUnknown(); err != nil {
		return nil, true, err
	}
	b, isLine, err := d.linePoint(place)
	if err == nil && !isLine {
		err = fmt.Errorf("%s is no place of the program: that is a line, as bank.go:81, or a function", place)
	}
	if err != nil {
		return nil, true, err
	}
	if b.log, err = parseLog(message); err != nil {
		return nil, true, err
	}
	return b, true, nil
}

// logged are the local events of a log point, once it was looked for.
func (d *Debugger) logged(b *point) (all []localEvent) {
	for k, h := range b.statements.hits {
		e := localEvent{at: h, says: b.log.with(nil)}
		if b.statements.shown != nil {
			e.says = b.log.with(b.statements.shown[k])
		}
		e.Thread, e.Event = h.Thread, h.Event
		all = append(all, e)
	}
	return all
}
