package halting

import (
	"cmp"
	"fmt"
	"math"
	"slices"

	"machsim/debugger/record"
	"machsim/debugger/replay/graph"
	"machsim/debugger/run/runner"
	"machsim/debugger/session"
	"machsim/kernel"
)

// Snapshot is a run of which a snapshot was taken by markers, while it went on (Chandy and Lamport). It is held against
// what the events of the run say of the same moments.
type Snapshot struct {
	Predicate string
	Run       *runner.Run // the caller closes it
	File      []byte      // its recording
	Remarks   []string    // on places that the run never reaches
	Processes []Process   // in the order of their moments; those that have none, because they had ended, come last
	Channels  []Caught    // messages that were in channels
	Open      int         // of them, those in channels whose marker has not come, as in those of answers
	Datagrams int         // messages that were under way to datagram ports, which have no order: they are in no channel
	Orphans   []string    // messages received before the receiver's moment, and sent after the sender's
	Missed    []string    // messages that were in channels by the events, and are not in the snapshot
	Extra     []string    // the other way round
	// Other is why the moments are no consistent cut of the causal order, though no message is received and not sent:
	// something else than a message orders two events. It is "" if they are one, whose state has been compared.
	Other    string
	Diverged bool // the run does not follow the recording to its end
}

// Caught is a message that was in a channel.
type Caught struct {
	From, To string // tasks
	Port     string
	Text     string
	Sent     uint64 // the event that sent it
	Closed   bool   // the channel's marker has come
}

// Taken says whether there is a snapshot: the predicate was met before the run was over.
func (x *Snapshot) Taken() bool { return len(x.Run.State.Halt.Halted) > 0 }

// Holds says whether the snapshot is one: a consistent cut, with the channels as they were.
func (x *Snapshot) Holds() bool { return len(x.Orphans)+len(x.Missed)+len(x.Extra) == 0 }

// Snap repeats the run of a session, and has a snapshot of it taken by messages when a predicate is met. The error is
// about the predicate, which must be one that markers can detect, or about machsim itself.
func Snap(s *session.Session, text string, o Options) (*Snapshot, error) {
	p, parts, err := markable(s, text)
	if err != nil {
		return nil, err
	}
	d, mail := newDriver(s, s.Answers(), parts, o.Seed), newPost()
	x := &Snapshot{Predicate: text, Remarks: p.Remarks}
	if x.Run, x.File, err = halted(s, d, text, o, mail); err != nil {
		return nil, err
	}
	x.Diverged = d.diverged
	h := &x.Run.State.Halt
	x.processes(d)
	x.judge(h, mail)
	if x.Taken() && x.Holds() {
		err = x.state(s.Program, h, mail, o)
	}
	return x, err
}

// processes lists the tasks with their moments.
func (x *Snapshot) processes(d *driver) {
	r := &Result{Run: x.Run}
	r.processes(d)
	x.Processes = r.Processes
}

// momentOf is the last event of a task in the snapshot: one that has noted none is in it with all its events.
func momentOf(h *kernel.HaltState, t kernel.TaskID) uint64 {
	if at, ok := h.Moment(t); ok {
		return at
	}
	return math.MaxUint64
}

