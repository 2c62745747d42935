package look

import (
	"context"
	"fmt"
	"strconv"
	"strings"

	"machsim/debugger"
	"machsim/debugger/face/repl/answer"
)

func Tasks(a *answer.Answer, _ []string) error {
	t := answer.NewTable("task", "host", "state", ">ports", "threads")
	return answer.List(a, "there are no tasks", t, a.D.Tasks, func(x debugger.Task) []string {
		state := x.State
		if x.Server {
			state += ", server"
		}
		return []string{x.Name, x.Host, state, fmt.Sprint(x.Ports), answer.Names(x.Threads)}
	})
}

func Hosts(a *answer.Answer, _ []string) error {
	t := answer.NewTable("host", "state", ">tasks", "netname server", ">speed", "clock")
	return answer.List(a, "there are no hosts", t, a.D.Hosts, func(h debugger.Host) []string {
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
	parts := []string{answer.Ms(h.Clock)}
	if h.Ahead != 0 {
		parts = append(parts, fmt.Sprintf("%d us ahead", h.Ahead))
	}
	if h.Drift != 0 {
		parts = append(parts, fmt.Sprintf("drifts by %d ppm", h.Drift))
	}
	return strings.Join(parts, ", ")
}

func Ports(a *answer.Answer, words []string) error {
	if len(words) > 0 && words[0] != "all" {
		return fmt.Errorf("ports takes all, or nothing; for one port, type port %s", words[0])
	}
	get := func(ctx context.Context) ([]debugger.Port, error) { return a.D.Ports(ctx, len(words) > 0) }
	t := answer.NewTable("port", "host", "received by", ">queued", "waiting", "rights of other tasks")
	const none = "there are no ports; the kernel's own come with ports all"
	return answer.List(a, none, t, get, func(x debugger.Port) []string {
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
			answer.Names(append(x.Senders, x.Receivers...)), answer.Names(rights)}
	})
}

// receiver says, in few words, who receives from a port.
func receiver(x debugger.Port) string {
	if who, ok := strings.CutPrefix(x.State, "received by "); ok {
		return who
	}
	return "(" + x.State + ")"
}

// Port shows one port.
func Port(a *answer.Answer, words []string) error {
	x, err := a.D.Port(a.Ctx, strings.Join(words, " "))
	if err != nil {
		return err
	}
	a.Printf("port %s, made as %s: %s", x.Name, x.Virtual, x.State)
	if x.Host != "" {
		a.Printf(", on host %s", x.Host)
	}
	if x.Set != "" {
		a.Printf(", in set %s", x.Set)
	}
	if x.Datagram {
		a.Printf(", for datagrams")
	}
	a.Printf("\nqueue: %d of %d\n", x.Queued, x.Limit)
	for _, m := range x.Messages {
		a.Printf("  %s\n", letter(m))
	}
	for _, w := range []struct {
		what string
		who  []string
	}{{"waiting to send", x.Senders}, {"waiting to receive", x.Receivers}} {
		if len(w.who) > 0 {
			a.Printf("%s: %s\n", w.what, strings.Join(w.who, ", "))
		}
	}
	a.Printf("rights:\n")
	t := answer.NewTable("  task", "name", "right")
	answer.Rows(a, "  no task has any", t, x.Rights, func(r debugger.Right) []string {
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

// Message lists all messages, or shows one.
func Message(a *answer.Answer, words []string) error {
	if len(words) > 0 {
		n, err := SentBy(words[0])
		if err != nil {
			return err
		}
		m, err := a.D.Message(a.Ctx, n)
		if err != nil {
			return err
		}
		whole(a, m)
		return nil
	}
	t := answer.NewTable(">sent", "from", "to port", "message", "where it is")
	return answer.List(a, "there are no messages", t, a.D.Messages, func(m debugger.Message) []string {
		return []string{answer.Number(m.Sent), m.Sender, m.Port, m.Text(), m.Place}
	})
}

// whole prints all of a message.
func whole(a *answer.Answer, m debugger.Message) {
	a.Printf("%s\nto port %s, %s, %d bytes\n", letter(m), m.Port, m.Place, m.Bytes)
	for i, it := range m.Items {
		a.Printf("%4d  %s\n", i, it)
	}
}

func Mutexes(a *answer.Answer, _ []string) error {
	t := answer.NewTable("mutex", "held by", "locked at", "waiting")
	return answer.List(a, "there are no mutexes", t, a.D.Mutexes, func(m debugger.Mutex) []string {
		owner, line := m.Owner, ""
		if m.Freed {
			owner = "(freed)"
		}
		if m.Where.File != "" {
			line = m.Where.String()
		}
		return []string{m.Name, owner, line, answer.Names(m.Waiting)}
	})
}

func Conditions(a *answer.Answer, _ []string) error {
	t := answer.NewTable("condition", "waiting")
	return answer.List(a, "there are no conditions", t, a.D.Conditions, func(c debugger.Condition) []string {
		if c.Freed {
			return []string{c.Name, "(freed)"}
		}
		return []string{c.Name, answer.Names(c.Waiting)}
	})
}

func Timers(a *answer.Answer, _ []string) error {
	t := answer.NewTable(">at ms", "of", "what")
	return answer.List(a, "no timer is armed", t, a.D.Timers, func(x debugger.Timer) []string {
		if x.Stands {
			x.What += ", which stands"
		}
		return []string{answer.Millis(x.At), x.Who, x.What}
	})
}

func Wires(a *answer.Answer, _ []string) error {
	t := answer.NewTable("wire", "state", "delay")
	err := answer.List(a, "all wires are whole and without delay", t, a.D.Wires, func(w debugger.Wire) []string {
		state := "whole"
		if w.Cut {
			state = "cut"
		}
		return []string{w.A + " - " + w.B, state, fmt.Sprintf("%s to %s", answer.Ms(w.Min), answer.Ms(w.Max))}
	})
	if err != nil {
		return err
	}
	t = answer.NewTable("packet", "from", "to", "state", "until")
	return answer.List(a, "nothing is on a wire", t, a.D.Packets, func(x debugger.Packet) []string {
		until := ""
		if x.Until != 0 {
			until = answer.Ms(x.Until)
		}
		return []string{x.What, x.From, x.To, x.State, until}
	})
}

// SentBy reads the number of the event that sent a message.
func SentBy(word string) (uint64, error) {
	n, err := strconv.ParseUint(strings.TrimPrefix(word, "#"), 10, 64)
	if err != nil || n == 0 {
		return 0, fmt.Errorf("a message goes by the number of the event that sent it, not %q; type message to see those "+
			"that are there", word)
	}
	return n, nil
}
