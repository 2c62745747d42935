package session

import (
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"

	"machsim/debugger/replay/graph"
	"machsim/debugger/rows"
	"machsim/kernel"
)

// Position returns where the Session stands.
func (s *Session) Position() graph.Position { return s.log().at }

// Statement returns the number of the statement at which a thread is parked at the present position, 0 for none.
func (s *Session) Statement(id kernel.ThreadID) uint64 {
	if s.Early() {
		return 0
	}
	return s.log().at.Statement(id)
}

// Start returns the position at which the recording begins.
func (s *Session) Start() graph.Position { return graph.At(s.log().cuts.Start()) }

// End returns the position at which the recording ends.
func (s *Session) End() graph.Position { return graph.At(s.log().cuts.All()) }

// After returns the position with the first n events, in recorded order.
func (s *Session) After(n int) graph.Position { return graph.At(s.log().cuts.First(n)) }

// Least returns the least position that holds an event.
func (s *Session) Least(event int) graph.Position { return graph.At(s.order().Least(event)) }

// Greatest returns the greatest position without an event.
func (s *Session) Greatest(event int) graph.Position { return graph.At(s.order().Greatest(event)) }

// Consistent returns p if its cut is consistent, else the position at the least consistent cut that
// holds it. The order of a run becomes stricter when threads turn out to share variables, and a
// position that was kept from before may lack an event then. It may be one of a run that has grown since.
func (s *Session) Consistent(p graph.Position) graph.Position {
	p = s.Wide(p)
	if s.consistent(p.Cut) {
		return p
	}
	return graph.At(s.order().LeastAbove(p.Cut))
}

// Prefix returns the number of events up to the first in recorded order that p lacks. whole says
// that p holds no others: it is a beginning of the recorded order.
func (s *Session) Prefix(p graph.Position) (n int, whole bool) {
	n = s.log().cuts.Missing(p.Cut)
	return n, s.log().cuts.Last(p.Cut) < n
}

// LastOf returns the last event, in recorded order, that p holds; -1 if it holds none.
func (s *Session) LastOf(p graph.Position) int { return s.log().cuts.Last(p.Cut) }

// Leads says whether a position is on a way to another: it holds no event that the other
// lacks, and no thread is further in its stretch.
func (s *Session) Leads(p, to graph.Position) bool {
	if !p.Cut.Within(to.Cut) {
		return false
	}
	for _, g := range to.Stands() {
		lane := s.log().tape.LaneOf(g.Thread)
		if n := p.Statement(g.Thread); p.Cut[lane] == to.Cut[lane] && (n == 0 || n > g.N) {
			return false
		}
	}
	return true
}

// Holds says whether the present position holds an event.
func (s *Session) Holds(event int) bool { return s.log().cuts.Holds(s.log().at.Cut, event) }

// Done returns the number of events that the present position holds, with those before the first one here.
func (s *Session) Done() int {
	if s.Early() {
		return s.Len()
	}
	return s.First() + s.log().at.Events()
}

// UpTo returns the position with all events up to one, in recorded order. It adds the events beyond
// that one that the present position holds; with back it instead removes the events that the
// present position lacks. Of two consistent cuts, all that one or the other holds is consistent, and so is what both
// hold.
func (s *Session) UpTo(event int, back bool) graph.Position {
	cut := s.log().cuts.First(event + 1)
	for lane, here := range s.log().at.Cut {
		if back {
			cut[lane] = min(cut[lane], here)
		} else {
			cut[lane] = max(cut[lane], here)
		}
	}
	return graph.At(cut)
}

// Between returns the first and the last event of each lane that one position lacks and another
// holds.
func (s *Session) Between(from, to graph.Position) (all []int) {
	for lane, n := range to.Cut {
		if l := &s.log().tape.Lanes[lane]; n > from.Cut[lane] {
			all = append(all, l.Event(int(from.Cut[lane])), l.Event(int(n)-1))
		}
	}
	return all
}

// Ahead returns the number of events of a thread beyond the present position or, back, within it.
func (s *Session) Ahead(id kernel.ThreadID, back bool) int {
	lane, done := s.lane(id)
	if back || lane < 0 {
		return done
	}
	return s.LaneLen(lane) - done
}

