package harness

import (
	"errors"

	"lab/student"

	"machsim/kernel"
)

// Printing has stations that share a printer, and the printer.
var Printing = kernel.Program{
	Name: "printing",
	Doc:  "stations that share a printer by a token",
	Params: []kernel.Param{
		{Name: "stations", Default: "4", Doc: "how many there are"},
		{Name: "rounds", Default: "4", Doc: "how often each has to print"},
		{Name: "slow", Default: "8", Doc: "a page takes fewer ms than this, at random"},
		{Name: "wire", Default: "10", Doc: "a message takes 1 ms to so many"},
		{Name: "cut", Default: "0", Doc: "1: some wire is cut for a while when some page begins or ends"},
	},
	Main: func(b *kernel.Boot) {
		p := &printer{town: town{n: b.IntIn("stations", 2, 8), wire: b.IntIn("wire", 1, 1000)},
			rounds: b.IntIn("rounds", 1, 100), slow: b.IntIn("slow", 0, 1000), cut: b.Bool("cut")}
		p.build(b, p.run, func(th *kernel.Thread, s student.Station, printer kernel.Name) {
			student.Share(th, s, func() { p.print(th, printer, s.Me) })
		})
	},
}

// Messages to the printer.
type (
	begin struct{ Station int }
	end   struct{ Station int }
	done  struct{}
)

// printer is who prints, and how often everybody has. The stations read what Main has set, and no more.
type printer struct {
	town
	rounds, slow int
	cut          bool
	printing     int // a station, -1 for none
	printed      []int
	moments      int // until a wire is cut
}

// print is a station that prints.
func (p *printer) print(th *kernel.Thread, printer kernel.Name, me int) {
	kernel.Must(kernel.RPC[begin, done](th, printer, begin{me}))
	if p.slow > 0 {
		th.Sleep(kernel.Duration(th.Random(p.slow)) * kernel.Millisecond)
	}
	kernel.Must(kernel.RPC[end, done](th, printer, end{me}))
}

// patience is how long everybody's turns may take, and still how long one listens for a second token after that.
const (
	patience = 20_000 * kernel.Millisecond
	still    = 200 * kernel.Millisecond
)

func (p *printer) run(th *kernel.Thread) {
	p.printing, p.printed, p.moments = -1, make([]int, p.n), -1
	if p.cut {
		p.moments = th.Random(2 * p.n * p.rounds)
	}
	for p.waiting() >= 0 {
		if !p.next(th, patience-th.Clock()) {
			i := p.waiting()
			th.Fail("%s has printed %d times in 20 s, and should have done so %d times", name(i), p.printed[i], p.rounds)
		}
	}
	for p.next(th, still) {
	}
	p.over(th)
}

// next takes what a station does, and answers: but not the end of the last page, so that its station keeps the token.
func (p *printer) next(th *kernel.Thread, wait kernel.Duration) bool {
	m, err := kernel.ReceiveTimeout[any](th, p.judge, wait, begin{}, end{})
	if errors.Is(err, kernel.MACH_RCV_TIMED_OUT) {
		return false
	}
	kernel.Must(err)
	p.take(th, m.Body)
	p.storm(th)
	if p.waiting() >= 0 {
		_ = kernel.Reply(th, m, done{})
	}
	return true
}

// waiting is a station that has not printed often enough, -1 for none.
func (p *printer) waiting() int {
	for i, k := range p.printed {
		if k < p.rounds {
			return i
		}
	}
	return -1
}

// take takes over what a station does.
func (p *printer) take(th *kernel.Thread, m any) {
	switch m := m.(type) {
	case begin:
		if p.printing >= 0 {
			th.Fail("%s begins to print, and %s has not done yet: there are two tokens", name(m.Station), name(p.printing))
		}
		p.printing = m.Station
	case end:
		if p.printed[m.Station]++; p.waiting() >= 0 {
			p.printing = -1
		}
	}
}

// storm cuts a wire, if it is time to, and has it whole again after a while.
func (p *printer) storm(th *kernel.Thread) {
	p.moments--
	if p.moments != -1 || !p.cut {
		return
	}
	a := th.Random(p.n)
	b := (a + 1) % p.n
	th.CutWire(name(a), name(b))
	kernel.Must(th.Spawn("court", "mender", func(th *kernel.Thread) {
		th.Sleep(outage)
		th.HealWire(name(a), name(b))
	}))
}

// outage is how long a wire is cut.
const outage = 20 * kernel.Millisecond
