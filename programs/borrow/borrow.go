// Package borrow is a library that others use, too: it lends a thing for a time, which each use begins anew. A reader
// on a host of its own borrows it and uses it now and then; a visitor, who belongs to another program, comes for it
// later.
//
// It teaches what a debugger does to a program that uses services which it cannot halt (Cooper, chapter 7). Halt the
// reader for a minute, and the library takes back what it has lent, though the reader could not use it: borrow loses
// its loan. There is nothing wrong as long as nobody debugs it.
//
// In borrow-fixed a loan that has run out is extended by what its reader stood still, as far as the servers of package
// debuggee know (figure 7.2): it costs nothing as long as no loan runs out. The visitor waits as long. In
// borrow-contended it is not made to: what is lent longer only because of a debugger is taken back for somebody whom
// nobody debugs.
package borrow

import (
	"machsim/ipc"
	"machsim/kernel"
	"machsim/netname"
	"machsim/netname/debuggee"
)

// Program takes back what has run out.
var Program = kernel.Program{
	Name:   "borrow",
	Doc:    "loans that are lost when a debugger halts their readers",
	Params: params,
	Main:   func(b *kernel.Boot) { setUp(b, func(*desk) bool { return false }) },
}

// Fixed extends it for readers who stood still.
var Fixed = kernel.Program{
	Name:   "borrow-fixed",
	Doc:    "loans that are extended by what their readers stood",
	Params: params,
	Main:   func(b *kernel.Boot) { setUp(b, func(*desk) bool { return true }) },
}

// Contended extends it until somebody else wants it.
var Contended = kernel.Program{
	Name:   "borrow-contended",
	Doc:    "loans that are extended until somebody else asks",
	Params: params,
	Main:   func(b *kernel.Boot) { setUp(b, func(d *desk) bool { return !d.contended() }) },
}

var params = []kernel.Param{
	{Name: "timeout", Default: "60", Doc: "for how many seconds a thing is lent"},
	{Name: "uses", Default: "4", Doc: "how often the reader uses it"},
	{Name: "pause", Default: "40", Doc: "how many seconds pass between two uses at most; less than timeout"},
	{Name: "visit", Default: "100", Doc: "after how many seconds the visitor comes at the latest"},
}

func setUp(b *kernel.Boot, extends func(*desk) bool) {
	timeout := b.IntIn("timeout", 2, 3600)
	uses, pause, visit := b.IntIn("uses", 1, 100), b.IntIn("pause", 1, timeout-1), b.IntIn("visit", 1, 3600)
	library, home, visitors := b.Host("library"), b.Host("home"), b.Host("visitors")
	b.Shared(library)
	b.Shared(visitors)
	b.Delay(home, library, 0, 10*kernel.Millisecond)
	b.Delay(visitors, library, 0, 10*kernel.Millisecond)
	b.Server(library, "library", func(th *kernel.Thread) {
		d := &desk{th: th, timeout: kernel.Duration(timeout) * kernel.Second, extends: extends}
		d.serve()
	})
	b.Task(home, "reader", func(th *kernel.Thread) { borrower(th, 0, uses, pause) })
	b.Task(visitors, "visitor", func(th *kernel.Thread) { borrower(th, visit, 1, 1) })
	netname.Serve(b)
	debuggee.Serve(b)
}

// Requests, and their answers.
type (
	borrow   struct{ Host string } // where the borrower is
	lent     struct{ Number int }  // when it is free
	use      struct{ Number int }
	used     struct{ Mine bool } // false if it was taken back
	giveBack struct{ Number int }
)

// borrower comes after a while, borrows the thing, uses it so many times, and gives it back.
func borrower(th *kernel.Thread, visit, uses, pause int) {
	library := kernel.Must(netname.Find(th, "library"))
	if visit > 0 {
		th.Sleep(kernel.Duration(1+th.Random(visit)) * kernel.Second)
	}
	asked := th.Clock()
	loan := kernel.Must(kernel.RPC[borrow, lent](th, library, borrow{th.HostName()}))
	th.Printf("has it, %v after asking", th.Clock()-asked)
	for range uses {
		th.Sleep(kernel.Duration(1+th.Random(pause)) * kernel.Second)
		r := kernel.Must(kernel.RPC[use, used](th, library, use(loan)))
		th.Check(r.Mine, "the library has taken back what I use")
	}
	kernel.Must(kernel.Send(th, library, giveBack(loan)))
}

