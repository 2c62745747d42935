package repl

import (
	"strings"

	"machsim/debugger/session"
	"machsim/debugger/waitfor"
	"machsim/kernel"
)

// aboutPanic is the help on the panic button.
const aboutPanic = `The panic button (Krawczuk 3.5) stops all threads where they are. While something takes long it
is Ctrl-C: a motion, a search or a fork that is being made is given up, and the position is
what it was. A run that machsim debug PROGRAM makes is given up too, and opened where it was.
As a command, panic goes nowhere: it says for each thread that has not ended what it is doing
here, those that can go on first, and who waits for whom in a cycle.`

// panicButton says what all threads are doing.
func (p *Prompt) panicButton([]string) error {
	p.where()
	places := p.s.Where()
	able, unable := p.doing(places)
	p.printf("all threads stand still: %d could go on, %d cannot, %d ended\n", len(able), len(unable), len(places)-len(able)-len(unable))
	t := newTable("", "thread", "host", ">since ms", "what it is doing", "source")
	for _, row := range append(able, unable...) {
		t.add(row...)
	}
	if len(t.rows) > 1 {
		p.table(t)
	}
	if ring := waitfor.Cycle(waitfor.Of(p.s.State())); len(ring) > 0 {
		var all []string
		for _, id := range append(ring, ring[0]) {
			all = append(all, p.s.State().ThreadName(id))
		}
		p.printf("a cycle: %s\n", strings.Join(all, " -> "))
	}
	return nil
}

// doing has a row for each thread that has not ended: those that can go on, and those that
// cannot.
func (p *Prompt) doing(places []session.Place) (able, unable [][]string) {
	for _, place := range places {
		if place.Hold == session.Ended {
			continue
		}
		e := p.s.Explain(&place)
		row := []string{p.mark(place.Thread), place.Name, p.hostOf(place.Thread), "", e.Text, strings.Trim(e.Places(), " ()")}
		switch place.Hold {
		case session.Free, session.AtEnd:
			th := p.s.State().Threads.At(uint32(place.Thread))
			row[4] = stance(th) + " " + p.call(place.Name, th)
			able = append(able, row)
			continue
		case session.Waits, session.Suspended:
			row[3] = since(place.Row.Since)
		}
		unable = append(unable, row)
	}
	return able, unable
}

// mark is a star for the thread in focus.
func (p *Prompt) mark(id kernel.ThreadID) string {
	if id == p.focus {
		return "*"
	}
	return " "
}

// hostOf is the host of a thread's task.
func (p *Prompt) hostOf(id kernel.ThreadID) string {
	st := p.s.State()
	return st.HostName(st.Tasks.At(uint32(st.Threads.At(uint32(id)).Task)).Host)
}
