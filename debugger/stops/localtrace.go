package stops

import (
	"fmt"
	"strings"

	"machsim/debugger/lang/eval"
	"machsim/debugger/lines/source"
	"machsim/debugger/present"
	"machsim/debugger/replay/graph"
)

// AddTrace gives a trace of local events a number.
func (d In) AddTrace(g *Global) Stop {
	ps := d.Points()
	ps.Last++
	g.Number = ps.Last
	d.Stops().List = append(d.Stops().List, g)
	*d.Changed = true
	row := d.StopRow(g)
	if row.Hits = len(g.Local); row.Hits > 0 {
		row.First = d.At(d.S.AtHit(g.Local[0].at))
	}
	row.Never = row.Hits == 0 && !d.S.GoesOn()
	return row
}

// localEvent is a local event of a trace, and where a thread stands that has done it, or is about to.
type localEvent struct {
	source.Local
	at   source.Hit
	says string // of a log point
}

// BindLocal finds the local events of a trace in the present run.
func (d In) BindLocal(g *Global) error {
	if b, ok, err := d.logPoint(g.Show); ok {
		if err == nil {
			err = d.match(b)
		}
		if err == nil {
			g.Local = d.Logged(b)
		}
		return err
	}
	name, reads := strings.CutPrefix(g.Show, "reads of ")
	if label, ok := strings.CutPrefix(name, "label "); ok {
		name = ":" + label
	}
	if !d.S.HasStatements() {
		return present.ErrNoStatements
	}
	of, err := d.S.Local(name)
	if err != nil {
		return present.Shown(err)
	}
	return of.Each(reads, func(some []source.Local) bool {
		for _, l := range some {
			switch {
			case l.Kind == source.CameTo || reads && l.Kind == source.Referred:
				g.Local = append(g.Local, localEvent{Local: l, at: l.At()})
			case !reads && l.Changed():
				g.Local = append(g.Local, localEvent{Local: l, at: l.After})
			}
		}
		return true
	})
}

// passedLocal are the local events of a trace on the way from a position to one that holds it.
func (d In) passedLocal(g *Global, from, to graph.Position) (all []Passed) {
	row, most := d.StopRow(g), maxPassed
	for _, l := range g.Local {
		if d.PastAt(from, l.at) || !d.PastAt(to, l.at) {
			continue
		}
		if l.says != "" {
			most = maxLogged
		}
		x := Passed{Stop: row, Event: l.Event + 1, Thread: d.S.ThreadName(l.Thread), At: d.At(d.S.AtHit(l.at)),
			More: len(all) == most}
		if l.says != "" {
			x.Says = l.says
		} else if l.Kind.Writes() {
			x.Value = l.New
		}
		if all = append(all, x); x.More {
			break
		}
	}
	return all
}

// Happened says in words what a trace of local events has passed.
func (x *Passed) Happened() string {
	where := fmt.Sprintf("by %s, at %s", x.Thread, x.At)
	if x.Says != "" {
		return x.Says + ", " + where
	}
	if x.Value != "" {
		return fmt.Sprintf("%s = %s, %s", x.Stop.Shows, x.Value, where)
	}
	return x.Stop.Shows + ", " + where
}

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
			return x, present.Shown(err)
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

// LogWord stands between a place and what is told there.
const LogWord = " log "

// logPoint reads a trace of the form PLACE log TEXT; ok is false if it has none.
func (d In) logPoint(what string) (b *Point, ok bool, err error) {
	place, message, ok := strings.Cut(what, LogWord)
	if !ok {
		return nil, false, nil
	}
	if err := d.LinesUnknown(); err != nil {
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

// Logged are the local events of a log point, once it was looked for.
func (d In) Logged(b *Point) (all []localEvent) {
	for k, h := range b.Statements.Hits {
		e := localEvent{at: h, says: b.log.with(nil)}
		if b.Statements.shown != nil {
			e.says = b.log.with(b.Statements.shown[k])
		}
		e.Thread, e.Event = h.Thread, h.Event
		all = append(all, e)
	}
	return all
}
