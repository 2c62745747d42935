package repl

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"machsim/debugger"
)

// aboutRPCs is the help on remote calls.
const aboutRPCs = `A remote call is a request that brings a send-once right for its reply with it; a call alone
is one of the kernel. rpcs lists those up to here: all, those with a THREAD as caller or server,
to a PORT, those that failed, or the orphans, which execute although their caller has given up.
A row says for which other one it was made (for), how long it has taken, how many events its
server has done for it, and what has become of it; why rpc N says that in a sentence.
A call by a protocol of the program's own, whose packets have a mark (kernel.Mark), is one row,
however often it is sent: with its protocol, how often the request was sent (tries) and the
execution begun (done), and how many packets were lost; why rpc N tells its story, and lists
its packets. rpcs doubled lists those that were executed twice or more often.`

// rpcs lists remote calls.
func (p *Prompt) rpcs(words []string) error {
	which := strings.Join(words, " ")
	all, err := p.d.RPCs(p.ctx, which, 0, 0)
	if err != nil {
		return err
	}
	none := map[string]string{
		"": "no remote call has been made here", debugger.FailedRPCs: "no remote call has failed here",
		debugger.OrphanRPCs: "there are no orphans here", debugger.DoubledRPCs: "no remote call has been executed twice here",
	}[which]
	if none == "" {
		none = "there are no remote calls of " + which + " here"
	}
	heads := []string{">rpc", ">for", "caller", "server", "request", "port", ">sent", ">ms", ">events", "outcome"}
	marked := slices.ContainsFunc(all, func(r debugger.RPC) bool { return r.Marked != nil })
	if marked {
		heads = slices.Insert(heads, len(heads)-1, "protocol", ">tries", ">done", ">lost")
	}
	rows(p, none, newTable(heads...), all, func(r debugger.RPC) []string {
		row := []string{strconv.Itoa(r.Number), number(uint64(r.Parent)), r.Caller, r.Server, r.Request, r.Port,
			fmt.Sprint(r.Sent), strings.TrimSuffix(ms(r.Took), " ms"), number(uint64(r.Executed))}
		if marked {
			row = append(row, markedCells(r.Marked)...)
		}
		return append(row, r.Text)
	})
	return nil
}

// markedCells are what is known only of a call by a protocol of the program's own.
func markedCells(m *debugger.MarkedRPC) []string {
	if m == nil {
		return []string{"", "", "", ""}
	}
	return []string{m.Protocol, strconv.Itoa(m.Tries), strconv.Itoa(m.Executions),
		number(uint64(m.LostRequests + m.LostReplies))}
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
	if r.Marked != nil {
		t := newTable("packet", ">try", ">sent", ">came", ">received", ">lost", "fault")
		rows(p, "", t, r.Marked.Packets, packetCells)
	}
	return nil
}

// packetCells is the row of a packet of a call.
func packetCells(x debugger.RPCPacket) []string {
	return []string{x.Step, strconv.Itoa(x.Try), number(x.Sent), number(x.Came), number(x.Got), number(x.Lost),
		x.Fault}
}

// rpcWords completes what rpcs takes.
func rpcWords(p *Prompt) []string {
	some := []string{debugger.FailedRPCs, debugger.OrphanRPCs, debugger.DoubledRPCs}
	return slices.Concat(some, threadNames(p), portNames(p))
}

// whyWords completes what why takes.
func whyWords(p *Prompt) []string { return append(threadNames(p), "rpc") }
