package threads

import (
	"fmt"
	"slices"
	"strings"

	"machsim/debugger/event/waitfor"
	"machsim/debugger/rows"
	"machsim/ipc/quote"
	"machsim/kernel"
)

// Why is why a thread does not go on.
type Why struct {
	Thread  string
	Failed  string // how it has failed; "" if it has not
	Broke   string // what a test found after its step, with which the run ended; "" for nothing
	Event   int    // that step
	At      string // the breakpoints at which it stands, in words; "" for none
	Reasons []rows.Reason
	Cycle   []string // threads that wait for each other in a ring
}

// Why tells why a thread does not go on.
func (d In) Why(thread string) (*Why, error) {
	id, err := d.ThreadHere(thread)
	if err != nil {
		return nil, err
	}
	st := d.S.State()
	w := &Why{Thread: st.ThreadName(id)}
	if f := st.Failure; f != nil && f.Thread == id {
		w.Failed = fmt.Sprintf("%s: %s", f.Kind, f.Text)
		return w, nil
	}
	if id == d.S.Breaker() && d.AtEnd() {
		w.Broke, w.Event = quote.Line(d.S.Rec.Text), d.S.Len()
	}
	w.Reasons, w.Cycle = d.S.Why(id)
	w.At = d.Stands(id)
	return w, nil
}

// Blocked is the blocked table (Krawczuk 3.5).
func (d In) Blocked() ([]rows.Waiting, error) {
	return slices.DeleteFunc(d.S.Blocked(), func(w rows.Waiting) bool { return d.HidesThread(w.ID) }), nil
}

// Suspended is the suspended table (Krawczuk 3.5).
func (d In) Suspended() ([]rows.Waiting, error) {
	all := d.S.Suspended(func(place *rows.Place) bool { return d.Stands(place.Thread) != "" })
	for i := range all {
		if at := d.Stands(all[i].ID); at != "" {
			all[i].Text = "at " + at + "; " + all[i].Text
		} else if all[i].Hold == rows.Free {
			all[i].Text = "by the debugger; " + all[i].Text
		}
	}
	return all, nil
}

// Delay is what is kept back until its turn in the recorded order: the next call of a thread, or a
// message.
type Delay struct {
	Thread string // that is kept back, or the sender of the message
	What   string
	Event  uint64 // that is kept back, or that sent the message or made the kernel send it; 0 if it is not known
	After  string // what comes first, in words
}

// Delays lists the artificial delays (Krawczuk 3.5).
func (d In) Delays() (all []Delay, err error) {
	st := d.S.State()
	for _, x := range d.S.Delays() {
		row := Delay{After: rows.Several(x.After, d.S.Deed)}
		if x.Thread != 0 {
			row.Thread, row.Event = st.ThreadName(x.Thread), uint64(x.Event+1)
			row.What = d.Call(x.Thread)
		} else {
			m := d.S.Message(x.Message)
			row.Thread, row.Event = m.Sender, uint64(x.Event+1)
			row.What = fmt.Sprintf("its message %s at port %s", m.Text(), x.Port)
		}
		all = append(all, row)
	}
	return all, nil
}

// Panic is what all threads are doing (Krawczuk 3.5).
type Panic struct {
	Able   []Doing // those that could go on
	Unable []Doing // those that cannot
	Ended  int
	Cycle  []string // threads that wait for each other in a ring
}

// Doing is what a thread is doing.
type Doing struct {
	Thread string
	Host   string
	Focus  bool
	Since  int64 // virtual time in microseconds at which it began to wait; -1 if it does not
	Text   string
	Source string
}

// Panic says what all threads are doing, and goes nowhere.
func (d In) Panic() (*Panic, error) {
	x := &Panic{}
	for _, place := range d.S.Where() {
		d.panicRow(x, place)
	}
	st := d.S.State()
	for _, id := range waitfor.Cycle(waitfor.Of(st)) {
		x.Cycle = append(x.Cycle, st.ThreadName(id))
	}
	return x, nil
}

// panicRow adds a thread.
func (d In) panicRow(x *Panic, place rows.Place) {
	if place.Hold == rows.Ended {
		x.Ended++
		return
	}
	e := d.S.Explain(&place)
	row := Doing{
		Thread: place.Name, Host: d.HostOf(place.Thread), Focus: place.Thread == d.Focus, Since: -1,
		Text: e.Text, Source: strings.Trim(e.Places(), " ()"),
	}
	switch place.Hold {
	case rows.Free, rows.AtEnd:
		th := d.S.State().Threads.At(uint32(place.Thread))
		if d.S.Statement(place.Thread) == 0 {
			row.Text = stance(th) + " " + d.Call(place.Thread)
		}
		x.Able = append(x.Able, row)
		return
	case rows.Waits, rows.Suspended:
		row.Since = place.Row.Since
	}
	x.Unable = append(x.Unable, row)
}

// standing is the state of a thread in a word or two, with the breakpoints at which it stands.
func (d In) standing(place rows.Place) string {
	return d.atBreakpoints(place.Hold.String(), place.Thread)
}

// atBreakpoints adds the breakpoints at which a thread stands to a text.
func (d In) atBreakpoints(text string, id kernel.ThreadID) string {
	if at := d.Stands(id); at != "" {
		text += ", at " + at
	}
	return text
}

// status is the state of a thread with what its record adds: for what it waits, or what woke it.
func (d In) status(place rows.Place, record string) string {
	word, more, _ := strings.Cut(record, ",")
	if place.Hold == rows.Waits {
		return record
	}
	if text := d.standing(place); more != "" && word != "ended" {
		return text + "," + more
	}
	return d.standing(place)
}

// Unready says why a thread cannot take its next event now.
func (d In) Unready(id kernel.ThreadID) string {
	name := d.S.ThreadName(id)
	for _, place := range d.S.Where() {
		switch {
		case place.Thread != id:
		case place.Hold == rows.HeldBack:
			return "it is not the turn of " + name
		case place.Hold != rows.Free:
			return name + " " + waitfor.Explain(d.S.State(), &place.Row).Text
		default:
			return "for that"
		}
	}
	return name + " is not there yet"
}

// Before says of some events, in recorded order, that they come first.
func (d In) Before(events []int) string {
	var lanes []int
	of := map[int][]int{}
	for _, e := range events {
		lane := d.S.LaneAt(e)
		if of[lane] == nil {
			lanes = append(lanes, lane)
		}
		of[lane] = append(of[lane], e)
	}
	text := rows.Several(lanes, func(lane int) string {
		first, last := of[lane][0]+1, of[lane][len(of[lane])-1]+1
		if first == last {
			return fmt.Sprintf("event %d of %s", first, d.LaneName(lane))
		}
		return fmt.Sprintf("%d events of %s (%d to %d)", len(of[lane]), d.LaneName(lane), first, last)
	})
	if len(events) == 1 {
		return text + " comes first"
	}
	return text + " come first"
}