// Format writes a position: "41" holds the first 41 events in recorded order, and "41&44" in addition
// what the thread of event 44 has done up to that. In "41@bank.1:17" bank.1 is about to begin its 17th statement; more
// such threads may follow.
func (s *Session) Format(p graph.Position) string {
	first, whole := s.Prefix(p)
	text := strconv.Itoa(first)
	for lane, done := range p.Cut {
		if l := &s.log().tape.Lanes[lane]; !whole && done > 0 && l.Event(int(done)-1) >= first {
			text += fmt.Sprint("&", l.Event(int(done)-1)+1)
		}
	}
	for _, g := range p.Stands() {
		text += fmt.Sprintf("@%s:%d", s.ThreadName(g.Thread), g.N)
	}
	return text
}

// ParseStatement reads a thread and the number of one of its statements: bank.1:17.
func (s *Session) ParseStatement(text string) (id kernel.ThreadID, n uint64, err error) {
	i := strings.LastIndexByte(text, ':')
	if i < 0 {
		return 0, 0, fmt.Errorf("after @ stand a thread, a colon and the number of a statement, as in 41@bank.1:17")
	}
	if n, err = strconv.ParseUint(text[i+1:], 10, 64); err != nil || n == 0 {
		return 0, 0, fmt.Errorf("%q is no number of a statement", text[i+1:])
	}
	named, err := s.FindThread(text[:i])
	return kernel.ThreadID(named.ID), n, err
}

// Parse reads a position that Format has written.
func (s *Session) Parse(text string) (graph.Position, error) {
	parts := strings.Split(text, "@")
	cut, err := s.cutAfter(strings.Split(parts[0], "&"))
	if err != nil {
		return graph.Position{}, err
	}
	p := s.Consistent(graph.At(cut))
	for _, statement := range parts[1:] {
		id, n, err := s.ParseStatement(statement)
		if err != nil {
			return p, err
		}
		p = p.With(id, n)
	}
	return p, nil
}

// cutAfter returns the cut after the first of some events, by their numbers, and after the others in
// their threads.
func (s *Session) cutAfter(events []string) (cut graph.Cut, err error) {
	for i, word := range events {
		n, err := strconv.Atoi(word)
		if err != nil || n < 0 || n > s.Len() || i > 0 && n == 0 {
			return nil, fmt.Errorf("there is no event %q: they have the numbers 1 to %d", word, s.Len())
		}
		if n < s.First() {
			return nil, s.Outside(n)
		}
		if i == 0 {
			cut = s.log().cuts.First(n)
			continue
		}
		lane := s.log().tape.Lane(n - 1)
		cut[lane] = max(cut[lane], uint32(s.log().tape.Nth(n-1))+1)
	}
	return cut, nil
}

// ParseCounts reads a cut of which it is said how many events threads have done, each as in teller1.1=5. The others
// have done what these need. The error says that there is no such cut, if a thread would have to have done more.
func (s *Session) ParseCounts(parts []string) (graph.Position, error) {
	cut, want := s.log().cuts.Start(), map[int]string{}
	for _, part := range parts {
		lane, n, err := s.parseCount(part)
		if err != nil {
			return graph.Position{}, err
		}
		cut[lane], want[lane] = n, part
	}
	p := graph.At(s.order().LeastAbove(cut))
	for _, lane := range slices.Sorted(maps.Keys(want)) {
		if done := p.Cut[lane]; done > cut[lane] {
			return p, fmt.Errorf("there is no state with %s: %s has done %d events by then, for what the others have done "+
				"comes after event %d, its event %d", strings.Join(parts, " and "),
				s.ThreadName(s.log().tape.Lanes[lane].Thread), done, s.log().tape.Lanes[lane].Event(int(done)-1)+1, done)
		}
	}
	return p, nil
}

// parseCount reads a thread and the number of events that it has done.
func (s *Session) parseCount(text string) (lane int, n uint32, err error) {
	name, number, ok := strings.Cut(text, "=")
	many, wrong := strconv.ParseUint(number, 10, 32)
	if !ok || wrong != nil {
		return 0, 0, fmt.Errorf("%q is no thread with a number of events, as in teller1.1=5&teller2.1=3", text)
	}
	named, err := rows.Find(s.Final(), kernel.ThreadObject, name)
	if err != nil {
		return 0, 0, err
	}
	if lane = s.log().tape.LaneOf(kernel.ThreadID(named.ID)); lane < 0 {
		return 0, 0, fmt.Errorf("%s does no event in this run", name)
	}
	if all := s.log().tape.Lanes[lane].Len(); many > uint64(all) {
		return 0, 0, fmt.Errorf("%s does %d events in this run, and not %d", name, all, many)
	}
	return lane, uint32(many), nil
}
