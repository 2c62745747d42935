package repl

import (
	"cmp"
	"context"
	"fmt"
	"strconv"
	"strings"

	"machsim/debugger"
	"machsim/debugger/event/text"
	"machsim/debugger/face/repl/answer"
	"machsim/debugger/face/repl/input"
)

// checkpoint names the present position.
func (p *Prompt) checkpoint(words []string) error {
	c, err := p.d.Checkpoint(p.a.Ctx, strings.Join(words, " "))
	if err != nil {
		return err
	}
	p.a.Printf("checkpoint %s: %s\n", c.Name, c.Position.Describe())
	return nil
}

func (p *Prompt) checkpoints([]string) error {
	all, err := p.d.Checkpoints(p.a.Ctx)
	if err != nil {
		return err
	}
	t := answer.NewTable("name", "position")
	for _, c := range all {
		t.Add(c.Name, c.Position.Describe())
		t.Link(0, text.Link{Kind: "checkpoint", Name: c.Name})
		t.Link(1, text.Link{Goto: c.Position.String()})
	}
	p.a.TableOr("there are no checkpoints; checkpoint NAME takes one", t)
	return nil
}

func (p *Prompt) rollback(words []string) error { return p.moved(p.d.Rollback(p.a.Ctx, words[0])) }

func (p *Prompt) forget(words []string) error {
	if err := p.d.Forget(p.a.Ctx, words[0]); err != nil {
		return err
	}
	p.a.Printf("checkpoint %s is deleted\n", words[0])
	return nil
}

// note writes a note about the present position.
func (p *Prompt) note([]string) error {
	n, err := p.d.Note(p.a.Ctx, input.Spoken(p.a.Args))
	if err != nil {
		return err
	}
	p.a.Printf("note %d: %s\n", n.Number, n.Position.Describe())
	return nil
}

func (p *Prompt) notes([]string) error {
	all, err := p.d.Notes(p.a.Ctx)
	if err != nil {
		return err
	}
	t := answer.NewTable(">note", "position", "text")
	for _, n := range all {
		if n.By != "" {
			n.Text += " (" + n.By + ")"
		}
		t.Add(strconv.Itoa(n.Number), n.Position.Describe(), n.Text)
		t.Link(1, text.Link{Goto: n.Position.String()})
	}
	p.a.TableOr("there are no notes; note TEXT writes one about the present position", t)
	return nil
}

func (p *Prompt) deleteNote(word string) error {
	n, err := strconv.Atoi(word)
	if err != nil {
		return fmt.Errorf("a note goes by its number, not %q; notes lists them", word)
	}
	if err := p.d.DeleteNote(p.a.Ctx, n); err != nil {
		return err
	}
	p.a.Printf("note %d is deleted\n", n)
	return nil
}

var onOff = map[bool]string{true: "on", false: "off"}

// set changes a setting, or shows them.
func (p *Prompt) set(words []string) error {
	switch {
	case len(words) == 0:
		m, err := p.d.Mode(p.a.Ctx)
		servers, wrong := p.d.Servers(p.a.Ctx)
		p.a.Printf("mode %s\npage %d\nservers %s\npatience %s\n", m, p.o.Page, onOff[servers], p.patience())
		return cmp.Or(err, wrong)
	case len(words) == 1:
		return fmt.Errorf("type it as: set VARIABLE VALUE, set mode pessimistic, set mode optimistic, set page N, " +
			"set servers on, or set patience TIME")
	case words[0] == "servers" && (words[1] == onOff[true] || words[1] == onOff[false]):
		return p.d.SetServers(p.a.Ctx, words[1] == onOff[true])
	case words[0] == "mode":
		m := modeNamed(words[1])
		if m < 0 {
			return fmt.Errorf("there is no mode %q; there are pessimistic and optimistic", words[1])
		}
		return p.d.SetMode(p.a.Ctx, debugger.Mode(m))
	case words[0] == "page":
		n, err := strconv.Atoi(words[1])
		if err != nil || n < 1 {
			return fmt.Errorf("a page has a number of lines above 0, not %q", words[1])
		}
		p.o.Page, p.paged = n, true
		return nil
	case words[0] == "patience":
		return p.setPatience(words[1])
	}
	return p.setVariable(p.a.Args)
}

func (p *Prompt) leave(context.Context, []string) (string, error) {
	p.quit = true
	return "", nil
}
