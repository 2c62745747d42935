package look

import (
	"fmt"

	"machsim/debugger"
	"machsim/debugger/face/repl/answer"
)

// Netnames prints which names are checked in, and the last answer to each client.
func Netnames(a *answer.Answer, _ []string) error {
	x, err := a.D.Netnames(a.Ctx)
	if err != nil {
		return err
	}
	t := answer.NewTable("host", "name", "port", "checked in by", ">event")
	answer.Rows(a, "no name is checked in", t, x.Names, func(c debugger.CheckedIn) []string {
		port := c.Port
		if c.Dead {
			port += " (dead)"
		}
		if c.Event == 0 {
			return []string{c.Host, c.Name, port, "?", "before"}
		}
		return []string{c.Host, c.Name, port, c.Thread, fmt.Sprint(c.Event)}
	})
	if len(x.Answers) == 0 {
		return nil
	}
	a.Printf("what clients were told last:\n")
	t = answer.NewTable(">event", "client", "call", "name", "asked of", "answer")
	for _, c := range x.Answers {
		t.Add(fmt.Sprint(c.Event), c.Client, c.Call, c.Name, c.Host, c.Answer)
	}
	a.Table(t)
	return nil
}
