package randprog

import (
	"machsim/ipc"
	"machsim/kernel"
)

// Messages that are structs. A mistake in a call of package kernel would fail the run, and names are
// picked at random here; so Pack and Unpack make and read the messages, and Mach's calls carry them.
type (
	note struct {
		Number int
		Text   string
		Marks  []uint16
	}
	gift struct {
		Rights []right
		Urgent bool
		Once   kernel.SendOnceRight
	}
	right struct{ Port kernel.Name }
	move  struct {
		Port  kernel.ReceiveRight
		Bytes []byte
	}
)

var structCalls = []call{sendStruct, sendStruct, sendStruct, receiveStruct, receiveStruct, callStruct, answerStruct}

// aStruct makes a message of a struct.
func (a *actor) aStruct() *ipc.Message {
	switch a.n(4) {
	case 0:
		g := gift{Urgent: a.once(2), Once: kernel.SendOnceRight(a.name())}
		for range a.n(3) {
			g.Rights = append(g.Rights, right{a.name()})
		}
		return kernel.Pack(a.th, g)
	case 1:
		return kernel.Pack(a.th, move{kernel.ReceiveRight(a.safe()), []byte("bytes")})
	}
	return kernel.Pack(a.th, note{a.n(10), "text", make([]uint16, a.n(3))})
}

func sendStruct(a *actor) {
	if n := a.name(); n != ipc.Null {
		_ = a.th.Mach().SendTimeout(n, a.aStruct(), a.n(3))
	}
}

func receiveStruct(a *actor) {
	m, err := a.th.Mach().ReceiveTimeout(a.name(), a.n(5))
	if err != nil {
		return
	}
	a.understand(m)
	if m.Remote != ipc.Null {
		a.asked = append(a.asked, *m)
	}
}

// callStruct is an RPC with a struct.
func callStruct(a *actor) {
	if m, err := a.th.Mach().RPCTimeout(a.name(), a.aStruct(), 1+a.n(4)); err == nil {
		a.understand(m)
	}
}

// answerStruct replies with a struct to the last request.
func answerStruct(a *actor) {
	if len(a.asked) == 0 {
		receiveStruct(a)
		return
	}
	m := a.asked[len(a.asked)-1]
	a.asked = a.asked[:len(a.asked)-1]
	reply := a.aStruct()
	reply.ID = 0
	_ = a.th.Mach().Reply(&m, reply)
}

// understand takes in what a message says, and the names that it brought. It depends on the message
// which calls the thread makes next.
func (a *actor) understand(m *ipc.Message) {
	body, err := kernel.Unpack[any](a.th, m, note{}, gift{}, move{})
	if err != nil {
		a.heard(m)
		return
	}
	switch s := body.(type) {
	case note:
		a.left -= s.Number & 1
	case gift:
		for _, r := range s.Rights {
			a.hear(r.Port)
		}
		a.hear(kernel.Name(s.Once))
	case move:
		a.hear(kernel.Name(s.Port))
	}
}
