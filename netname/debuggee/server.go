package debuggee

import (
	"machsim/kernel"
	"machsim/netname"
)

// Name is that of the servers at the name servers of their hosts.
const Name = "debuggee"

// Serve sets up a server on every host made so far, and makes hosts that are restarted after a crash restart theirs.
// Call it in a program's Main after the hosts are made; the hosts need name servers (netname.Serve).
func Serve(b *kernel.Boot) {
	for _, h := range b.Hosts() {
		b.Attended(h)
		b.Server(h, taskName(b.HostName(h)), serve)
		b.OnRestart(h, func(th *kernel.Thread) {
			kernel.Must(th.Spawn("", taskName(th.HostName()), serve)) // by its name no agent halts it
		})
	}
}

func taskName(host string) string { return "debuggee-" + host }

// Requests, and what is answered. Times are in microseconds.
type (
	getStatus struct{}
	status    struct {
		Halted  bool
		Logical kernel.Duration
	}
	toLogical struct{ Real kernel.Duration }
	toReal    struct{ Logical kernel.Duration }
	converted struct{ Time kernel.Duration }
)

func serve(th *kernel.Thread) {
	port, signature := th.NewPort(taskName(th.HostName())), th.NewPort("signature")
	kernel.Must(netname.CheckIn(th, Name, signature, port))
	for {
		m, err := kernel.Receive[any](th, port, getStatus{}, toLogical{}, toReal{})
		if _, wrong := err.(*kernel.WrongMessage); wrong {
			th.Mach().Destroy(m.Message)
			continue
		}
		kernel.Must(err)
		_ = kernel.Reply(th, m, answer(th.HostStays(), m.Body)) // who has asked may have gone
	}
}

// answer answers a request from what is known of the host.
func answer(x kernel.StayInfo, request any) any {
	switch r := request.(type) {
	case toLogical:
		return converted{kernel.Duration(x.Stays.Logical(int64(r.Real)))}
	case toReal:
		return converted{kernel.Duration(x.Stays.Real(int64(r.Logical)))}
	}
	return status{x.Stands, kernel.Duration(x.Stays.Logical(int64(x.Now)))}
}
