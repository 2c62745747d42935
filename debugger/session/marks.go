package session

import (
	"slices"
	"sort"

	"machsim/debugger/replay/graph"
	"machsim/debugger/replay/tape"
	"machsim/kernel"
)

// How checkpoints are spaced: as many as memory allows, but not closer than is useful.
const (
	leastSpacing = 512
	maxMarks     = 512
	maxRecent    = 64
	markBytes    = 128     // what checkpoints may take for each event: the log has half of that
	recentBytes  = 4 << 20 // what one of the last few may take
)

// mark is an automatic checkpoint: the state after those of the first n events that are in counts.
type mark struct {
	n      int
	counts graph.Cut // nil: all of them
	state  *kernel.State
}

// marks are the automatic checkpoints of a run: some at regular distances in recorded order, and
// the last few passed on the way to cuts that are no prefix of that order.
type marks struct {
	first   int // the events before the log
	spacing int
	due     int // the event before which the next regular one is taken while the run is replayed
	// at multiples of spacing from first on, at all of them unless the state is so large that it takes much to keep it
	all    []mark
	recent []mark
	next   int // the index in recent to be replaced next
}

// newMarks returns marks for so many events, after others of which there are none.
func newMarks(first, events int) *marks {
	return &marks{first: first, spacing: max(leastSpacing, events/maxMarks), due: first}
}

// until returns the regular checkpoints of the first n events, for a run that goes on otherwise from there.
func (m *marks) until(n int) *marks {
	return &marks{first: m.first, spacing: m.spacing, all: slices.Clone(m.all[:m.at(n)+1])}
}

// between takes the checkpoints while the run is replayed. If there are more events than expected,
// it drops every second checkpoint.
func (m *marks) between(s *kernel.State, n int) {
	if n < m.due || (n-m.first)%m.spacing != 0 {
		return
	}
	if len(m.all) >= maxMarks {
		m.spacing *= 2
		m.all = slices.DeleteFunc(m.all, func(k mark) bool { return (k.n-m.first)%m.spacing != 0 })
		if (n-m.first)%m.spacing != 0 {
			return
		}
	}
	if len(m.all) > 0 && m.all[len(m.all)-1].n == n {
		return
	}
	m.due = n + max(m.spacing, s.IPC.Renews()/markBytes)
	m.all = append(m.all, mark{n: n, state: s.Freeze()})
}

// best returns the mark from which a cut is reached with the fewest steps; first is the first event
// that the cut lacks, last the last that it holds. After that one there may be marks that hold no more events of it,
// but the time has gone on there: timers that were due have woken threads.
func (m *marks) best(t *tape.Tape, cut graph.Cut, first, last int) mark {
	best := m.before(first)
	for _, r := range m.recent {
		if r.n <= best.n || r.n > last+1 {
			continue
		}
		if r.counts == nil && r.n <= first || r.counts != nil && leadsTo(t, r.n, r.counts, cut) {
			best = r
		}
	}
	return best
}

// before returns the last mark with at most n events.
func (m *marks) before(n int) mark { return m.all[m.at(n)] }

// play returns what plays a run, whose tape is t, on from that mark.
func (m *marks) play(t *tape.Tape, n int) *tape.Replayer { return m.before(n).play(t) }

// nearer returns another mark with all events before it if that is nearer before an event, else k.
func (k mark) nearer(other mark, event int) mark {
	if other.state != nil && other.n > k.n && other.n <= event {
		return other
	}
	return k
}

// play plays a run, whose tape is t, on from a mark that has all events before it.
func (k mark) play(t *tape.Tape) *tape.Replayer { return t.Resume(k.state.Clone(), k.n, t.Counts(k.n)) }

// at returns the index of that mark.
func (m *marks) at(n int) int {
	return sort.Search(len(m.all), func(i int) bool { return m.all[i].n > n }) - 1
}

// leadsTo says whether a cut can be reached by going forward from the state that holds those of the
// first n events that are in counts.
func leadsTo(t *tape.Tape, n int, counts, cut graph.Cut) bool {
	for lane := range cut {
		if counts[lane] != min(cut[lane], uint32(t.Lanes[lane].Before(n))) {
			return false
		}
	}
	return true
}

// step returns the distance at which a motion to the n-th event leaves marks: a small one if it goes back by a few
// events from where p is, for it is probably not the last such motion.
func (m *marks) step(p *tape.Replayer, n int) int {
	if fine := m.spacing / maxRecent; p != nil && n < p.Next() && p.Next() <= n+fine {
		return fine
	}
	return m.spacing
}

// keep adds a mark at the present stop of a motion, at the n-th event, unless that takes much; first is the first event
// that the motion leaves out.
func (m *marks) keep(n, first int, p *tape.Replayer) {
	if p.State().IPC.Renews() > recentBytes {
		return
	}
	k := mark{n: n, state: p.State().Freeze()}
	if n > first {
		k.counts = slices.Clone(p.Counts())
	}
	if len(m.recent) < maxRecent {
		m.recent = append(m.recent, k)
		return
	}
	m.recent[m.next] = k
	m.next = (m.next + 1) % maxRecent
}
