package netname

import (
	"machsim/ipc"
	"machsim/kernel"
)

// MaxName is how many bytes a name or a host may have.
const MaxName = 80

// Ids of the requests; a reply has the id of its request plus 100. The first item of
// a reply is a code.
const (
	checkIn  = 1040 + iota // name, signature, port
	lookUp                 // host, name -> code, port
	checkOut               // name, signature
	version                // -> code, version
)

// Register makes port known under a name on the thread's host, for Find on any host: CheckIn
// without a signature. While the name server is not there yet it tries again, for ten seconds. A
// name that no entry can have, and a port that the task does not have, fail the run.
func Register(th *kernel.Thread, name string, port kernel.Name) error {
	th.Check(name != "" && len(name) <= MaxName, "netname.Register: a name has 1 to %d bytes, and %.20q has %d",
		MaxName, name, len(name))
	err := CheckIn(th, name, kernel.Null, port)
	th.Check(err != ipc.MACH_SEND_INVALID_RIGHT && port != kernel.Null,
		"netname.Register(%q): the task has no port %s", name, port)
	if !mayPass(err) {
		return err
	}
	for end := th.Clock() + patient; mayPass(err) && th.Clock() < end; {
		th.Sleep(pause)
		err = CheckIn(th, name, kernel.Null, port)
	}
	return err
}

// Find returns a send right to the port that is registered under a name, on whatever host. While
// there is none it tries again, for ten seconds: Await says which errors come then.
func Find(th *kernel.Thread, name string) (kernel.Name, error) {
	return Await(th, everyHost, name, patient)
}

// patient is how long Register and Find wait.
const patient = 10 * kernel.Second

// CheckIn makes port known under a name on the thread's host (netname_check_in). The
// task holds a send right or the receive right of port, and of signature, unless that
// is Null. NETNAME_NOT_YOURS: the name is checked in with another signature; nothing
// has changed. NETNAME_INVALID_PORT: port is null or dead. MIG_BAD_ARGUMENTS: the
// name is longer than 80 bytes.
func CheckIn(th *kernel.Thread, name string, signature, port ipc.Name) error {
	_, err := call(th, ipc.NewMessage(checkIn, name, th.SendRight(signature), th.SendRight(port)))
	return err
}

// LookUp returns a send right to the port that is checked in under a name
// (netname_look_up): on the thread's own host if host is "", on any host if it is
// "*", or else on that host. NETNAME_NOT_CHECKED_IN: it is not known there.
// NETNAME_NO_SUCH_HOST: there is no such host. NETNAME_HOST_NOT_FOUND: the host did
// not answer, or of all hosts none.
func LookUp(th *kernel.Thread, host, name string) (ipc.Name, error) {
	reply, err := call(th, ipc.NewMessage(lookUp, host, name))
	if err != nil {
		return ipc.Null, err
	}
	if port := reply.Port(1); port != ipc.Dead {
		return port, nil
	}
	return ipc.Null, ipc.NETNAME_NOT_CHECKED_IN // it died on the way
}

// CheckOut removes a name from the thread's host (netname_check_out).
// NETNAME_NOT_YOURS: it was checked in with another signature.
// NETNAME_NOT_CHECKED_IN: it is not there.
func CheckOut(th *kernel.Thread, name string, signature ipc.Name) error {
	_, err := call(th, ipc.NewMessage(checkOut, name, th.SendRight(signature)))
	return err
}

// Version says which server the thread's host has (netname_version).
func Version(th *kernel.Thread) (string, error) {
	reply, err := call(th, ipc.NewMessage(version))
	if err != nil {
		return "", err
	}
	return reply.Text(1), nil
}

// Await looks a name up again and again until it is checked in, or the given time has passed; the
// error is then that of the last look-up. Await does not interrupt a look-up that is under way at
// that time.
func Await(th *kernel.Thread, host, name string, patience kernel.Duration) (ipc.Name, error) {
	end := th.Clock() + max(0, min(patience, longest))
	for {
		port, err := LookUp(th, host, name)
		if !mayPass(err) || th.Clock() >= end {
			return port, err
		}
		th.Sleep(pause)
	}
}

// mayPass says whether a failed look-up may succeed later, because a task checks the name in, or
// the server starts.
func mayPass(err error) bool {
	switch err {
	case ipc.NETNAME_NOT_CHECKED_IN, ipc.NETNAME_HOST_NOT_FOUND, ipc.MACH_SEND_INVALID_DEST, ipc.MIG_SERVER_DIED:
		return true
	}
	return false
}

// pause is the time between two look-ups of Await.
const pause = 10 * kernel.Millisecond

// longest is the longest wait of Await: 30,000 years.
const longest = kernel.Forever / 8

// call sends a request to the server of the thread's host and returns the reply, or
// the code in it as an error.
func call(th *kernel.Thread, request *ipc.Message) (*ipc.Message, error) {
	server, err := serverOf(th)
	if err != nil {
		return nil, err
	}
	reply, err := th.Mach().RPC(server, request)
	_ = th.Mach().PortDeallocate(th.Mach().Self(), server)
	if err == nil {
		err = ipc.Code(reply.Int(0)).Err()
	}
	return reply, err
}

// serverOf returns a new reference to the send right to the server, and gives up
// those to the other registered ports. Without a server the right is Null, and
// sending to it fails.
func serverOf(th *kernel.Thread) (ipc.Name, error) {
	registered, err := th.Mach().PortsLookup(th.Mach().Self())
	if err != nil {
		return ipc.Null, err
	}
	for _, port := range registered[1:] {
		if port != ipc.Null {
			_ = th.Mach().PortDeallocate(th.Mach().Self(), port)
		}
	}
	return registered[0], nil
}
