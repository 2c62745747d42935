package record

import (
	"fmt"
	"slices"

	"machsim/kernel"
)

// Turn says which actor takes the next step of a run, and which recorded event it repeats.
type Turn struct {
	// Thread, or else Packet, takes the step. Its id is that in the new run, which differs
	// from the recorded one if threads, or packets, are made in another order. If both are 0,
	// the actor of the recorded event takes the step.
	Thread kernel.ThreadID
	Packet kernel.PacketID
	// Event is the recorded event whose answers the step gets. 0 is the actor's next one:
	// its n-th step repeats its n-th step in the recording.
	Event uint64
}

func (t Turn) actor() kernel.Actor { return kernel.Actor{Thread: t.Thread, Packet: t.Packet} }

// actorName returns the name of an actor in a state.
func actorName(st *kernel.State, a kernel.Actor) string {
	switch {
	case a.Edited():
		return "the debugger"
	case a.Thread == 0:
		return "a packet"
	case st == nil || !st.Threads.Has(uint32(a.Thread)):
		return "a thread that has not been made"
	}
	return st.ThreadName(a.Thread)
}

// TurnDivergence is the turn at which a schedule stopped to fit the run.
type TurnDivergence struct {
	Turn int    // index of the first turn that did not repeat its event
	Why  string // how it differed
}

// schedule is the guide of a Follow that goes by turns.
type schedule struct {
	answers *Answers
	turns   []Turn
	taken   int
	actor   kernel.Actor // the actor of the next turn, by its id in this run
	choices []choice     // unused choices of the next turn
	lines   []line
	misfit  *TurnDivergence
	world   *kernel.State // the state before the next turn; nil before the first

	edits   int      // the number of edits up to the last event
	editing bool     // an edit is being made, or a fault
	given   []choice // its unused recorded choices, if it is in the recording
	fault   uint64   // the last recorded event that was a fault, and was repeated, or is not known any more
}

func newSchedule(a *Answers, turns []Turn) *schedule {
	s := &schedule{answers: a, turns: resolve(a, turns), fault: a.before}
	s.next()
	return s
}

// resolve fills in the zero fields of turns. The event stays 0 if the recording has none.
func resolve(a *Answers, turns []Turn) []Turn {
	var steps map[kernel.Actor][]uint64
	if slices.ContainsFunc(turns, func(t Turn) bool { return t.Event == 0 }) {
		steps = a.steps()
	}
	whole := make([]Turn, len(turns))
	for i, t := range turns {
		switch own := steps[t.actor()]; {
		case t.Event > a.Events():
			t.Event = 0
		case t.Event != 0 && t.actor() == kernel.Actor{}:
			who := a.Actor(t.Event)
			t.Thread, t.Packet = who.Thread, who.Packet
		case t.Event == 0 && len(own) > 0:
			t.Event = own[0]
			steps[t.actor()] = own[1:]
		}
		whole[i] = t
	}
	return whole
}

// next looks up the answers of the next turn.
func (s *schedule) next() {
	s.choices, s.lines = nil, nil
	switch {
	case s.over():
	case s.turn().Event == 0:
		s.fail("the recording has no event for it")
	default:
		s.choices, s.lines = s.answers.choices[s.turn().Event], s.answers.lines[s.turn().Event]
		s.actor = s.turn().actor()
	}
}

// named says whether the next turn is that of a packet with a known key.
func (s *schedule) named() bool {
	return !s.over() && s.answers.Packet != nil && s.turn().Packet != 0
}

// find looks up the packet of the next turn by its key. If there are two, it prefers one that
// can arrive.
func (s *schedule) find(st *kernel.State) {
	if !s.named() {
		return
	}
	key := s.answers.Packet(s.turn().Event)
	s.actor = kernel.Actor{}
	for id := range st.Packets.All {
		if st.Packets.At(id).Key == key && (s.actor.Packet == 0 || st.Arrive.Has(id)) {
			s.actor.Packet = kernel.PacketID(id)
		}
	}
}

func (s *schedule) turn() Turn { return s.turns[s.taken] }

// who returns the name of the actor of the next turn.
func (s *schedule) who() string { return actorName(s.world, s.turn().actor()) }

// over says whether all turns were taken, or the schedule has stopped to fit.
func (s *schedule) over() bool { return s.misfit != nil || s.taken == len(s.turns) }

