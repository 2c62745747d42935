package repl

import (
	"errors"
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"

	"machsim/debugger/session"
	"machsim/debugger/trace"
	"machsim/ipc"
	"machsim/kernel"
)

// change makes a fork here that begins with a change.
func (p *Prompt) change(e kernel.Edit) error {
	if err := p.s.CheckEdit(&e); err != nil {
		return err
	}
	return p.branch(session.Branch{Seed: p.unused(), Edits: []kernel.Edit{e}, Along: p.prefix()})
}

func (p *Prompt) prefix() bool {
	_, ok := p.s.Prefix()
	return ok
}

// inWordsOf is a change in words.
func (p *Prompt) inWordsOf(e *kernel.Edit) string {
	var m *ipc.Msg
	if st := p.s.State(); e.Kind == kernel.EditDrop {
		m = st.IPC.Msgs.At(e.Object)
	}
	return trace.Edit(p.s.State(), e, m)
}

// setVariable gives a variable a value: VARIABLE [=] VALUE [in THREAD].
func (p *Prompt) setVariable(words []word) error {
	var in []string
	if i := slices.IndexFunc(words, func(w word) bool { return w.typed == "in" }); i > 0 {
		words, in = words[:i], texts(words[i+1:])
	}
	if len(words) == 3 && words[1].typed == "=" {
		words = slices.Delete(slices.Clone(words), 1, 2)
	}
	if len(words) != 2 {
		return errors.New("type it as: set VARIABLE VALUE, or set VARIABLE VALUE in THREAD; a text with blanks in quotes")
	}
	id, err := p.owner(words[0].text, in)
	if err != nil {
		return err
	}
	return p.change(kernel.Edit{Kind: kernel.EditSet, Object: uint32(id), Name: words[0].text, Value: words[1].text})
}

// owner is the thread whose variable is meant: the one that is named or, of those that show
// such a variable, the only one or that in focus.
func (p *Prompt) owner(path string, in []string) (kernel.ThreadID, error) {
	all, err := p.shownHere()
	if err != nil {
		return 0, err
	}
	if in != nil {
		return p.here(in)
	}
	name := path
	if i := strings.IndexAny(path, ".["); i >= 0 {
		name = path[:i]
	}
	some := called(all, name)
	switch {
	case len(some) == 0:
		return 0, fmt.Errorf("no variable is called %q here, nor a setting%s", name, shown(all))
	case len(some) == 1:
		return some[0].Thread, nil
	case slices.ContainsFunc(some, func(e exhibit) bool { return e.Thread == p.focus }):
		return p.focus, nil
	}
	var threads []string
	for _, v := range some {
		threads = append(threads, p.s.State().ThreadName(v.Thread))
	}
	return 0, fmt.Errorf("%s is shown by %s; say which, as in set %s 0 in %s", name, names(threads), path, threads[0])
}

// drop loses a message.
func (p *Prompt) drop(words []string) error {
	n, err := strconv.ParseUint(strings.TrimPrefix(words[0], "#"), 10, 64)
	if err != nil || n == 0 {
		return fmt.Errorf("a message goes by the number of the event that sent it, not %q; type message to see those that are there", words[0])
	}
	place := ""
	for _, m := range p.s.Messages() {
		switch {
		case m.Sent != n:
		case p.s.State().Queued(m.Msg):
			return p.change(kernel.Edit{Kind: kernel.EditDrop, Object: uint32(m.Msg)})
		default:
			place = m.Place
		}
	}
	if place != "" {
		return fmt.Errorf("the message of event %d is in no queue any more, but %s", n, place)
	}
	return p.noMessage(n)
}

// sentWords are the events whose messages can be dropped.
func sentWords(p *Prompt) (all []string) {
	for _, m := range p.s.Messages() {
		if m.Sent > 0 && p.s.State().Queued(m.Msg) {
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
		if err != nil || p.args[i].isQuoted() {
			continue
		}
		port, err := p.s.Find(kernel.PortObject, strings.Join(words[:i], " "))
		if err != nil {
			return err
		}
		e := kernel.Edit{Kind: kernel.EditInject, Object: port.ID, ID: int32(id)}
		for _, w := range p.args[i+1:] {
			e.Items = append(e.Items, itemOf(w))
		}
		if errors.Is(p.s.CheckEdit(&e), kernel.ErrNotThere) {
			return fmt.Errorf("no message can be queued at %s: it is one of the kernel's own, or has died", port.Name)
		}
		return p.change(e)
	}
	return fmt.Errorf("type it as: inject PORT ID [ITEM ...], with the message's id, a number, as in inject %s 1 42 \"a text\"", words[0])
}

// itemOf is the item of a message that a word stands for.
func itemOf(w word) ipc.Item {
	n, err := strconv.ParseInt(w.text, 0, 64)
	f, ferr := strconv.ParseFloat(w.text, 64)
	switch {
	case w.isQuoted():
	case err == nil:
		return ipc.Item{Kind: ipc.KindInt, Num: uint64(n)}
	case ferr == nil:
		return ipc.Item{Kind: ipc.KindFloat, Num: math.Float64bits(f)}
	case w.text == "true":
		return ipc.Item{Kind: ipc.KindBool, Num: 1}
	case w.text == "false":
		return ipc.Item{Kind: ipc.KindBool}
	}
	return ipc.Item{Kind: ipc.KindString, Str: w.text}
}

// mortal is a kind of what can be ended, in the order in which a name is looked for.
type mortal struct {
	word string
	kind kernel.ObjectKind
	edit kernel.EditKind
}

var mortalKinds = []mortal{
	{"thread", kernel.ThreadObject, kernel.EditKillThread},
	{"task", kernel.TaskObject, kernel.EditKillTask},
	{"host", kernel.HostObject, kernel.EditCrash},
}

// kill ends a thread, a task or a host.
func (p *Prompt) kill(words []string) error {
	m, n, err := p.mortal(words)
	if err != nil {
		return err
	}
	e := kernel.Edit{Kind: m.edit, Object: n.ID}
	if errors.Is(p.s.CheckEdit(&e), kernel.ErrNotThere) {
		return fmt.Errorf("%s %s has ended already", m.word, n.Name)
	}
	return p.change(e)
}

// mortal finds what is to be ended: of the kind that is named, or by its whole name, or else
// by a part of the name of a thread.
func (p *Prompt) mortal(words []string) (mortal, session.Named, error) {
	for _, m := range mortalKinds {
		if len(words) > 1 && words[0] == m.word {
			n, err := p.s.Find(m.kind, strings.Join(words[1:], " "))
			return m, n, err
		}
	}
	typed := strings.Join(words, " ")
	for _, m := range mortalKinds {
		for _, n := range p.s.Named(m.kind) {
			if strings.EqualFold(n.Name, typed) {
				return m, n, nil
			}
		}
	}
	var first error
	for _, m := range mortalKinds {
		n, err := p.s.Find(m.kind, typed)
		if err == nil {
			return m, n, nil
		}
		if first == nil {
			first = err
		}
	}
	return mortal{}, session.Named{}, first
}

// mortals are the names of what can be ended.
func mortals(p *Prompt) (all []string) {
	for _, m := range mortalKinds {
		for _, n := range p.s.Named(m.kind) {
			all = append(all, n.Name)
		}
	}
	return all
}
