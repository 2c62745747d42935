package callrpc

import "fmt"

// Outcome is what became of a call that has no reply. It is the error of Call.
type Outcome uint8

// The outcomes.
const (
	// TimedOut: no reply came in time. The procedure was executed, or not, or is being executed.
	TimedOut Outcome = 1 + iota
	// Unreachable: there is no server, or its host did not answer. With ExactlyOnce and AtMostOnce an earlier packet of
	// the call may have reached it, if there was one.
	Unreachable
	// Restarted: the server has begun anew since the call was first sent. The one before has perhaps executed it.
	Restarted
	// NoProcedure: the server has no procedure for such a request, which was not executed.
	NoProcedure
	// KeyReused: another request came under this key. This one was not executed.
	KeyReused

	unknownCall // the server does not know a call that a probe asks for
)

var outcomeWords = [...]string{
	TimedOut:    "no reply came in time: executed, or not, or not yet",
	Unreachable: "no server can be reached",
	Restarted:   "the server has begun anew: perhaps executed before",
	NoProcedure: "the server has no such procedure: not executed",
	KeyReused:   "the key belongs to another request: not executed",
	unknownCall: "the server does not know the call",
}

func (o Outcome) Error() string { return "callrpc: " + o.String() }

// String is the outcome in words.
func (o Outcome) String() string {
	if int(o) < len(outcomeWords) && o > 0 {
		return outcomeWords[o]
	}
	return fmt.Sprintf("outcome %d", uint8(o))
}
