package repl

import (
	"context"
	"fmt"
	"strings"

	"machsim/debugger"
)

func (p *Prompt) tasks([]string) error {
	t := newTable("task", "host", "state", ">ports", "threads")
	return list(p, "there are no tasks", t, p.d.Tasks, func(x debugger.Task) []string {
		state := x.State
		if x.Server {
			state += ", server"
		}
		return []string{x.Name, x.Host, state, fmt.Sprint(x.Ports), names(x.Threads)}
	})
}

func (p *Prompt) hosts([]string) error {
	t := newTable("host", "state", ">tasks", "netname server", ">speed", "clock")
	return list(p, "there are no hosts", t, p.d.Hosts, func(h debugger.Host) []string {
		state := "up"
		if h.Down {
			state = "down"
		} else if h.Stands {
			state = "halted"
		}
		return []string{h.Name, state, fmt.Sprint(h.Tasks), h.Netname, fmt.Sprintf("%d%%", h.Speed), clock(h)}
	})
}

// clock says what a host's clock shows, and how it differs from virtual time.
func clock(h debugger.Host) string {
	parts := []string{ms(h.Clock)}
	if h.Ahead != 0 {
		parts = append(parts, fmt.Sprintf("%d us ahead", h.Ahead))
	}
	if h.Drift != 0 {
		parts = append(parts, fmt.Sprintf("drifts by %d ppm", h.Drift))
	}
	return strings.Join(parts, ", ")
}

func (p *Prompt) ports(words []string) error {
	if len(words) > 0 && words[0] != "all" {
		return fmt.Errorf("ports takes all, or nothing; for one port, type port %s", words[0])
	}
	get := func(ctx context.Context) ([]debugger.Port, error) { return p.d.Ports(ctx, len(words) > 0) }
	t := newTable("port", "host", "received by", ">queued", "waiting", "rights of other tasks")
	return list(p, "there are no ports; the kernel's own come with ports all", t, get, func(x debugger.Port) []string {
		var rights []string
		for _, r := range x.Rights {
			if r.Kind != "receive" {
				rights = append(rights, r.Task+" "+r.Kind)
			}
		}
		queued := fmt.Sprintf("%d of %d", x.Queued, x.Limit)
		if x.Datagram {
			queued = "datagrams, " + queued
		}
		return []string{x.Name, x.Host, receiver(x), queued,
			names(append(x.Senders, x.Receivers...)), names(rights)}
	})
}

// receiver says, in few words, who receives from a port.
func receiver(x debugger.Port) string {
	if who, ok := strings.CutPrefix(x.State, "received by "); ok {
		return who
	}
	return "(" + x.State + ")"
}

// port shows one port.
func (p *Prompt) port(words []string) error {
	x, err := p.d.Port(p.ctx, strings.Join(words, " "))
	if err != nil {
		return err
	}
	p.printf("port %s, made as %s: %s", x.Name, x.Virtual, x.State)
	if x.Host != "" {
		p.printf(", on host %s", x.Host)
	}
	if x.Set != "" {
		p.printf(", in set %s", x.Set)
	}
	if x.Datagram {
		p.printf(", for datagrams")
	}
	p.printf("\nqueue: %d of %d\n", x.Queued, x.Limit)
	for _, m := range x.Messages {
		p.printf("  %s\n", letter(m))
	}
	for _, w := range []struct {
		what string
		who  []string
	}{{"waiting to send", x.Senders}, {"waiting to receive", x.Receivers}} {
		if len(w.who) > 0 {
			p.printf("%s: %s\n", w.what, strings.Join(w.who, ", "))
		}
	}
	p.printf("rights:\n")
	t := newTable("  task", "name", "right")
	rows(p, "  no task has any", t, x.Rights, func(r debugger.Right) []string {
		return []string{"  " + r.Task, r.Name.String(), r.Text()}
	})
	return nil
}

// letter describes a message in a line.
func letter(m debugger.Message) string {
	text := m.Text() + " from " + m.Sender
	if m.Sent > 0 {
		text += fmt.Sprintf(", sent by event %d", m.Sent)
	}
	if m.Reply != "" {
		text += ", reply to " + m.Reply
	}
	return text
}

// message lists all messages, or shows one.
func (p *Prompt) message(words []string) error {
	if len(words) > 0 {
		n, err := sentBy(words[0])
		if err != nil {
			return err
		}
		m, err := p.d.Message(p.ctx, n)
		if err != nil {
			return err
		}
		p.whole(m)
		return nil
	}
	t := newTable(">sent", "from", "to port", "message", "where it is")
	return list(p, "there are no messages", t, p.d.Messages, func(m debugger.Message) []string {
		return []string{sentAt(m.Sent), m.Sender, m.Port, m.Text(), m.Place}
	})
}

// sentAt returns the number of the event that sent a message, "" if none did.
func sentAt(event uint64) string {
	if event == 0 {
		return ""
	}
	return fmt.Sprint(event)
}

// whole prints all of a message.
func (p *Prompt) whole(m debugger.Message) {
	p.printf("%s\nto port %s, %s, %d bytes\n", letter(m), m.Port, m.Place, m.Bytes)
	for i, it := range m.Items {
		p.printf("%4d  %s\n", i, it)
	}
}

func (p *Prompt) mutexes([]string) error {
	t := newTable("mutex", "held by", "locked at", "waiting")
	return list(p, "there are no mutexes", t, p.d.Mutexes, func(m debugger.Mutex) []string {
		owner, line := m.Owner, ""
		if m.Freed {
			owner = "(freed)"
		}
		if m.Where.File != "" {
			line = m.Where.String()
		}
		return []string{m.Name, owner, line, names(m.Waiting)}
	})
}

func (p *Prompt) conditions([]string) error {
	t := newTable("condition", "waiting")
	return list(p, "there are no conditions", t, p.d.Conditions, func(c debugger.Condition) []string {
		if c.Freed {
			return []string{c.Name, "(freed)"}
		}
		return []string{c.Name, names(c.Waiting)}
	})
}

func (p *Prompt) timers([]string) error {
	t := newTable(">at ms", "of", "what")
	return list(p, "no timer is armed", t, p.d.Timers, func(x debugger.Timer) []string {
		if x.Stands {
			x.What += ", which stands"
		}
		return []string{strings.TrimSuffix(ms(x.At), " ms"), x.Who, x.What}
	})
}

func (p *Prompt) wires([]string) error {
	t := newTable("wire", "state", "delay")
	err := list(p, "all wires are whole and without delay", t, p.d.Wires, func(w debugger.Wire) []string {
		state := "whole"
		if w.Cut {
			state = "cut"
		}
		return []string{w.A + " - " + w.B, state, fmt.Sprintf("%s to %s", ms(w.Min), ms(w.Max))}
	})
	if err != nil {
		return err
	}
	t = newTable("packet", "from", "to", "state", "until")
	return list(p, "nothing is on a wire", t, p.d.Packets, func(x debugger.Packet) []string {
		until := ""
		if x.Until != 0 {
			until = ms(x.Until)
		}
		return []string{x.What, x.From, x.To, x.State, until}
	})
}
