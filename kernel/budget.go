package kernel

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"machsim/ipc/quote"
)

// MaxFaults is the greatest number of faults of one kind in a run.
const MaxFaults = 1000

// MaxRate is the greatest rate of a Budget: every packet.
const MaxRate = 1000

// Faults is what may go wrong in a run, or may still go wrong, by kind.
type Faults [mostFaults]Budget

// Budget says how many faults of a kind there may be, where and when.
type Budget struct {
	Most uint16 // at most so many
	Rate uint16 // of a kind that hits packets or disks, in place of Most: at so many of 1,000 moments when it can
	Scope
	Probes string // of a kind that is a probe, in place of all else: on whom, as "bank=2000,vault=1000000" (Faults.Probes)
}

// Scope says whom faults of a kind may hit, and when. Its zero value leaves all open.
type Scope struct {
	// A and B are names of hosts: the ends of a wire; or only from A to B, if OneWay. If there is no B, A is the host
	// that is hit; of a task, its host; of a wire or packet, one of its hosts.
	A, B   string
	OneWay bool
	// Since and Until are microseconds of virtual time, from when on and to when; Until is 0 for no end.
	Since, Until int64
}

// Any says whether there may be a fault at all.
func (b Budget) Any() bool { return b.Most > 0 || b.Rate > 0 || b.Probes != "" }

// String is the budget as one types it: "2", "30%", "30%@client:server@1s..5s".
func (b Budget) String() string {
	text := strconv.Itoa(int(b.Most))
	if b.Rate > 0 {
		text = share(b.Rate)
	}
	switch {
	case b.B == "" && b.A != "":
		text += "@" + b.A
	case b.OneWay:
		text += "@" + b.A + ":" + b.B
	case b.B != "":
		text += "@" + b.A + "+" + b.B
	}
	if b.Since > 0 || b.Until > 0 {
		text += "@" + moment(b.Since) + ".." + moment(b.Until)
	}
	return text
}

// share writes a part of 1,000 as percent.
func share(rate uint16) string { return strconv.FormatFloat(float64(rate)/10, 'f', -1, 64) + "%" }

// moment writes a bound of a span of time, 0 as nothing.
func moment(us int64) string {
	switch {
	case us == 0:
		return ""
	case us%1_000_000 == 0:
		return fmt.Sprintf("%ds", us/1_000_000)
	case us%1000 == 0:
		return fmt.Sprintf("%dms", us/1000)
	}
	return fmt.Sprintf("%dus", us)
}

// String lists the budgets as one types them: "crash=1,loss=30%,hold:bank=2ms"; "" for none.
func (f Faults) String() string {
	var all []string
	for k, b := range f {
		switch {
		case b.Probes != "":
			for _, p := range probesIn(FaultKind(k), b.Probes) {
				all = append(all, p.String())
			}
		case b.Any():
			all = append(all, fmt.Sprintf("%s=%s", FaultKind(k), b))
		}
	}
	return strings.Join(all, ",")
}

// hit says whether there are faults, and no probes, that hit what is among some targets.
func (f *Faults) hit(some ...FaultTarget) bool {
	for k := range f {
		if f[k].Any() && slices.Contains(some, FaultKind(k).Hits()) {
			return true
		}
	}
	return false
}

// between says whether there are faults that come between two steps.
func (f *Faults) between() bool { return f.hit(HitsHost, HitsTask, HitsWire) }

// Rates says whether there are budgets that are rates.
func (f Faults) Rates() bool {
	return slices.ContainsFunc(f[:], func(b Budget) bool { return b.Rate > 0 })
}

// Scoped says whether there are budgets that are more than a number.
func (f Faults) Scoped() bool {
	return slices.ContainsFunc(f[:], func(b Budget) bool { return b.Rate > 0 || b.Scope != (Scope{}) })
}

// may says whether a fault is within the scope of its kind; what undoes another, of that one's kind.
func (s *State) may(f Fault) bool {
	kind := f.Kind
	if u := kind.Undoes(); u != NoFault {
		kind = u
	}
	scope := &s.Faults[kind].Scope
	if *scope == (Scope{}) {
		return true
	}
	return s.Now >= scope.Since && (scope.Until == 0 || s.Now < scope.Until || kind != f.Kind) &&
		(scope.A == "" || scope.has(s.between(f)))
}

// has says whether a scope has what is between two hosts, on the way to the second; or on one alone.
func (x *Scope) has(from, to string) bool {
	switch {
	case x.B == "":
		return x.A == from || x.A == to
	case x.OneWay:
		return x.A == from && x.B == to
	}
	return x.A == from && x.B == to || x.A == to && x.B == from
}

// between returns the hosts that a fault concerns: of a packet, from where to where.
func (s *State) between(f Fault) (from, to string) {
	switch f.Kind.Hits() {
	case HitsPacket:
		p := s.Packets.At(f.Object)
		return s.host(p.From), s.host(p.To)
	case HitsWire:
		w := s.Wires.At(f.Object)
		return s.host(w.A), s.host(w.B)
	case HitsTask:
		return s.host(s.Tasks.At(f.Object).Host), ""
	}
	return s.host(HostID(f.Object)), ""
}

func (s *State) host(id HostID) string { return s.Hosts.At(uint32(id)).Name }

// checkScopes panics with a mistake if a scope names a host that the program does not have.
func (m *Machine) checkScopes() {
	for k, b := range m.cfg.Faults {
		for _, name := range []string{b.A, b.B} {
			if name != "" && m.hostNamed(name) == 0 {
				panic(mistake(fmt.Sprintf("the fault %s=%s is for host %q, and its hosts are %s",
					FaultKind(k), b, name, strings.Join(quote.List(m.names()), ", "))))
			}
		}
	}
}

// names lists the names of all hosts.
func (s *State) names() (all []string) {
	for id := range s.Hosts.All {
		all = append(all, s.Hosts.At(id).Name)
	}
	return all
}
