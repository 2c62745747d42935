package debugger

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"machsim/debugger/event/waitfor"
	"machsim/debugger/rows"
	"machsim/ipc/quote"
	"machsim/kernel"
)

// Waiting is a thread that does not go on by itself: a row of the blocked or the suspended table.
type Waiting = rows.Waiting

// Reason is a line of an answer to why a thread does not go on.
type Reason = rows.Reason

// Why is why a thread does not go on.
type Why struct {
	Thread  string
	Failed  string // how it has failed; "" if it has not
	Broke   string // what a test found after its step, with which the run ended; "" for nothing
	Event   int    // that step
	At      string // the breakpoints at which it stands, in words; "" for none
	Reasons []Reason
	Cycle   []string // threads that wait for each other in a ring
}

// Why tells why a thread does not go on: what it waits for or what comes first in the recording,
// then why those do not go on that could end the wait, and so on. "" is the thread in focus.
func (d *Debugger) Why(ctx context.Context, thread string) (*Why, error) {
	return list(ctx, d, "why", func(context.Context) (*Why, error) {
		id, err := d.threadHere(thread)
		if err != nil {
			return nil, err
		}
		st := d.s().State()
		w := &Why{Thread: st.ThreadName(id)}
		if f := st.Failure; f != nil && f.Thread == id {
			w.Failed = fmt.Sprintf("%s: %s", f.Kind, f.Text)
			return w, nil
		}
		if id == d.s().Breaker() && d.hereRow().AtEnd {
			w.Broke, w.Event = quote.Line(d.s().Rec.Text), d.s().Len()
		}
		w.Reasons, w.Cycle = d.s().Why(id)
		if at := d.standsAt(id); at != nil {
			w.At = those(at)
		}
		return w, nil
	})
}

// Blocked is the blocked table (Krawczuk 3.5): threads that wait in a call, or would wait in the
// one that they are about to make.
func (d *Debugger) Blocked(ctx context.Context) ([]Waiting, error) {
	return look(ctx, d, "blocked", func(context.Context) ([]Waiting, error) {
		return slices.DeleteFunc(d.s().Blocked(), func(w Waiting) bool { return d.hidesThread(w.ID) }), nil
	})
}

// Suspended is the suspended table (Krawczuk 3.5): the threads that nothing but the debugger keeps
// from going on, those at breakpoints whatever else keeps them, and those that Mach has suspended.
func (d *Debugger) Suspended(ctx context.Context) ([]Waiting, error) {
	return list(ctx, d, "suspended", func(context.Context) ([]Waiting, error) {
		all := d.s().Suspended(func(place *rows.Place) bool { return d.standsAt(place.Thread) != nil })
		for i := range all {
			if at := d.standsAt(all[i].ID); at != nil {
				all[i].Text = "at " + those(at) + "; " + all[i].Text
			} else if all[i].Hold == rows.Free {
				all[i].Text = "by the debugger; " + all[i].Text
			}
		}
		return all, nil
	})
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
func (d *Debugger) Delays(ctx context.Context) ([]Delay, error) {
	return look(ctx, d, "delays", func(context.Context) (all []Delay, err error) {
		st := d.s().State()
		for _, x := range d.s().Delays() {
			row := Delay{After: rows.Several(x.After, d.s().Deed)}
			if x.Thread != 0 {
				row.Thread, row.Event = st.ThreadName(x.Thread), uint64(x.Event+1)
				row.What = d.call(row.Thread, st.Threads.At(uint32(x.Thread)))
			} else {
				m := d.s().Message(x.Message)
				row.Thread, row.Event = m.Sender, uint64(x.Event+1)
				row.What = fmt.Sprintf("its message %s at port %s", m.Text(), x.Port)
			}
			all = append(all, row)
		}
		return all, nil
	})
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
func (d *Debugger) Panic(ctx context.Context) (*Panic, error) {
	return look(ctx, d, "panic", func(context.Context) (*Panic, error) {
		x := &Panic{}
		for _, place := range d.s().Where() {
			d.panicRow(x, place)
		}
		st := d.s().State()
		for _, id := range waitfor.Cycle(waitfor.Of(st)) {
			x.Cycle = append(x.Cycle, st.ThreadName(id))
		}
		return x, nil
	})
}

// panicRow adds a thread.
func (d *Debugger) panicRow(x *Panic, place rows.Place) {
	if place.Hold == rows.Ended {
		x.Ended++
		return
	}
	e := d.s().Explain(&place)
	row := Doing{
		Thread: place.Name, Host: d.hostOf(place.Thread), Focus: place.Thread == d.on.focus, Since: -1,
		Text: e.Text, Source: strings.Trim(e.Places(), " ()"),
	}
	switch place.Hold {
	case rows.Free, rows.AtEnd:
		th := d.s().State().Threads.At(uint32(place.Thread))
		if d.s().Statement(place.Thread) == 0 {
			row.Text = stance(th) + " " + d.call(place.Name, th)
		}
		x.Able = append(x.Able, row)
		return
	case rows.Waits, rows.Suspended:
		row.Since = place.Row.Since
	}
	x.Unable = append(x.Unable, row)
}

// hostOf is the host of a thread's task.
func (d *Debugger) hostOf(id kernel.ThreadID) string {
	st := d.s().State()
	return st.HostName(st.Tasks.At(uint32(st.Threads.At(uint32(id)).Task)).Host)
}

// standing is the state of a thread in a word or two, with the breakpoints at which it stands.
func (d *Debugger) standing(place rows.Place) string {
	return d.atBreakpoints(place.Hold.String(), place.Thread)
}

// atBreakpoints adds the breakpoints at which a thread stands to a text.
func (d *Debugger) atBreakpoints(text string, id kernel.ThreadID) string {
	if at := d.standsAt(id); at != nil {
		text += ", at " + those(at)
	}
	return text
}

// status is the state of a thread with what its record adds: for what it waits, or what woke it.
func (d *Debugger) status(place rows.Place, record string) string {
	word, more, _ := strings.Cut(record, ",")
	if place.Hold == rows.Waits {
		return record
	}
	if text := d.standing(place); more != "" && word != "ended" {
		return text + "," + more
	}
	return d.standing(place)
}
