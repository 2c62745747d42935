package repl

import (
	"slices"
	"strings"

	"machsim/debugger"
)

// call calls a method of the program: EXPRESSION [in THREAD].
func (p *Prompt) call([]string) error {
	words, c := p.args, debugger.Invoke{}
	if i := slices.IndexFunc(words, func(w word) bool { return w.typed == "in" }); i > 0 {
		words, c.In.Thread = words[:i], strings.Join(texts(words[i+1:]), " ")
	}
	c.Expression = spoken(words)
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
