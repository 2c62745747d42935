package repl

import (
	"fmt"

	"machsim/debugger/event/text"
	"machsim/ipc/quote"
)

// verdict prints how the recorded run ended, in a line.
func (p *Prompt) verdict() error {
	x, err := p.d.Info(p.a.Ctx)
	if err != nil {
		return err
	}
	p.a.Printf("%s  seed %d  %s\n", quote.Line(x.Program), x.Seed, text.Counted(int(x.Events), "event"))
	return nil
}

// info describes the recording.
func (p *Prompt) info([]string) error {
	x, err := p.d.Info(p.a.Ctx)
	if err != nil {
		return err
	}
	row := func(what, format string, args ...any) {
		p.a.Printf("%-9s  %s\n", what, quote.Line(fmt.Sprintf(format, args...)))
	}
	if x.File != "" {
		row("file", "%s", x.File)
	}
	row("program", "%s: %s", x.Program, x.Doc)
	row("arguments", "%s", text.Arguments(x.Args))
	row("seed", "%d, strategy %s", x.Seed, x.Strategy)
	if x.Fork {
		how := "up to event %d"
		if x.Reordered {
			how = "in %d of its events"
		}
		row("fork of", "%s, which it follows "+how, x.Parent, x.Follows)
	}
	for _, c := range x.Changes {
		row("changed", "event %d: %s", c.Event, c.Text)
	}
	r, err := p.d.Run(p.a.Ctx)
	if err != nil {
		return err
	}
	here := ""
	if r.Since > 0 {
		here = fmt.Sprintf("; here are those from %d on", r.Since)
	}
	row("events", "%d, by %d threads%s", x.Events, x.Threads, here)
	row("ended", "%s", x.Ended)
	if x.Culprit != "" {
		row("", "in %s", x.Culprit)
	}
	row("mode", "%s: what the others do when one thread is stepped", x.Mode)
	return nil
}
