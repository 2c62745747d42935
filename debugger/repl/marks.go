package repl

import (
	"fmt"
	"strconv"

	"machsim/debugger/session"
)

// checkpoint names the present position. A name must not look like another position.
func (p *Prompt) checkpoint(words []string) error {
	name := ""
	if len(words) == 1 {
		name = words[0]
		if _, err := strconv.Atoi(name); err == nil || reserved[name] {
			return fmt.Errorf("a checkpoint cannot be called %q: that is another position already", name)
		}
	}
	c, err := p.s.Take(name)
	if err != nil {
		return err
	}
	p.printf("checkpoint %s: %s\n", c.Name, p.inWords(c.Cut))
	return nil
}

var reserved = map[string]bool{"start": true, "end": true, ".": true, "past": true, "without": true, "all": true}

func (p *Prompt) checkpoints([]string) error {
	all := p.s.Checkpoints()
	if len(all) == 0 {
		p.printf("there are no checkpoints; checkpoint NAME takes one\n")
		return nil
	}
	t := newTable("name", "position")
	for _, c := range all {
		t.add(c.Name, p.inWords(c.Cut))
	}
	p.table(t)
	return nil
}

func (p *Prompt) rollback(words []string) error {
	for _, c := range p.s.Checkpoints() {
		if c.Name == words[0] {
			return p.move(p.s.Graph.Up(c.Cut), p.s.Graph.Last(c.Cut), false)
		}
	}
	return p.s.Rollback(words[0]) // it says why not
}

func (p *Prompt) forget(words []string) error {
	if err := p.s.Delete(words[0]); err != nil {
		return err
	}
	p.printf("checkpoint %s is deleted\n", words[0])
	return nil
}

// set changes a setting, or shows them.
func (p *Prompt) set(words []string) error {
	switch {
	case len(words) == 0:
		p.printf("mode %s\npage %d\n", p.mode, p.o.Page)
		return nil
	case len(words) == 1:
		return fmt.Errorf("type it as: set VARIABLE VALUE, set mode pessimistic, set mode optimistic, or set page N")
	case words[0] == "mode":
		m := modeNamed(words[1])
		if m < 0 {
			return fmt.Errorf("there is no mode %q; there are pessimistic and optimistic", words[1])
		}
		p.mode = session.Mode(m)
		return nil
	case words[0] == "page":
		n, err := strconv.Atoi(words[1])
		if err != nil || n < 1 {
			return fmt.Errorf("a page has a number of lines above 0, not %q", words[1])
		}
		p.o.Page, p.paged = n, true
		return nil
	}
	return p.setVariable(p.args)
}

func (p *Prompt) leave([]string) error {
	p.quit = true
	return nil
}
