package repl

import (
	"fmt"
	"strings"

	"machsim/debugger"
)

// deepest is how far the lines of an answer move to the right.
const deepest = 20

// why prints the chain of waits that begins with a thread.
func (p *Prompt) why(words []string) error {
	id, err := p.here(words)
	if err != nil {
		return err
	}
	if f := p.s.State().Failure; f != nil && f.Thread == id {
		p.printf("%s has failed: %s: %s\n", p.s.State().ThreadName(id), f.Kind, f.Text)
		return nil
	}
	reasons, cycle := p.s.Why(id)
	if len(reasons) == 0 {
		p.printf("%s has ended\n", p.s.State().ThreadName(id))
		return nil
	}
	for _, r := range reasons {
		indent := strings.Repeat("  ", min(r.Depth, deepest))
		if r.Told {
			p.printf("%s%s  (see above)\n", indent, r.Thread)
			continue
		}
		p.printf("%s%s\n", indent, r.Explanation)
	}
	if cycle != nil {
		p.printf("a cycle: %s -> %s\n", strings.Join(cycle, " -> "), cycle[0])
	}
	return nil
}

func (p *Prompt) blocked([]string) error {
	return p.waiting("no thread is blocked", p.s.Blocked())
}

func (p *Prompt) suspended([]string) error {
	return p.waiting("no thread is suspended", p.s.Suspended())
}

func (p *Prompt) waiting(none string, all []debugger.Waiting) error {
	t := newTable("thread", "host", ">since ms", "why", "source")
	return rows(p, none, t, all, func(w debugger.Waiting) []string {
		return []string{w.Thread, w.Host, strings.TrimSuffix(ms(w.Since), " ms"), w.Text, strings.Trim(w.Places(), " ()")}
	})
}

// delays lists the messages that are held.
func (p *Prompt) delays([]string) error {
	t := newTable(">sent", "by", "message", "to port", "held until these have sent")
	return rows(p, "no message is held", t, p.s.Held(), func(d debugger.Delay) []string {
		var after []string
		for _, e := range d.After {
			after = append(after, fmt.Sprint("event ", e+1))
		}
		m := p.s.Message(d.Message)
		return []string{sentAt(m), m.Sender, m.Text(), d.Port, names(after)}
	})
}
