package repl

import (
	"fmt"
	"slices"

	"machsim/debugger/history"
	"machsim/debugger/session"
)

// netnames shows which names are checked in, and what clients were told last.
func (p *Prompt) netnames([]string) error {
	all, err := p.s.Netnames()
	if err != nil {
		return err
	}
	answers, err := p.s.History(history.Netname)
	if err != nil {
		return err
	}
	t := newTable("host", "name", "port", "checked in by", ">event")
	err = rows(p, "no name is checked in", t, all, func(c session.CheckedIn) []string {
		port := c.Port
		if c.Dead {
			port += " (dead)"
		}
		return []string{c.Host, c.Name, port, c.Thread, fmt.Sprint(c.Event)}
	})
	p.answers(latest(answers))
	return err
}

// answers shows what clients were told, if any was.
func (p *Prompt) answers(all []history.Row) {
	if len(all) == 0 {
		return
	}
	p.printf("what clients were told last:\n")
	t := newTable(">event", "client", "call", "name", "asked of", "answer")
	for _, r := range all {
		call, host, answer, port, found := value(r.Data[0]), value(r.Data[1]), value(r.Data[2]), value(r.Data[3]), value(r.Data[4])
		if found != "" {
			answer = fmt.Sprintf("port %s, from %s", port, found)
		}
		t.add(fmt.Sprint(r.Event), r.Thread, call, r.Object, askedOf(call, host), answer)
	}
	p.table(t)
}

// askedOf says in which host's names a client has looked.
func askedOf(call, host string) string {
	switch {
	case call != "netname_look_up" || host == "":
		return "its own host"
	case host == "*":
		return "all hosts"
	}
	return host
}

// latest are the last answers that each client got to each call about a name.
func latest(all history.History) (last []history.Row) {
	type question struct{ thread, name, call string }
	seen := map[question]bool{}
	for _, r := range slices.Backward(all) {
		q := question{r.Thread, r.Object, value(r.Data[0])}
		if !seen[q] {
			last = append(last, r)
		}
		seen[q] = true
	}
	slices.Reverse(last)
	return last
}