func (s *schedule) fail(format string, args ...any) bool {
	s.misfit = &TurnDivergence{s.taken, fmt.Sprintf(format, args...)}
	return false
}

// edit says whether an edit is being made, which is no turn. c is the recorded choice for it, or
// -1 if there is none.
func (s *schedule) edit(p kernel.Point) (c int, ok bool) {
	st := p.State()
	if !s.editing && st.Edits == s.edits && st.Failing.Kind == kernel.NoFault {
		return 0, false
	}
	if n := st.Steps + 1; !s.editing && n <= s.answers.Events() && s.answers.Actor(n).Edited() {
		s.given = s.answers.choices[n]
	}
	s.editing = true
	if len(s.given) == 0 || s.given[0].kind != p.Kind || s.given[0].n != p.N {
		return -1, true
	}
	c, s.given = s.given[0].c, s.given[1:]
	return c, true
}

// fails returns the choice of the fault that was recorded before the event of the next turn, if it was not repeated
// yet; else that none comes.
func (s *schedule) fails(n int) int {
	at := s.turn().Event - 1
	for at-1 > s.fault && at > 1 && s.answers.failed(at-1) {
		at--
	}
	if at <= s.fault || at == 0 || !s.answers.failed(at) || s.answers.choices[at][0].n != n {
		return 0
	}
	s.fault, s.editing, s.given = at, true, s.answers.choices[at][1:]
	return s.answers.choices[at][0].c
}

// failed says whether an event was a fault. The Door is asked for one before all else that is chosen between two steps
// (Machine.pick), so that this is the first choice of its event.
func (a *Answers) failed(event uint64) bool {
	all := a.choices[event]
	return a.Actor(event).Edited() && len(all) > 0 && all[0].kind == kernel.PointFault
}

func (s *schedule) choose(p kernel.Point) (int, bool) {
	switch p.Kind {
	case kernel.PointPredicate:
		return 0, true // a schedule never halts the program
	case kernel.PointFault:
		return s.fails(p.N), true
	}
	s.world = p.State()
	if p.Kind == kernel.PointNext {
		s.find(p.State())
		i, ok := optionOf(p, s.actor)
		if !ok {
			s.fail("%s cannot take a step", s.who())
		}
		return i, ok
	}
	if len(s.choices) == 0 || s.choices[0].kind != p.Kind || s.choices[0].n != p.N {
		return 0, s.fail("%s makes another choice than in the recording (%s, of %d)", s.who(), p.Kind, p.N)
	}
	c := s.choices[0].c
	s.choices = s.choices[1:]
	return c, true
}

// optionOf returns the index of an actor among the options of a PointNext.
func optionOf(p kernel.Point, a kernel.Actor) (int, bool) {
	i := p.State().OptionOf(a)
	return i, i < p.N && p.Option(i) == a
}

func (s *schedule) input() (text string, more, ok bool) {
	if len(s.lines) == 0 {
		return "", false, s.fail("%s reads another line than in the recording", s.who())
	}
	l := s.lines[0]
	s.lines = s.lines[1:]
	return l.text, l.ok, true
}

// step compares an event with the next turn.
func (s *schedule) step(st *kernel.State, a kernel.Actor, op kernel.Op, done bool) {
	if !a.Edited() { // no turn is an edit
		s.compare(st, a, op, done)
	}
	s.ready(st)
}

// ready prepares the next turn in the state before it.
func (s *schedule) ready(st *kernel.State) {
	s.edits, s.editing, s.given = st.Edits, false, nil
	s.find(st)
	s.world = st
}

// compare compares a step with its turn.
func (s *schedule) compare(st *kernel.State, a kernel.Actor, op kernel.Op, done bool) {
	if a.Packet != 0 && s.named() && st.Packets.At(uint32(a.Packet)).Key == s.answers.Packet(s.turn().Event) {
		s.actor = a // it was the only option: another packet with the same key, or one made since ready
	}
	s.world = st
	want, k := s.answers.moment(s.turn().Event), key(a, op)
	switch {
	case a != s.actor:
		s.fail("only %s could take a step, not %s", actorName(st, a), s.who())
	case int(want.key) != k || want.done != done:
		s.fail("%s did %s, and %s in the recording", s.who(), called(keyName(k), done),
			called(keyName(int(want.key)), want.done))
	case len(s.choices) > 0 || len(s.lines) > 0:
		s.fail("%s made fewer choices, or read fewer lines, than in the recording", s.who())
	default:
		s.taken++
		s.next()
	}
}
