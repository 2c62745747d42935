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
	err, served := tryCheckIn(th, name, kernel.Null, port)
	th.Check(err != ipc.MACH_SEND_INVALID_RIGHT && port != kernel.Null,
		"netname.Register(%q): the task has no port %s", name, port)
	if !mayPass(err) {
		return err
	}
	w := waiting{th: th}
	for end := th.Clock() + patient; mayPass(err) && th.Clock() < end; {
		w.sleep(served)
		err, served = tryCheckIn(th, name, kernel.Null, port)
	}
	return told(th, "netname.Register", "", name, err, served)
}

// Find returns a send right to the port that is registered under a name, on whatever host. While
// there is none it tries again, for ten seconds: Await says which errors come then.
func Find(th *kernel.Thread, name string) (kernel.Name, error) {
	return await(th, "netname.Find", everyHost, name, patient)
}

// patient is how long Register and Find wait.
const patient = 10 * kernel.Second

// CheckIn makes port known under a name on the thread's host (netname_check_in). The
// task holds a send right or the receive right of port, and of signature, unless that
// is Null. NETNAME_NOT_YOURS: the name is checked in with another signature; nothing
// has changed. NETNAME_INVALID_PORT: port is null or dead. MIG_BAD_ARGUMENTS: the
// name is longer than 80 bytes.
func CheckIn(th *kernel.Thread, name string, signature, port ipc.Name) error {
	err, _ := tryCheckIn(th, name, signature, port)
	return err
}

// tryCheckIn is CheckIn; served says whether the host has a server.
func tryCheckIn(th *kernel.Thread, name string, signature, port ipc.Name) (err error, served bool) {
	_, err, served = ask(th, ipc.NewMessage(checkIn, name, th.SendRight(signature), th.SendRight(port)))
	return err, served
}

// LookUp returns a send right to the port that is checked in under a name
// (netname_look_up): on the thread's own host if host is "", on any host if it is
// "*", or else on that host. NETNAME_NOT_CHECKED_IN: it is not known there.
// NETNAME_NO_SUCH_HOST: there is no such host. NETNAME_HOST_NOT_FOUND: the host did
// not answer, or of all hosts none.
func LookUp(th *kernel.Thread, host, name string) (ipc.Name, error) {
	port, err, served := tryLookUp(th, host, name)
	return port, told(th, "netname.LookUp", host, name, err, served)
}

// tryLookUp is LookUp; served says whether the thread's host has a server.
func tryLookUp(th *kernel.Thread, host, name string) (port ipc.Name, err error, served bool) {
	reply, err, served := ask(th, ipc.NewMessage(lookUp, host, name))
	if err != nil {
		return ipc.Null, err, served
	}
	if port := reply.Port(1); port != ipc.Dead {
		return port, nil, served
	}
	return ipc.Null, ipc.NETNAME_NOT_CHECKED_IN, served // it died on the way
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
	return await(th, "netname.Await", host, name, patience)
}

// await is Await under the name of the call that the program has made.
func await(th *kernel.Thread, call, host, name string, patience kernel.Duration) (ipc.Name, error) {
	w := waiting{th: th}
	end := th.Clock() + max(0, min(patience, longest))
	for {
		port, err, served := tryLookUp(th, host, name)
		if !mayPass(err) || th.Clock() >= end {
			return port, told(th, call, host, name, err, served)
		}
		w.sleep(served)
	}
}

// told lets the report say in the program's words why a name was not registered or found, if that ends the run.
func told(th *kernel.Thread, call, host, name string, err error, served bool) error {
	switch err {
	case ipc.MACH_SEND_INVALID_DEST:
		if !served {
			return th.Refused(err, "%s(%q): host %s has no name server; call netname.Serve(b) in Main, once the hosts are made",
				call, name, th.HostName())
		}
	case ipc.NETNAME_NOT_CHECKED_IN, ipc.NETNAME_HOST_NOT_FOUND:
		where := "host " + host
		switch host {
		case "":
			where = "host " + th.HostName()
		case everyHost:
			where = "any host"
		default:
			if err == ipc.NETNAME_HOST_NOT_FOUND {
				return th.Refused(err, "%s(%q): host %s does not answer: it is down, or a wire to it is cut", call, name, host)
			}
		}
		return th.Refused(err, "%s(%q): nobody has registered that name on %s; the names that there are stand in calls of "+
			"netname.Register", call, name, where)
	}
	return err
}

// waiting is how long somebody waits between two tries.
type waiting struct {
	th   *kernel.Thread
	long kernel.Duration // where there was no server, the latest pause
}

// sleep waits for the next try. A host without a server may be starting up, or never have one: so the pauses grow.
func (w *waiting) sleep(served bool) {
	w.long = min(max(pause, 2*w.long), 100*pause)
	if served {
		w.long = pause
	}
	w.th.Sleep(w.long)
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
	reply, err, _ := ask(th, request)
	return reply, err
}

// ask is call; served says whether the host has a server.
func ask(th *kernel.Thread, request *ipc.Message) (reply *ipc.Message, err error, served bool) {
	server, err := serverOf(th)
	if err != nil {
		return nil, err, true
	}
	reply, err = th.Mach().RPC(server, request)
	_ = th.Mach().PortDeallocate(th.Mach().Self(), server)
	if err == nil {
		err = ipc.Code(reply.Int(0)).Err()
	}
	return reply, err, server != ipc.Null
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
