package callrpc

// State is how far a call has got, as its client or its server knows.
type State uint8

// The states of a call.
const (
	Sent       State = iota // the client has sent it
	Serving                 // the server has it
	Answered                // the server has replied; with ExactlyOnce it waits for a terminator
	Terminated              // the terminator has come
)

var stateWords = [...]string{"sent", "serving", "answered", "terminated"}

// String is the state in a word.
func (s State) String() string { return stateWords[min(int(s), len(stateWords)-1)] }
