package repl

import (
	"context"
	"fmt"
	"strconv"
	"strings"

	"machsim/debugger"
)

// aboutRPCs is the help on remote calls.
const aboutRPCs = `A remote call is a request that brings a send-once right for its reply with it; a call alone
is one of the kernel. rpcs lists those up to here: all, those with a THREAD as caller or server,
to a PORT, those that failed, or the orphans, which execute although their caller has given up.
A row says for which other one it was made (for), how long it has taken, how many events its
server has done for it, and what has become of it; why rpc N says that in a sentence.`

// rpcs lists remote calls.
func (p *Prompt) rpcs(words []string) error {
	which := strings.Join(words, " ")
	get := func(ctx context.Context) ([]debugger.RPC, error) { return p.d.RPCs(ctx, which, 0, 0) }
	none := map[string]string{
		"": "no remote call has been made here", debugger.FailedRPCs: "no remote call has failed here",
		debugger.OrphanRPCs: "there are no orphans here",
	}[which]
	if none == "" {
		none = "there are no remote calls of " + which + " here"
	}
	t := newTable(">rpc", ">for", "caller", "server", "request", "port", ">sent", ">ms", ">events", "outcome")
	return list(p, none, t, get, func(r debugger.RPC) []string {
		return []string{strconv.Itoa(r.Number), number(uint64(r.Parent)), r.Caller, r.Server, r.Request, r.Port,
			fmt.Sprint(r.Sent), strings.TrimSuffix(ms(r.Took), " ms"), number(uint64(r.Executed)), r.Text}
	})
}

// number is a number for a cell that is empty for none.
func number(n uint64) string {
	if n == 0 {
		return ""
	}
	return strconv.FormatUint(n, 10)
}

// whyRPC says what has become of a remote call.
func (p *Prompt) whyRPC(word string) error {
	n, err := strconv.Atoi(strings.TrimPrefix(word, "#"))
	if err != nil {
		return fmt.Errorf("%q is no number of a remote call; rpcs lists them", word)
	}
	r, err := p.d.RPC(p.ctx, n)
	if err != nil {
		return err
	}
	p.printf("rpc %d, %s from %s to port %s at event %d: %s\n", r.Number, r.Request, r.Caller, r.Port, r.Sent, r.Text)
	return nil
}

// rpcWords completes what rpcs takes.
func rpcWords(p *Prompt) []string {
	return append(append([]string{debugger.FailedRPCs, debugger.OrphanRPCs}, threadNames(p)...), portNames(p)...)
}

// whyWords completes what why takes.
func whyWords(p *Prompt) []string { return append(threadNames(p), "rpc") }
