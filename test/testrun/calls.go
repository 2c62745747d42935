package testrun

import (
	"fmt"

	"machsim/kernel"
	"machsim/netname"
)

// Calls is a program whose clients call a server by a protocol of their own, over datagram ports (kernel.Mark): a
// request is sent again until a reply comes, or the client loses patience.
type Calls struct {
	Clients, Calls, Tries int
	Once                  bool // the server executes each call once, and sends the same reply again
	Slow                  bool // it may take longer than the clients wait
	Crash                 bool // its host crashes and comes back
	Workers               bool // it has calls executed by threads of their own
	Parted                bool // it may end within an execution
	Notes                 map[CallID]*CallNote
}

// CallID is what the program calls a call.
type CallID struct{ Caller, Call uint32 }

// CallNote is what the two sides of a call have noted themselves.
type CallNote struct {
	Sent, Replies   int // requests and replies that were sent
	Got, Heard      int // those that were received
	Begun, Done     int // executions
	Answered, Lost  bool
	Tried, Replying int // requests and replies that somebody began to send
}

// note is what is noted of a call. A debugger may run one side of it again without the other.
func (x *Calls) note(id CallID) *CallNote {
	if x.Notes[id] == nil {
		x.Notes[id] = &CallNote{}
	}
	return x.Notes[id]
}

// Called returns how many calls were made: those of which a request was sent, and those of which somebody began to send
// one.
func (x *Calls) Called() (sent, tried int) {
	for _, n := range x.Notes {
		if n.Sent > 0 {
			sent++
		}
		if n.Tried > 0 {
			tried++
		}
	}
	return sent, tried
}

// Faulty is a Door that lets faults of packets happen often, as long as there are some left, and others now and then.
type Faulty struct{ *kernel.Random }

// Choose chooses.
func (d Faulty) Choose(p kernel.Point) int {
	n := map[kernel.PointKind]int{kernel.PointFault: 300, kernel.PointPacket: 4}[p.Kind]
	switch {
	case n == 0:
		return d.Random.Choose(p)
	case d.Random.Choose(kernel.Point{Kind: kernel.PointRandom, N: n}) > 0:
		return 0
	}
	return 1 + d.Random.Choose(kernel.Point{Kind: kernel.PointRandom, N: p.N - 1})
}

// Packets of the program.
type (
	addRequest struct {
		Mark   kernel.Mark
		Client int
		Amount int
	}
	addReply struct {
		Mark kernel.Mark
		Sum  int
	}
)

// Program returns the program.
func (x *Calls) Program() *kernel.Program {
	return &kernel.Program{Name: "calls", Main: func(b *kernel.Boot) {
		x.Notes = map[CallID]*CallNote{}
		b.Server(b.Host("hall"), "server", x.serve)
		for i := range x.Clients {
			b.Task(b.Host(fmt.Sprint("desk", i)), fmt.Sprint("client", i), func(th *kernel.Thread) { x.client(th, i) })
		}
		if x.Crash {
			b.Task(b.Host("desk0"), "accident", func(th *kernel.Thread) {
				th.Sleep(kernel.Duration(5+th.Random(60)) * kernel.Millisecond)
				_ = th.CrashHost("hall")
				th.Sleep(kernel.Duration(th.Random(20)) * kernel.Millisecond)
				if th.RestartHost("hall") == nil {
					kernel.Must(th.Spawn("hall", "server2", x.serve))
				}
			})
		}
		netname.Serve(b)
	}}
}

// client makes the calls of one client.
func (x *Calls) client(th *kernel.Thread, i int) {
	in := th.NewDatagramPort(fmt.Sprint("in", i))
	if netname.Register(th, fmt.Sprint("client", i), in) != nil {
		return
	}
	for n := range x.Calls {
		m := kernel.Mark{Caller: uint32(i + 1), Call: uint32(n + 1), Protocol: "retry"}
		x.call(th, in, i, m)
	}
}

// call makes a call.
func (x *Calls) call(th *kernel.Thread, in kernel.Name, i int, m kernel.Mark) {
	defer th.Calling(m, "add")()
	note := x.note(CallID{m.Caller, m.Call})
	for try := range x.Tries {
		server, err := netname.Await(th, "hall", "server", 50*kernel.Millisecond)
		if err != nil {
			continue
		}
		note.Tried++
		if m.Try = uint32(try + 1); kernel.SendTimeout(th, server, addRequest{m, i, 1}, kernel.Millisecond) == nil {
			note.Sent++
		}
		if x.hears(th, in, m) {
			note.Answered = true
			return
		}
	}
	note.Lost = true
}

// hears waits for the reply to a call, and says whether it has come.
func (x *Calls) hears(th *kernel.Thread, in kernel.Name, m kernel.Mark) bool {
	for {
		got, err := kernel.ReceiveTimeout[addReply](th, in, 5*kernel.Millisecond)
		if err != nil {
			return false
		}
		note := x.note(CallID{got.Body.Mark.Caller, got.Body.Mark.Call})
		note.Heard++
		if got.Body.Mark.Call == m.Call {
			return true
		}
	}
}

// serve is the server.
func (x *Calls) serve(th *kernel.Thread) {
	in := th.NewDatagramPort("requests")
	if netname.Register(th, "server", in) != nil {
		return
	}
	seen := map[CallID]*addReply{}
	for {
		m, err := kernel.Receive[addRequest](th, in)
		if err != nil {
			continue
		}
		id := CallID{m.Body.Mark.Caller, m.Body.Mark.Call}
		x.note(id).Got++
		if answer, ok := seen[id]; ok && x.Once {
			if answer != nil {
				x.reply(th, m.Body.Client, *answer)
			}
			continue
		}
		seen[id] = nil
		if x.Workers && th.Random(2) == 0 {
			th.CThreads().Fork("worker", func(th *kernel.Thread) { x.execute(th, m.Body, seen) })
			continue
		}
		x.execute(th, m.Body, seen)
	}
}

// execute serves a request.
func (x *Calls) execute(th *kernel.Thread, r addRequest, seen map[CallID]*addReply) {
	id := CallID{r.Mark.Caller, r.Mark.Call}
	end := th.Serving(r.Mark, "add")
	x.note(id).Begun++
	if x.Slow {
		th.Sleep(kernel.Duration(th.Random(9)) * kernel.Millisecond)
	}
	if x.Parted && th.Random(20) == 0 {
		th.Exit(0)
	}
	end()
	x.note(id).Done++
	r.Mark.Step, r.Mark.Try = kernel.MarkReply, 1
	seen[id] = &addReply{r.Mark, r.Amount}
	x.reply(th, r.Client, *seen[id])
}

// reply sends a reply to a client.
func (x *Calls) reply(th *kernel.Thread, client int, r addReply) {
	to, err := netname.Await(th, fmt.Sprint("desk", client), fmt.Sprint("client", client), kernel.Second)
	if err != nil {
		return
	}
	note := x.note(CallID{r.Mark.Caller, r.Mark.Call})
	note.Replying++
	if kernel.SendTimeout(th, to, r, kernel.Millisecond) == nil {
		note.Replies++
	}
}
