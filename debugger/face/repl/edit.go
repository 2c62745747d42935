package repl

import (
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"

	"machsim/debugger"
	"machsim/debugger/face/repl/answer"
	"machsim/debugger/face/repl/input"
	"machsim/debugger/face/repl/look"
)

// setVariable gives a variable the value of an expression: VARIABLE [=] VALUE [in THREAD]. Where the lines of the
// program are known, it is one of Go in the chosen function, if there is one of that name.
func (p *Prompt) setVariable(words []input.Word) error {
	var in []string
	if i := slices.IndexFunc(words, func(w input.Word) bool { return w.Typed == "in" }); i > 0 {
		words, in = words[:i], input.Texts(words[i+1:])
	} else if done, err := p.assign(words); done {
		return err
	}
	if len(words) > 2 && words[1].Typed == "=" {
		words = slices.Delete(slices.Clone(words), 1, 2)
	}
	if len(words) < 2 {
		return errors.New("type it as: set VARIABLE VALUE, or set VARIABLE VALUE in THREAD; a text with blanks in quotes")
	}
	return p.change(debugger.Set{Variable: words[0].Text, Value: input.Spoken(words[1:]), Thread: strings.Join(in, " ")})
}

// assign gives a variable of the program's own another value. done is false if there is no such variable.
func (p *Prompt) assign(words []input.Word) (done bool, err error) {
	variable, value, ok := strings.Cut(input.Spoken(words), "=")
	if !ok && len(words) > 1 {
		variable, value = words[0].Typed, input.Spoken(words[1:])
	}
	c := debugger.Assign{Variable: strings.TrimSpace(variable), Value: strings.TrimSpace(value)}
	if sees, err := p.d.Sees(p.a.Ctx, c.Variable); !sees || err != nil || c.Value == "" {
		return err != nil, err
	}
	return true, p.change(c)
}

// drop removes a message.
func (p *Prompt) drop(words []string) error {
	n, err := look.SentBy(words[0])
	if err != nil {
		return err
	}
	return p.change(debugger.Drop{Sent: n})
}

// sentWords completes the events whose messages can be dropped.
func sentWords(p *Prompt) (all []string) {
	messages, _ := p.d.Messages(p.a.Ctx)
	for _, m := range messages {
		if m.Sent > 0 && m.Queued {
			all = append(all, fmt.Sprint(m.Sent))
		}
	}
	return all
}

// inject queues a message at a port: PORT ID [ITEM ...].
func (p *Prompt) inject(words []string) error {
	// A port's name may have several words: the first number after it is the id.
	for i := 1; i < len(words); i++ {
		id, err := strconv.ParseInt(words[i], 10, 32)
		if err != nil || p.a.Args[i].IsQuoted() {
			continue
		}
		c := debugger.Inject{Port: strings.Join(words[:i], " "), ID: int32(id)}
		for _, w := range p.a.Args[i+1:] {
			c.Items = append(c.Items, itemOf(w))
		}
		return p.change(c)
	}
	return fmt.Errorf("type it as: inject PORT ID [ITEM ...], with the message's id, a number, as in inject %s 1 42 "+
		"\"a text\"", words[0])
}

// itemOf returns the item of a message that a word stands for.
func itemOf(w input.Word) any {
	n, err := strconv.ParseInt(w.Text, 0, 64)
	f, ferr := strconv.ParseFloat(w.Text, 64)
	switch {
	case w.IsQuoted():
	case err == nil:
		return n
	case ferr == nil:
		return f
	case w.Text == "true":
		return true
	case w.Text == "false":
		return false
	}
	return w.Text
}

// alter changes a field of a message: EVENT FIELD [=] VALUE.
func (p *Prompt) alter(words []string) error {
	n, err := look.SentBy(words[0])
	if err != nil {
		return err
	}
	rest := p.a.Args[1:]
	if len(rest) > 2 && rest[1].Typed == "=" {
		rest = slices.Delete(slices.Clone(rest), 1, 2)
	}
	if len(rest) != 2 {
		return fmt.Errorf("type it as: alter %s FIELD = VALUE; a text with blanks in quotes", words[0])
	}
	return p.change(debugger.Alter{Sent: n, Field: rest[0].Text, Value: rest[1].Text})
}

// reorder moves a message in its queue: EVENT first|last|PLACE.
func (p *Prompt) reorder(words []string) error {
	n, err := look.SentBy(words[0])
	if err != nil {
		return err
	}
	c := debugger.Reorder{Sent: n}
	switch words[1] {
	case "first":
		c.Place = 1
	case "last":
	default:
		if c.Place, err = strconv.Atoi(words[1]); err != nil || c.Place < 1 {
			return fmt.Errorf("a place in a queue is first, last or a number from 1 on, not %q", words[1])
		}
	}
	return p.change(c)
}

// abort ends the wait of a thread.
func (p *Prompt) abort(words []string) error {
	return p.change(debugger.Abort{Thread: strings.Join(words, " ")})
}

// cut cuts the wire between two hosts, and heal mends it.
func (p *Prompt) cut(words []string) error {
	return p.change(debugger.CutWire{From: words[0], To: words[1]})
}

func (p *Prompt) heal(words []string) error {
	return p.change(debugger.CutWire{From: words[0], To: words[1], Heal: true})
}

// halt has a host halted, and all others through it: HOST [for TIME].
func (p *Prompt) halt(words []string) error {
	c := debugger.HaltHost{}
	if n := len(words); n > 2 && words[n-2] == "for" {
		d, err := time.ParseDuration(words[n-1])
		if err != nil || d < time.Microsecond {
			return fmt.Errorf("a halt lasts for a time of the run, as in halt %s for 60s, not %q", words[0], words[n-1])
		}
		c.For, words = int64(d/time.Microsecond), words[:n-2]
	}
	c.Host = strings.Join(words, " ")
	return p.change(c)
}

// resume ends a halt: [NUMBER].
func (p *Prompt) resume(words []string) error {
	c := debugger.ResumeHalt{}
	if len(words) > 0 {
		n, err := strconv.Atoi(words[0])
		if err != nil || n < 1 {
			return fmt.Errorf("a halt goes by its number, from 1, not %q; type halts to see them", words[0])
		}
		c.Number = n
	}
	return p.change(c)
}

// halts lists the halts of hosts.
func (p *Prompt) halts([]string) error {
	t := answer.NewTable(">halt", "host", "told by", ">at", ">event", ">until", ">event", ">its clock is behind")
	return answer.List(&p.a, "no host was halted", t, p.d.Halts, func(h debugger.Halt) []string {
		row := []string{fmt.Sprint(h.Number), h.Host, h.From, answer.Ms(h.At), fmt.Sprint(h.Event), "", "",
			answer.Ms(h.Stood)}
		if h.Ended > 0 {
			row[5], row[6] = answer.Ms(h.Until), fmt.Sprint(h.Ended)
		}
		return row
	})
}

// kill ends a thread, a task or a host.
func (p *Prompt) kill(words []string) error {
	if k := debugger.Kind(words[0]); len(words) > 1 && slices.Contains(killable, k) {
		return p.change(debugger.Kill{Kind: k, Name: strings.Join(words[1:], " ")})
	}
	return p.change(debugger.Kill{Name: strings.Join(words, " ")})
}

// killable are the kinds of objects that kill ends.
var killable = []debugger.Kind{debugger.Threads, debugger.Tasks, debugger.Hosts}

// killableNames completes the names of objects that kill ends.
var killableNames = namesOf(killable...)
