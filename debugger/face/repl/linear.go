package repl

import (
	"strings"

	"machsim/debugger"
)

// aboutLinear is the help on the command linearizable.
const aboutLinear = `MODEL is register, map, counter or queue, with settings (machsim help check lists them), as in
linearizable map:port=bank. If no order of the calls of the whole run explains their answers,
the rows are one that explains all answers before the first that does not fit, with the state of
the model after each call; then that call, and those that were on their way. goto row N goes to
the answer of one.`

// linearizable says whether remote calls are linearizable.
func (p *Prompt) linearizable(words []string) error {
	x, err := p.d.Linearizable(p.ctx, strings.Join(words, " "))
	if err != nil {
		return err
	}
	p.printf("%s\n", x)
	if x.Event == 0 {
		return nil
	}
	if x.Steps[0].Fits != debugger.LinearFits {
		p.printf("at first the state is %s\n", x.State)
	}
	t := newTable(">row", ">rpc", "caller", "request", ">sent", "answer", ">event", "in the order", "then the state is")
	for i, s := range x.Steps {
		t.Add(number(uint64(i+1)), number(uint64(s.Number)), s.Caller, s.Request, number(s.Sent), s.Answer,
			number(s.Received), s.Fits, s.State)
	}
	p.table(t)
	return nil
}

// linearWords completes what linearizable takes.
func linearWords(*Prompt) []string { return debugger.LinearModels() }
