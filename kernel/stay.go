package kernel

import "slices"

// Stay is a time for which a host stood, by one halt or several that overlap. All times are in microseconds.
type Stay struct {
	Halt, Resume int64 // Resume is after all other times while it stands
	Delta        int64 // for how long it has stood in all, once it goes on; while it stands, until it halted
}

// Stays are the times for which a host stood, in their order: the log of halts of Cooper 7.2.
type Stays []Stay

// Logical returns the time that the host's clock showed to its program at a time: without the time for which the host
// stood (real_to_debuggee_time).
func (s Stays) Logical(real int64) int64 {
	i := s.from(func(x Stay, _ int64) bool { return x.Halt > real }) - 1
	switch {
	case i < 0:
		return real
	case real < s[i].Resume:
		return s[i].Halt - s.before(i)
	}
	return real - s[i].Delta
}

// Real returns the time at which the host's clock came to a logical time: the moment when it halted, if it stood then
// (debuggee_to_real_time).
func (s Stays) Real(logical int64) int64 {
	return logical + s.before(s.from(func(x Stay, before int64) bool { return x.Halt-before >= logical }))
}

// from returns the first stay of which something is true that is true of all later ones, too; the number of stays if
// it is of none. It is asked with the time for which the host had stood before.
func (s Stays) from(is func(x Stay, before int64) bool) int {
	low, high := 0, len(s)
	for low < high {
		if i := (low + high) / 2; is(s[i], s.before(i)) {
			high = i
		} else {
			low = i + 1
		}
	}
	return low
}

// before returns for how long the host had stood before its i-th stay.
func (s Stays) before(i int) int64 {
	if i == 0 {
		return 0
	}
	return s[i-1].Delta
}

// Logical returns the time that a host's own clock would show, were it exact, at a virtual time.
func (h *HostState) Logical(now int64) int64 { return h.Stays.Logical(now) }

// Real returns the virtual time at which the host's clock comes to a logical time.
func (h *HostState) Real(logical int64) int64 { return h.Stays.Real(logical) }

// StayInfo is what host_stays tells.
type StayInfo struct {
	Stands bool     // the host stands now
	Now    Duration // the time by the host's clock, as if that never stood
	Stays  Stays    // by the same clock; of one that lasts, Delta is what it comes to now
}

// HostStays tells when the thread's host stood, halted by a debugger, for those who have to do with its program and go
// on themselves: package netname/debuggee makes it known to other hosts. Tasks that halt with their host are told that
// it never stood, by their own clock: no program can tell that it was halted. So are all, where clocks run on while
// their hosts stand (Agents).
func (th *Thread) HostStays() StayInfo {
	th.begin(OpHostStays)
	th.enter()
	info, _ := th.res.Info.(StayInfo)
	info.Stays = slices.Clone(info.Stays) // that of the log is of all replays
	return info
}

func runHostStays(c *core, _ ThreadID, t *ThreadState) bool {
	host := c.Tasks.At(uint32(t.Task)).Host
	info := StayInfo{Now: Duration(c.clock(t.Task))} // logs the access
	if h := c.Hosts.At(uint32(host)); len(c.Halt.Calls) > 0 && !c.cfg.Agents.Runs && !c.grouped(t.Task) {
		info.Stands, info.Stays = h.Stands(), h.shown(c.Now)
	}
	c.about, c.out.Info = Object{HostObject, uint32(host)}, info
	return true
}

// shown returns when a host stood, by its own clock.
func (h *HostState) shown(now int64) (all Stays) {
	for i, s := range h.Stays {
		s.Halt = h.hardware(s.Halt)
		s.Delta = all.before(i) + h.hardware(min(now, s.Resume)) - s.Halt
		if s.Resume < endOfTime {
			s.Resume = h.hardware(s.Resume)
		}
		all = append(all, s)
	}
	return all
}
