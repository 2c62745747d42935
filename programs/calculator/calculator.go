// Package calculator is a server that forks a thread for each request, and a client
// who does not wait for ever.
//
// It teaches what a timeout leaves behind. A reply that comes too late does come. The
// bug: the client uses one reply port for all its questions, and takes the first
// message there for the reply to its latest question; after a timeout that is the
// reply to the question before. The fix is to number the questions, and to throw
// replies with another number away. (kernel.RPCTimeout does it another way: after a
// timeout it gives the reply port up.)
package calculator

import (
	"errors"

	"machsim/cthreads"
	"machsim/kernel"
	"machsim/netname"
)

// Program takes a late reply for that to the next question.
var Program = kernel.Program{
	Name:   "calculator",
	Doc:    "a server with a thread for each request, a client in haste",
	Bug:    "a reply that is late is taken for the reply to the next question",
	Params: params,
	Main:   func(b *kernel.Boot) { setUp(b, anyReply) },
}

// Fixed tells replies apart.
var Fixed = kernel.Program{
	Name:   "calculator-fixed",
	Doc:    "a client that throws late replies away",
	Params: params,
	Main:   func(b *kernel.Boot) { setUp(b, sameNumber) },
}

var params = []kernel.Param{
	{Name: "questions", Default: "6", Doc: "how many questions the client asks"},
	{Name: "patience", Default: "20", Doc: "how long it waits for a reply, in milliseconds"},
	{Name: "slowest", Default: "22", Doc: "how long the server may take, in milliseconds"},
}

// square asks for the square of X; result is the answer.
type (
	square struct {
		Question, X int
		Answer      kernel.SendOnceRight
	}
	result struct{ Question, X int }
)

func setUp(b *kernel.Boot, accept rule) {
	questions, patience := b.IntIn("questions", 1, 1000), b.Milliseconds("patience", 1, 10_000)
	slowest := b.IntIn("slowest", 1, 10_000)
	b.Server(b.Host("computer"), "calculator", func(th *kernel.Thread) { server(th, slowest) })
	b.Task(b.Host("desk"), "student", func(th *kernel.Thread) { client(th, questions, patience, accept) })
	netname.Serve(b)
}

// server takes requests; it has each answered by a thread of its own.
func server(th *kernel.Thread, slowest int) {
	port := th.NewPort("calculator")
	kernel.Must(netname.Register(th, "calculator", port))
	for {
		question := kernel.Must(kernel.Receive[square](th, port)).Body
		worker := cthreads.Fork(th, "", func(th *kernel.Thread) {
			th.Sleep(kernel.Duration(th.Random(slowest+1)) * kernel.Millisecond) // some questions are harder than others
			answer := result{question.Question, question.X * question.X}
			_ = kernel.Send(th, kernel.Name(question.Answer), answer) // the client may have gone
		})
		cthreads.Detach(th, worker)
	}
}

// A rule says whether to accept the reply with number got for that to question want.
type rule func(got, want int) bool

func anyReply(_, _ int) bool { return true }

func sameNumber(got, want int) bool { return got == want }

func client(th *kernel.Thread, questions int, patience kernel.Duration, accept rule) {
	calculator := kernel.Must(netname.Find(th, "calculator"))
	replies := th.NewPort("replies")
	for n := range questions {
		x := n + 2
		kernel.Must(kernel.Send(th, calculator, square{n, x, kernel.SendOnceRight(replies)}))
		result, ok := await(th, replies, patience, n, accept)
		if !ok {
			th.Printf("no answer to what %d times %d is", x, x)
			continue
		}
		th.Check(result == x*x, "%d times %d is not %d", x, x, result)
	}
}

// await waits for the reply to question n; false means that time is up.
func await(th *kernel.Thread, replies kernel.Name, patience kernel.Duration, n int, accept rule) (int, bool) {
	for {
		m, err := kernel.ReceiveTimeout[result](th, replies, patience)
		if errors.Is(err, kernel.MACH_RCV_TIMED_OUT) {
			return 0, false
		}
		kernel.Must(err)
		if accept(m.Body.Question, n) {
			return m.Body.X, true
		}
	}
}
