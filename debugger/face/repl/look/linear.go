package look

import (
	"strings"

	"machsim/debugger"
	"machsim/debugger/face/repl/answer"
)

// AboutLinear is the help on the command linearizable.
const AboutLinear = `MODEL is register, map, counter or queue, with settings (machsim help check lists them), as in
linearizable map:port=bank. If no order of the calls of the whole run explains their answers,
the rows are one that explains all answers before the first that does not fit, with the state of
the model after each call; then that call, and those that were on their way. goto row N goes to
the answer of one.`

// Linearizable says whether remote calls are linearizable.
func Linearizable(a *answer.Answer, words []string) error {
	x, err := a.D.Linearizable(a.Ctx, strings.Join(words, " "))
	if err != nil {
		return err
	}
	a.Printf("%s\n", x)
	if x.Event == 0 {
		return nil
	}
	if x.Steps[0].Fits != debugger.LinearFits {
		a.Printf("at first the state is %s\n", x.State)
	}
	t := answer.NewTable(">row", ">rpc", "caller", "request", ">sent", "answer", ">event", "in the order",
		"then the state is")
	for i, s := range x.Steps {
		t.Add(answer.Number(i+1), answer.Number(s.Number), s.Caller, s.Request, answer.Number(s.Sent), s.Answer,
			answer.Number(s.Received), s.Fits, s.State)
	}
	a.Table(t)
	return nil
}