// judge compares the messages caught with those that were in channels by the events of the run.
func (x *Snapshot) judge(h *kernel.HaltState, mail *post) {
	caught := map[uint64]bool{}
	for _, c := range h.Caught {
		caught[c.Sent] = true
		m := mail.bySent[c.Sent]
		if m == nil || !inChannel(h, m) || m.from != c.From || m.to != c.To {
			x.Extra = append(x.Extra, fmt.Sprintf("the message sent with event %d", c.Sent))
			continue
		}
		closed := slices.ContainsFunc(h.Closed, func(k kernel.Closed) bool {
			return k.From == c.From && k.To == c.To && k.Port == c.Port
		})
		st := x.Run.State
		x.Channels = append(x.Channels, Caught{st.TaskName(c.From), st.TaskName(c.To), st.PortName(c.Port), m.text,
			m.put, closed})
		if !closed {
			x.Open++
		}
	}
	for _, m := range mail.all {
		switch {
		case m.got == 0 || m.from == m.to:
		case m.unordered:
			if inChannel(h, m) {
				x.Datagrams++
			}
		case m.put > momentOf(h, m.from) && m.got <= momentOf(h, m.to):
			x.Orphans = append(x.Orphans, x.said(m))
		case inChannel(h, m) && !caught[m.sent]:
			x.Missed = append(x.Missed, x.said(m))
		}
	}
	slices.SortStableFunc(x.Channels, func(a, b Caught) int {
		return cmp.Or(cmp.Compare(a.Port, b.Port), cmp.Compare(a.From, b.From))
	})
}

// inChannel says whether a message was sent in the snapshot, and not received in it.
func inChannel(h *kernel.HaltState, m *mailed) bool {
	return m.put != 0 && m.put <= momentOf(h, m.from) && m.got > momentOf(h, m.to)
}

func (x *Snapshot) said(m *mailed) string {
	st := x.Run.State
	return fmt.Sprintf("%s, sent by %s with event %d and received by %s with event %d", m.text, st.TaskName(m.from), m.put,
		st.TaskName(m.to), m.got)
}

// state goes to the moments in the recording, and compares the messages that are under way there.
func (x *Snapshot) state(p *kernel.Program, h *kernel.HaltState, mail *post, o Options) error {
	rec, err := record.Read(x.File)
	if err != nil {
		return err
	}
	s, err := session.Open(p, rec, session.Options{Stop: o.Stop})
	if err != nil {
		return err
	}
	defer s.Close()
	moments := s.Start()
	for lane := range s.Lanes() {
		moments.Cut[lane] = upTo(s, h, lane)
	}
	at := s.Consistent(moments)
	if x.Other = beyond(s, moments.Cut, at.Cut); x.Other != "" {
		return nil
	}
	if err := s.MoveTo(at); err != nil {
		return err
	}
	x.compare(s.State(), mail)
	return nil
}

// upTo returns how many events of a lane are in the snapshot: of what is on the wires, those that its threads need.
func upTo(s *session.Session, h *kernel.HaltState, lane int) (n uint32) {
	id := s.ThreadIn(lane)
	if id == 0 {
		return 0
	}
	at := momentOf(h, s.Final().Threads.At(uint32(id)).Task)
	for int(n) < s.LaneLen(lane) && uint64(s.LaneEvent(lane, int(n))) < at {
		n++
	}
	return n
}

// beyond says which event of a thread a consistent cut needs that is not in the snapshot.
func beyond(s *session.Session, moments, at graph.Cut) string {
	for lane := range at {
		if id := s.ThreadIn(lane); id != 0 && at[lane] > moments[lane] {
			return fmt.Sprintf("event %d of %s, which is after its moment, comes before others that are not",
				s.LaneEvent(lane, int(at[lane])-1)+1, s.ThreadName(id))
		}
	}
	return ""
}

// compare looks for messages in the exact state that are received later, and not in the snapshot.
func (x *Snapshot) compare(st *kernel.State, mail *post) {
	there := map[uint64]bool{}
	for _, m := range undelivered(st) {
		if m.Sender != 0 {
			there[m.Sent] = true
		}
	}
	h := &x.Run.State.Halt
	for _, c := range h.Caught {
		if !there[c.Sent] {
			x.Extra = append(x.Extra, x.said(mail.bySent[c.Sent]))
		}
	}
	for _, m := range mail.all {
		caught := slices.ContainsFunc(h.Caught, func(c kernel.Caught) bool { return c.Sent == m.sent })
		if _, noted := h.Moment(m.to); there[m.sent] && noted && m.got != 0 && m.from != m.to && !m.unordered && !caught {
			x.Missed = append(x.Missed, x.said(m))
		}
	}
}
