package repl

import (
	"errors"
	"regexp"
	"slices"
	"strings"

	"machsim/debugger"
	"machsim/debugger/face/repl/answer"
	"machsim/debugger/face/repl/input"
)

// call calls a method of the program: EXPRESSION [in THREAD]; or a port: rpc PORT MESSAGE [from THREAD].
func (p *Prompt) call([]string) error {
	if p.a.Args[0].Typed == "rpc" {
		return p.callRPC(p.a.Args[1:])
	}
	c := debugger.Invoke{}
	words, in := until(p.a.Args, "in")
	c.Expression, c.Thread = input.Spoken(words), in
	results, err := p.d.Returns(p.a.Ctx, c)
	if err != nil {
		return answer.Known(err)
	}
	if err := p.change(c); err != nil {
		return err
	}
	if len(results) > 0 {
		p.a.Printf("%s returned %s\n", c.Expression, strings.Join(results, ", "))
	}
	return nil
}

// until are the words up to the last that is a given one, and what stands behind that.
func until(words []input.Word, typed string) (before []input.Word, behind string) {
	for i := len(words) - 1; i > 0; i-- {
		if words[i].Typed == typed {
			return words[:i], strings.Join(input.Texts(words[i+1:]), " ")
		}
	}
	return words, ""
}

// messageBegins is where the message begins behind the name of a port, which may have several words.
var messageBegins = regexp.MustCompile(`\s([\pL_][\pL_\d]*\s*\{|-?\d+\s*\()`)

// callRPC calls a port, and goes to where the reply has come.
func (p *Prompt) callRPC(words []input.Word) error {
	words, from := until(words, "from")
	typed := input.Spoken(words)
	at := messageBegins.FindStringIndex(typed)
	if at == nil {
		return errors.New("type it as: call rpc PORT get{Account: 3} from THREAD; a message that is no struct as an id " +
			"with items, as in 12(3, true)")
	}
	c := debugger.CallRPC{Port: strings.TrimSpace(typed[:at[0]]), Request: strings.TrimSpace(typed[at[0]:]), From: from}
	if err := p.change(c); err != nil {
		return err
	}
	r, err := p.d.Reply(p.a.Ctx)
	if err != nil {
		return err
	}
	if err := p.moved(r.Motion, nil); err != nil {
		return err
	}
	if r.Why != "" {
		p.a.Printf("%s has no reply: %s\n", r.Thread, r.Why)
		return nil
	}
	p.a.Printf("%s replied %s\n", c.Port, r.Text)
	return nil
}

// callWords completes what call takes.
func callWords(p *Prompt) []string {
	all, _ := p.d.Names(p.a.Ctx, debugger.Ports)
	return slices.Concat([]string{"rpc", "in", "from"}, threadNames(p), all)
}
