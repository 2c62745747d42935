// Package calculator is a server that forks a thread for each request, and a client
// who does not wait for ever.
//
// It teaches what a timeout leaves behind. A reply that comes too late does come. The
// bug: the client uses one reply port for all its questions, and takes the first
// message there for the reply to its latest question; after a timeout that is the
// reply to the question before. The fix is to number the questions, and to throw
// replies with another number away. (Thread.RPCTimeout does it another way: after a
// timeout it gives the reply port up.)
package calculator

import (
	"errors"

	"machsim/cthreads"
	"machsim/ipc"
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

// square asks for the square of a number: number of the question, x -> the same
// number, x*x.
const square = 1

func setUp(b *kernel.Boot, accept rule) {
	questions, patience := b.IntIn("questions", 1, 1000), b.IntIn("patience", 1, 10_000)
	slowest := b.IntIn("slowest", 1, 10_000)
	b.Server(b.Host("computer"), "calculator", func(th *kernel.Thread) { server(th, slowest) })
	b.Task(b.Host("desk"), "student", func(th *kernel.Thread) { client(th, questions, patience, accept) })
	netname.Serve(b)
}

// server takes requests; it has each answered by a thread of its own.
func server(th *kernel.Thread, slowest int) {
	port := th.NewPort("calculator")
	kernel.Must(netname.CheckIn(th, "calculator", ipc.Null, port))
	for {
		question := kernel.Must(th.Receive(port))
		worker := cthreads.Fork(th, "", func(th *kernel.Thread) {
			th.Sleep(kernel.Duration(th.Random(slowest+1)) * kernel.Millisecond) // some questions are harder than others
			n, x := question.Int(0), question.Int(1)
			_ = th.Reply(question, ipc.NewMessage(0, n, x*x)) // the client may have gone
		})
		cthreads.Detach(th, worker)
	}
}

// A rule says whether to accept the reply with number got for that to question want.
type rule func(got, want int64) bool

func anyReply(_, _ int64) bool { return true }

func sameNumber(got, want int64) bool { return got == want }

func client(th *kernel.Thread, questions, patience int, accept rule) {
	calculator := kernel.Must(netname.Await(th, "*", "calculator", 10_000*kernel.Millisecond))
	replies := th.NewPort("replies")
	for n := range int64(questions) {
		x := n + 2
		question := ipc.NewMessage(square, n, x).ReplyTo(replies, ipc.MakeSendOnce)
		kernel.Must(th.Send(calculator, question))
		result, ok := await(th, replies, patience, n, accept)
		if !ok {
			th.Printf("no answer to what %d times %d is", x, x)
			continue
		}
		th.Check(result == x*x, "%d times %d is not %d", x, x, result)
	}
}

// await waits for the reply to question n; false means that time is up.
func await(th *kernel.Thread, replies ipc.Name, patience int, n int64, accept rule) (int64, bool) {
	for {
		m, err := th.ReceiveTimeout(replies, kernel.Duration(patience)*kernel.Millisecond)
		if errors.Is(err, ipc.MACH_RCV_TIMED_OUT) {
			return 0, false
		}
		kernel.Must(err)
		if accept(m.Int(0), n) {
			return m.Int(1), true
		}
	}
}