// desk is where the library lends its thing.
type desk struct {
	th      *kernel.Thread
	port    kernel.Name
	timeout kernel.Duration
	extends func(*desk) bool // whether a loan is extended for one who stood still
	waiting []*kernel.Received[any]
	loan    loan
}

// loan is what is lent. Number 0 says that the thing is there.
type loan struct {
	Number   int
	Host     string          // of the borrower
	Used     kernel.Duration // when it was lent, or last used: the time-out began then
	Until    kernel.Duration
	Extended kernel.Duration // by how much it was extended since
	last     int             // the number of the latest loan
}

func (d *desk) serve() {
	d.port = d.th.NewPort("library")
	d.th.Watch("loan", &d.loan)
	kernel.Must(netname.Register(d.th, "library", d.port))
	for {
		d.next()
		if d.loan.Number == 0 && len(d.waiting) > 0 {
			d.lend()
		}
	}
}

// next does what the next request asks for, or looks at a loan that has run out.
func (d *desk) next() {
	m, err := d.receive()
	if err == ipc.MACH_RCV_TIMED_OUT {
		d.expired()
		return
	}
	kernel.Must(err)
	switch r := m.Body.(type) {
	case borrow:
		d.waiting = append(d.waiting, m)
		if d.loan.Extended > 0 && !d.extends(d) {
			d.takeBack()
		}
	case use:
		mine := r.Number == d.loan.Number
		if mine {
			d.begin()
		}
		kernel.Must(kernel.Reply(d.th, m, used{mine}))
	case giveBack:
		if r.Number == d.loan.Number {
			d.loan.Number = 0
		}
	}
}

// receive waits for a request, at most until the loan runs out.
func (d *desk) receive() (*kernel.Received[any], error) {
	if d.loan.Number == 0 {
		return kernel.Receive[any](d.th, d.port, borrow{}, use{}, giveBack{})
	}
	return kernel.ReceiveTimeout[any](d.th, d.port, d.loan.Until-d.th.Clock(), borrow{}, use{}, giveBack{})
}

// lend lends the thing to the first who waits for it.
func (d *desk) lend() {
	m := d.waiting[0]
	d.waiting = d.waiting[1:]
	d.loan.last++
	d.loan.Number, d.loan.Host = d.loan.last, m.Body.(borrow).Host
	d.begin()
	kernel.Must(kernel.Reply(d.th, m, lent{d.loan.Number}))
}

// begin begins the time-out.
func (d *desk) begin() {
	d.loan.Used, d.loan.Extended = d.th.Clock(), 0
	d.loan.Until = d.loan.Used + d.timeout
}

func (d *desk) takeBack() {
	d.th.Printf("taken back from %s, %v after its last use", d.loan.Host, d.th.Clock()-d.loan.Used)
	d.loan.Number = 0
}

// tolerance is the least time for which a loan of one who stands is extended: the library has more to do than to ask.
const tolerance = kernel.Second

// expired extends a loan that has run out by what its borrower stood still, or takes it back.
func (d *desk) expired() {
	if !d.extends(d) {
		d.takeBack()
		return
	}
	now := d.th.Clock()
	halted, left, err := d.left(now)
	if err != nil || left <= 0 {
		d.takeBack()
		return
	}
	d.loan.Until = now + left
	if halted {
		d.loan.Until = max(d.loan.Until, d.th.Clock()+tolerance)
	}
	d.loan.Extended = d.loan.Until - d.loan.Used - d.timeout
	d.th.Printf("extended by %v: %s used it at %v, and stands: %t", d.loan.Extended, d.loan.Host, d.loan.Used, halted)
}

// left returns what is left of the time-out by the borrower's clock, and whether that stands. The borrower's host is
// asked, not itself.
func (d *desk) left(now kernel.Duration) (halted bool, left kernel.Duration, err error) {
	if halted, _, err = debuggee.Status(d.th, d.loan.Host); err != nil {
		return false, 0, err
	}
	until, err := debuggee.ToLogical(d.th, d.loan.Host, now)
	if err != nil {
		return false, 0, err
	}
	from, err := debuggee.ToLogical(d.th, d.loan.Host, d.loan.Used)
	return halted, d.timeout - (until - from), err
}

// contended says whether somebody waits for the thing who is not debugged.
func (d *desk) contended() bool {
	for _, m := range d.waiting {
		asked := d.th.Clock()
		halted, now, err := debuggee.Status(d.th, m.Body.(borrow).Host)
		if err == nil && !halted && now >= asked {
			return true
		}
	}
	return false
}
