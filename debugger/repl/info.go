package repl

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	"machsim/debugger/session"
	"machsim/debugger/trace"
	"machsim/kernel"
	"machsim/kernel/quote"
)

// ending is how the run ended, in words.
func ending(s *session.Session) string {
	if s.Rec.Truncated {
		return "the recording is truncated here"
	}
	rep := s.Report()
	if rep.Summary == "" {
		return string(rep.Verdict)
	}
	return fmt.Sprintf("%s: %s", rep.Verdict, rep.Summary)
}

// verdict is the recording in a line.
func (p *Prompt) verdict() {
	p.printf("%s  seed %d  %d events\n", quote.Line(p.s.Rec.Program), p.s.Rec.Seed, p.s.Tape.Len())
}

// info tells what was recorded.
func (p *Prompt) info([]string) error {
	rec := p.s.Rec
	row := func(what, format string, args ...any) {
		p.printf("%-9s  %s\n", what, quote.Line(fmt.Sprintf(format, args...)))
	}
	if p.o.File != "" {
		row("file", "%s", p.o.File)
	}
	row("program", "%s: %s", rec.Program, p.s.Program.Doc)
	row("arguments", "%s", argumentsOf(rec.Args))
	row("seed", "%d, strategy %s", rec.Seed, rec.Strategy)
	if rec.Parent != nil {
		how := "up to event %d"
		if rec.Parent.Reordered {
			how = "in %d of its events"
		}
		row("fork of", "%s, which it follows "+how, rec.Parent.File, rec.Parent.Event)
	}
	p.s.Tape.Edits(func(event int, e *kernel.Edit) {
		row("changed", "event %d: %s", event+1, trace.Edit(p.s.Tape.End, e, nil))
	})
	row("events", "%d, by %d threads", p.s.Tape.Len(), p.s.Tape.End.Threads.Len())
	row("ended", "%s", ending(p.s))
	if rep := p.s.Report(); rep.Thread != "" {
		row("", "in %s", rep.Thread)
	}
	row("mode", "%s: what the others do when one thread is stepped", p.mode)
	return nil
}

func argumentsOf(args map[string]string) string {
	var words []string
	for _, name := range slices.Sorted(maps.Keys(args)) {
		words = append(words, fmt.Sprintf("--%s=%s", name, args[name]))
	}
	if words == nil {
		return "none"
	}
	return strings.Join(words, " ")
}
