package breakpoint

import (
	"fmt"
	"strings"

	"machsim/debugger/event/waitfor"
	"machsim/kernel"
)

// Row says where a thread stands, and why.
type Row struct {
	Lane   int
	Thread kernel.ThreadID // 0 for packets
	Name   string
	InP    bool   // it has the breakpoint
	Chance Chance // of a process of P
	Done   int    // events done
	Of     int    // events in all
	Why    Reason
	Event  int          // its next event, -1 if there is none
	Next   string       // its current or next call; "" if unknown
	Where  kernel.Frame // the source line; zero if unknown
	Inside bool         // in the middle of Next

	// By is the event that the reason is about, -1 if there is none:
	// Held, Blocked: the event on which the thread's next one directly depends, if known;
	// Needed, Passed: the first event of another thread that depends on this one's last;
	// Doomed: the event that ends it.
	By     int
	ByName string // whose event that is
	// Root is the event of a process of P behind the reason, -1 if there is none:
	// Held, Blocked: the last event of that process that would be needed, past its place;
	// Passed, Needed: the event that brings that process to its place.
	Root     int
	RootName string

	Open   bool   // the run goes on, and may come to more
	Within string // what is known of the run: "in this recording"
	Waits  string // for what it waits there, or would wait, as Explain finds it in the state
}

// String formats the row as a line. Events are numbered from 1, as everywhere in the output.
func (r Row) String() string {
	parts := []string{r.Name, " "}
	if r.InP && r.Chance != Reachable {
		parts = append(parts, r.chance()+";")
	}
	parts = append(parts, r.text())
	if c := r.at(); c != "" {
		parts = append(parts, c)
	}
	return strings.Join(parts, " ")
}

// chance says why the breakpoint is out of reach.
func (r Row) chance() string {
	switch r.Chance {
	case Never:
		return "never comes to its breakpoint " + r.Within
	case NotAgain:
		return "does not come to its breakpoint again " + r.Within
	case NotBefore:
		return "did not come to its breakpoint before"
	}
	return ""
}

func (r Row) text() string {
	switch r.Why {
	case AtBreakpoint:
		return "is at its breakpoint"
	case Passed:
		return "is past its breakpoint" + r.purpose()
	case Held, Blocked:
		switch {
		case r.Waits != "":
			return r.Waits + ", and needs " + r.behind()
		case r.Why == Held:
			return "is held back: it needs " + r.behind()
		}
		return "waits, and needs " + r.behind()
	case Needed:
		return "is not needed further" + r.purpose()
	case Spare:
		return "is not needed"
	case Still:
		return "stays where it was"
	case Unborn:
		return "has not been made yet"
	case Over:
		return "has ended"
	case Doomed:
		return fmt.Sprintf("takes no further step: event %d of %s ends it", r.By+1, r.ByName)
	case Stuck:
		if r.Waits != "" {
			return r.Waits + ", and never goes on " + r.Within
		}
		return "waits, and never goes on " + r.Within
	}
	switch {
	case r.Open && r.Waits != "":
		return r.Waits
	case r.Open:
		return "goes on from here"
	case r.Waits != "":
		return r.Waits + ", and the recording ends here"
	}
	return "would go on, but the recording ends here"
}

// behind says what a held thread depends on.
func (r Row) behind() string {
	past := fmt.Sprintf("event %d of %s, past the breakpoint there", r.Root+1, r.RootName)
	if r.By >= 0 && r.By != r.Root {
		return fmt.Sprintf("event %d of %s, and that %s", r.By+1, r.ByName, past)
	}
	return past
}

// purpose says which event needed the last event of the thread.
func (r Row) purpose() string {
	switch {
	case r.Root < 0:
		return ""
	case r.By == r.Root:
		return fmt.Sprintf("; what it did last is needed by event %d of %s, the last one before the breakpoint there",
			r.By+1, r.ByName)
	}
	return fmt.Sprintf("; what it did last is needed by event %d of %s, on the way of %s to its breakpoint",
		r.By+1, r.ByName, r.RootName)
}

// at says at which call the thread stands.
func (r Row) at() string {
	if r.Next == "" || r.Why == Unborn {
		return ""
	}
	text := "(about to " + r.Next
	if r.Inside {
		text = "(in " + r.Next
	}
	if r.Where.File != "" {
		text += " at " + r.Where.String()
	}
	if r.Event >= 0 {
		text += fmt.Sprintf(", event %d", r.Event+1)
	}
	return text + ")"
}

// Explain adds what the threads wait for, or would wait for, in the state at the cut.
func Explain(rows []Row, s *kernel.State) {
	waits := map[kernel.ThreadID]waitfor.Row{}
	for _, w := range waitfor.Of(s) {
		waits[w.Thread] = w
	}
	for i := range rows {
		if w, ok := waits[rows[i].Thread]; ok && w.Reason != waitfor.Ready {
			rows[i].Waits = waitfor.Explain(s, &w).Text
		}
	}
}
