package look

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"machsim/debugger"
	"machsim/debugger/face/repl/answer"
)

// AboutRPCs is the help on remote calls.
const AboutRPCs = `A remote call is a request that brings a send-once right for its reply with it; a call alone
is one of the kernel. rpcs lists those up to here: all, those with a THREAD as caller or server,
to a PORT, those that failed, or the orphans, which execute although their caller has given up.
A row says for which other one it was made (for), how long it has taken, how many events its
server has done for it, and what has become of it; why rpc N says that in a sentence.
A call by a protocol of the program's own, whose packets have a mark (kernel.Mark), is one row,
however often it is sent: with its protocol, how often the request was sent (tries) and the
execution begun (done), and how many packets were lost; why rpc N tells its story, and lists
its packets. rpcs doubled lists those that were executed twice or more often.`

// RPCs lists remote calls.
func RPCs(a *answer.Answer, words []string) error {
	which := strings.Join(words, " ")
	all, err := a.D.RPCs(a.Ctx, which, 0, 0)
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
	answer.Rows(a, none, answer.NewTable(heads...), all, func(r debugger.RPC) []string {
		row := []string{strconv.Itoa(r.Number), answer.Number(r.Parent), r.Caller, r.Server, r.Request, r.Port,
			fmt.Sprint(r.Sent), answer.Millis(r.Took), answer.Number(r.Executed)}
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
		answer.Number(m.LostRequests + m.LostReplies)}
}

// whyRPC says what has become of a remote call.
func whyRPC(a *answer.Answer, word string) error {
	n, err := strconv.Atoi(strings.TrimPrefix(word, "#"))
	if err != nil {
		return fmt.Errorf("%q is no number of a remote call; rpcs lists them", word)
	}
	r, err := a.D.RPC(a.Ctx, n)
	if err != nil {
		return err
	}
	a.Printf("rpc %d, %s from %s to port %s at event %d: %s\n", r.Number, r.Request, r.Caller, r.Port, r.Sent, r.Text)
	if r.Marked != nil {
		t := answer.NewTable("packet", ">try", ">sent", ">came", ">received", ">lost", "fault")
		answer.Rows(a, "", t, r.Marked.Packets, packetCells)
	}
	return nil
}

// packetCells is the row of a packet of a call.
func packetCells(x debugger.RPCPacket) []string {
	return []string{x.Step, strconv.Itoa(x.Try), answer.Number(x.Sent), answer.Number(x.Came), answer.Number(x.Got),
		answer.Number(x.Lost), x.Fault}
}
