package repl

import (
	"fmt"

	"machsim/debugger"
)

// netnames prints which names are checked in, and the last answer to each client.
func (p *Prompt) netnames([]string) error {
	x, err := p.d.Netnames(p.ctx)
	if err != nil {
		return err
	}
	t := newTable("host", "name", "port", "checked in by", ">event")
	rows(p, "no name is checked in", t, x.Names, func(c debugger.CheckedIn) []string {
		port := c.Port
		if c.Dead {
			port += " (dead)"
		}
		return []string{c.Host, c.Name, port, c.Thread, fmt.Sprint(c.Event)}
	})
	if len(x.Answers) == 0 {
		return nil
	}
	p.printf("what clients were told last:\n")
	t = newTable(">event", "client", "call", "name", "asked of", "answer")
	for _, a := range x.Answers {
		t.Add(fmt.Sprint(a.Event), a.Client, a.Call, a.Name, a.Host, a.Answer)
	}
	p.table(t)
	return nil
}
