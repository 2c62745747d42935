package repl

import (
	"errors"
	"regexp"
	"slices"
	"strings"

	"machsim/debugger"
)

// call calls a method of the program: EXPRESSION [in THREAD]; or a port: rpc PORT MESSAGE [from THREAD].
func (p *Prompt) call([]string) error {
	if p.args[0].typed == "rpc" {
		return p.callRPC(p.args[1:])
	}
	c := debugger.Invoke{}
	words, in := until(p.args, "in")
	c.Expression, c.In.Thread = spoken(words), in
	results, err := p.d.Returns(p.ctx, c)
	if err != nil {
		return known(err)
	}
	if err := p.change(c); err != nil {
		return err
	}
	if len(results) > 0 {
		p.printf("%s returned %s\n", c.Expression, strings.Join(results, ", "))
	}
	return nil
}

// until are the words up to the last that is a given one, and what stands behind that.
func until(words []word, typed string) (before []word, behind string) {
	for i := len(words) - 1; i > 0; i-- {
		if words[i].typed == typed {
			return words[:i], strings.Join(texts(words[i+1:]), " ")
		}
	}
	return words, ""
}

// messageBegins is where the message begins behind the name of a port, which may have several words.
var messageBegins = regexp.MustCompile(`\s([\pL_][\pL_\d]*\s*\{|-?\d+\s*\()`)

// callRPC calls a port, and goes to where the reply has come.
func (p *Prompt) callRPC(words []word) error {
	words, from := until(words, "from")
	typed := spoken(words)
	at := messageBegins.FindStringIndex(typed)
	if at == nil {
		return errors.New("type it as: call rpc PORT get{Account: 3} from THREAD; a message that is no struct as an id " +
			"with items, as in 12(3, true)")
	}
	c := debugger.CallRPC{Port: strings.TrimSpace(typed[:at[0]]), Request: strings.TrimSpace(typed[at[0]:]), From: from}
	if err := p.change(c); err != nil {
		return err
	}
	r, err := p.d.Reply(p.ctx)
	if err != nil {
		return err
	}
	if err := p.moved(r.Motion, nil); err != nil {
		return err
	}
	if r.Why != "" {
		p.printf("%s has no reply: %s\n", r.Thread, r.Why)
		return nil
	}
	p.printf("%s replied %s\n", c.Port, r.Text)
	return nil
}

// callWords completes what call takes.
func callWords(p *Prompt) []string {
	all, _ := p.d.Names(p.ctx, debugger.Ports)
	return slices.Concat([]string{"rpc", "in", "from"}, threadNames(p), all)
}
