// Package breakpoint finds where breakpoints stop the threads of a recorded run, alone
// and together.
//
// A [lang.Place] says what a thread has to be about to do: to come to a source line or a label,
// to send to a port, to lock a mutex, and so on. [lang.ParsePlace] makes one of a text:
//
//	philosophers.go:38                    calls and labels of that line
//	label critical                        th.Label("critical")
//	enter elect                           the first kernel call in that function, after one elsewhere
//	send to port fileserver by client     sends of the threads of task client
//	receive by worker.2 if item 1 = 7     receives that get such a message
//	after lock mutex fork1 count 3        once a thread has it, the third time
//
// [Run.Match] finds all places of a run where it stops a thread. Such a place is a
// local state of one lane: how many of its events are done. A thread is stopped before
// the call that matches, about to make it: all its calls before are done, and no step of
// this one is taken, even if the call has to wait later on. With "after" it is stopped
// when the call is done. (A port may also die when a packet arrives; packets can only be
// stopped after that.) A cut stands at the breakpoint if it has exactly so many of the
// lane's events, and has passed it if it has more.
//
// One breakpoint alone is found by a search in either direction: [Hits.Next] and
// [Hits.Previous]. Several processes with breakpoints, the set P, are stopped together in
// two ways (Krawczuk 3.1 and 4.2):
//
//   - [OCB], optimistic: the greatest consistent cut in which no process of P has passed
//     its breakpoint. All others run on as far as they can get.
//   - [PCB], pessimistic: the least consistent cut in which every process of P has come to
//     its breakpoint. All others do only what happened before one of the breakpoints.
//
// The thesis has a process break at the earliest state that reflects all that happened
// before the breakpoint, and speaks of processes that have reached certain local states.
// So the local state counts. The cut does not contain the event that the thread is about
// to take, nor events that only this one depends on, as the sending of the message that
// the thread is about to receive. With "after" the cut contains them. If there is a cut in
// which all processes of P stand at their breakpoints, then both cuts are such, and all
// other such cuts lie between them. If there is none, because one breakpoint happened
// before another, OCB leaves the later one unreached, PCB passes the earlier one, and the
// rows say so.
//
//	label, _ := lang.ParsePlace("label critical by plato")
//	lock, _ := lang.ParsePlace("lock mutex fork1 by kant")
//	a, err := s.Hits(label) // of a session.Session; Len 0: never reached in this recording
//	b, err := s.Hits(lock)
//	stop := breakpoint.PCB(s.Graph, breakpoint.Union(a, b), s.Cut(), breakpoint.Forward)
//	err = s.MoveTo(stop.Cut)
//	breakpoint.Explain(stop.Rows, s.State())
//
// Both are computed from the causal order alone, so they do not depend on how the run is
// replayed. Each process stops at its next place beyond the present cut, or at its last
// one before it.
package breakpoint
