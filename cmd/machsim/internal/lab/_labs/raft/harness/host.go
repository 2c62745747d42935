package harness

import (
	"lab/student"

	"machsim/ipc"
	"machsim/kernel"
)

// What a replica reports to the court.
type (
	leads    struct{ Replica, Term, Index, Last int }
	stored   struct{ Replica, Index, Term, Before, Client, Number, Add int }
	applied  struct{ Replica, Term, Index, Client, Number, Add, Balance int }
	restored struct{ Replica, Index, Balance int }
	// here asks where the others are, and says where a replica is that was started again.
	here struct {
		Replica    int
		Port, News kernel.Name
	}
	there struct{ Ports []kernel.Name } // the answer
	moved struct {                      // a replica has: to all others
		Replica int
		Port    kernel.Name
	}
)

// host is what a replica has, with what the harness knows of it.
type host struct {
	*cluster
	th      *kernel.Thread
	me      int
	at      address
	court   kernel.Name
	peers   []kernel.Name
	applied int // up to this index
	waits   int
}

// serve runs the student's replica.
func (h *host) serve(th *kernel.Thread) {
	h.th = th
	th.SetQueueLimit(h.at.Port, 16)
	th.SetQueueLimit(h.at.News, 16)
	student.Serve(th, &student.Host{
		Me: h.me, N: h.n, Port: h.at.Port, Limit: h.limit, Send: h.send, Patience: h.patience,
		Leads: h.leads, Stored: h.stored, Applied: h.done, Restored: h.restored,
	})
	th.Fail("Serve has returned")
}

// again runs it after a crash.
func (h *host) again(th *kernel.Thread) {
	k := th.Mach()
	for h.court == ipc.Null {
		h.court = kernel.Must(k.TaskGetSpecialPort(k.Self(), kernel.SpecialBootstrap))
		th.Sleep(kernel.Millisecond)
	}
	h.at = address{th.NewDatagramPort(replicaName(h.me)), th.NewPort("news")}
	h.peers = kernel.Must(kernel.RPC[here, there](th, h.court, here{h.me, h.at.Port, h.at.News})).Ports
	h.small(th)
	h.serve(th)
}

// bytesOf is how many bytes on the disk an entry, and all that is beside the log, may have.
const bytesOf, bytesBeside = 100, 1000

// small looks whether there is no more on the disk than is to be kept.
func (h *host) small(th *kernel.Thread) {
	if h.limit == 0 {
		return
	}
	size, d := int64(0), th.Disk()
	for _, name := range kernel.Must(d.List()) {
		f := kernel.Must(d.Open(name))
		size += kernel.Must(d.Size(f))
		kernel.Must(d.Close(f))
	}
	most := int64(bytesBeside + h.limit*bytesOf)
	th.Check(size <= most, "%d bytes are on the disk, and %d would do for %d entries and a snapshot", size, most, h.limit)
}

// send sends a message to another replica, which may have moved.
func (h *host) send(to int, message any) {
	h.th.Check(to >= 0 && to < h.n && to != h.me, "replica %d sends to replica %d", h.me, to)
	if kernel.Send(h.th, h.peers[to], message) == nil {
		return
	}
	for {
		m, err := kernel.ReceiveTimeout[moved](h.th, h.at.News, 0)
		if err != nil {
			return
		}
		h.peers[m.Body.Replica] = m.Body.Port
	}
}

const hour = 3600 * kernel.Second

// patience is how long to wait for a leader: longer than two ticks.
func (h *host) patience() kernel.Duration {
	least := 3 * student.Tick
	h.waits++
	switch {
	case h.quick > 0 && h.waits == 1:
		return 0
	case h.quick > 0:
		return kernel.Duration(h.me+1) * hour
	case h.hasty == h.me+1:
		return least
	case h.hasty > 0:
		least += student.Tick
	}
	return least + kernel.Duration(h.th.Random(h.patiences))*student.Tick/4
}

func (h *host) report(message any) { kernel.Must(kernel.Send(h.th, h.court, message)) }

func (h *host) leads(term, index, last int) { h.report(leads{h.me, term, index, last}) }

func (h *host) stored(index, term, before int, c student.Ask) {
	h.report(stored{h.me, index, term, before, c.Client, c.Number, c.Add})
}

func (h *host) done(term, index int, c student.Ask, balance int) {
	h.th.Check(index == h.applied+1, "entry %d is applied after entry %d", index, h.applied)
	h.applied = index
	h.report(applied{h.me, term, index, c.Client, c.Number, c.Add, balance})
}

func (h *host) restored(index, balance int) {
	h.th.Check(index >= h.applied, "a snapshot of entry %d is restored, and entry %d was applied", index, h.applied)
	h.applied = index
	h.report(restored{h.me, index, balance})
}
