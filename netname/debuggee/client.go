package debuggee

import (
	"machsim/kernel"
	"machsim/netname"
)

// patience is how long a caller waits for a server to be known, and for its answer.
const patience = 5 * kernel.Second

// Status says whether a host stands, halted by a debugger, and what time it is by its clock (get_debuggee_status). The
// errors are those of netname.Await and kernel.RPCTimeout: there is no such host, it is down, out of reach, or has no
// server.
func Status(th *kernel.Thread, host string) (halted bool, logical kernel.Duration, err error) {
	s, err := ask[getStatus, status](th, host, getStatus{})
	return s.Halted, s.Logical, err
}

// ToLogical returns what the clock of a host showed at a real time (real_to_debuggee_time). The errors are those of
// Status.
func ToLogical(th *kernel.Thread, host string, real kernel.Duration) (kernel.Duration, error) {
	c, err := ask[toLogical, converted](th, host, toLogical{real})
	return c.Time, err
}

// ToReal returns the real time at which the clock of a host showed a logical time: when it halted, if it stood then
// (debuggee_to_real_time). The errors are those of Status.
func ToReal(th *kernel.Thread, host string, logical kernel.Duration) (kernel.Duration, error) {
	c, err := ask[toReal, converted](th, host, toReal{logical})
	return c.Time, err
}

// ask asks the server of a host.
func ask[Req, Rep any](th *kernel.Thread, host string, request Req) (Rep, error) {
	var none Rep
	server, err := netname.Await(th, host, Name, patience)
	if err != nil {
		return none, err
	}
	defer func() { _ = th.Mach().PortDeallocate(th.Mach().Self(), server) }()
	return kernel.RPCTimeout[Req, Rep](th, server, request, patience)
}
