package callrpc

import (
	"cmp"
	"slices"

	"machsim/kernel"
)

// Protocol says what a call does about packets that get lost. Maybe, ExactlyOnce, AtMostOnce, Idempotent and Keyed make
// one.
type Protocol struct {
	word   string // Mark.Protocol
	key    string // of Keyed
	policy Policy
}

// The words of the protocols, as packets have them.
const (
	maybe       = "maybe"
	exactlyOnce = "exactly-once"
	atMostOnce  = "at-most-once"
	idempotent  = "idempotent"
	keyed       = "keyed"
)

// Policy says when a call is tried again. The names are those of gRPC's retry policy; there is no jitter. A field that
// is 0 has the value in brackets.
type Policy struct {
	MaxAttempts       int             // how many attempts are made at most [any number]
	Timeout           kernel.Duration // how long an attempt waits for its reply [100 ms]
	InitialBackoff    kernel.Duration // how long the second attempt is held back after that [not at all]
	MaxBackoff        kernel.Duration // how long each later one is at most [as long as the second]
	BackoffMultiplier float64         // how many times as long as the one before [once]
	Deadline          kernel.Duration // after how long the call is given up [100 s]
	Retryable         []Outcome       // the outcomes of an attempt after which another is made [TimedOut, Unreachable]
}

// patient is how long calls are tried that have no other deadline.
const patient = 100 * kernel.Second

// every is how long they wait until a packet is sent again.
const every = 100 * kernel.Millisecond

// shortest is the shortest of these times: with none, a call would be tried again and again while no time passes.
const shortest = kernel.Millisecond

// Maybe is one packet for the call and one for its result: what is lost stays lost. When no reply comes in time, the
// outcome is TimedOut, and the procedure was executed once, or partly, or not at all.
func Maybe(timeout kernel.Duration) Protocol {
	return Protocol{word: maybe, policy: Policy{MaxAttempts: 1, Timeout: timeout, Deadline: timeout}}
}

// ExactlyOnce makes every effort that the procedure is executed once. The call is sent again until it has been
// received, then there are probes until the reply comes; the reply is sent again until a terminator comes; and what
// comes twice is dropped. It is given up after 100 seconds.
func ExactlyOnce() Protocol { return Protocol{word: exactlyOnce, policy: persistent()} }

// AtMostOnce sends the call again until the reply comes; the server answers what comes twice from its table of answers.
// It needs a packet less than ExactlyOnce, and the server keeps each answer until the client's next call. It is given
// up after 100 seconds.
func AtMostOnce() Protocol { return Protocol{word: atMostOnce, policy: persistent()} }

// Idempotent is for procedures that may as well be executed twice: each attempt is a call of its own, which the server
// executes.
func Idempotent(policy Policy) Protocol { return Protocol{word: idempotent, policy: policy.complete()} }

// Keyed is Idempotent for any procedure: the server keeps the answer under a key, which the program chooses, and gives
// it to whoever comes with this key. With another request the key is refused: KeyReused.
func Keyed(key string, policy Policy) Protocol {
	return Protocol{word: keyed, key: key, policy: policy.complete()}
}

// persistent is a policy that tries until the deadline, at the same pace.
func persistent() Policy { return Policy{}.complete() }

// complete puts what is usual in place of what is 0.
func (p Policy) complete() Policy {
	p.Timeout = max(cmp.Or(p.Timeout, every), shortest)
	p.Deadline = cmp.Or(p.Deadline, patient)
	p.BackoffMultiplier = cmp.Or(p.BackoffMultiplier, 1)
	if p.Retryable == nil {
		p.Retryable = []Outcome{TimedOut, Unreachable}
	}
	return p
}

// Every is the protocol with another time after which a packet is sent again.
func (p Protocol) Every(d kernel.Duration) Protocol {
	p.policy.Timeout = max(d, shortest)
	return p
}

// Within is the protocol with another time after which the call is given up.
func (p Protocol) Within(d kernel.Duration) Protocol {
	p.policy.Deadline = d
	return p
}

// tied says whether all packets of a call go to one port number.
func tied(word string) bool { return word == exactlyOnce || word == atMostOnce }

// backoff returns how long the attempt after the n-th is held back.
func (p *Policy) backoff(n int) kernel.Duration {
	d := p.InitialBackoff
	for ; n > 1 && d < p.MaxBackoff; n-- {
		d = kernel.Duration(float64(d) * p.BackoffMultiplier)
	}
	return min(d, max(p.MaxBackoff, p.InitialBackoff))
}

// again says whether another attempt is made after the n-th, which had an outcome.
func (p *Policy) again(n int, why Outcome) bool {
	return (p.MaxAttempts == 0 || n < p.MaxAttempts) && slices.Contains(p.Retryable, why)
}
