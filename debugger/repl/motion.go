package repl

import (
	"fmt"
	"strconv"
	"strings"

	"machsim/debugger/graph"
	"machsim/debugger/session"
	"machsim/debugger/text"
	"machsim/debugger/trace"
	"machsim/debugger/view"
	"machsim/debugger/waitfor"
	"machsim/kernel"
)

// move goes to a cut, and says where that is. Event is what was done last, or undone
// first if back; -1 for none.
func (p *Prompt) move(cut graph.Cut, event int, back bool) error {
	if p.interrupted() {
		return fmt.Errorf("interrupted; the position is what it was")
	}
	left := p.s.Cut().Clone()
	if err := p.s.MoveTo(cut); err != nil {
		return err
	}
	p.left, p.view = left, nil
	p.passed(left, cut)
	p.where()
	if err := p.told(event, back); err != nil {
		return err
	}
	p.focused()
	return nil
}

// where says where we are.
func (p *Prompt) where() {
	text := p.inWords(p.s.Cut())
	if first, whole := p.s.Prefix(); whole && first == p.s.Tape.Len() {
		p.printf("%s: %s\n", text, ending(p.s))
		return
	}
	p.printf("%s, at %s\n", text, ms(p.s.State().Now))
}

// told tells the event that a motion did, or undid.
func (p *Prompt) told(event int, back bool) error {
	if event < 0 {
		return nil
	}
	rows, err := p.s.Rows(event, event+1)
	if err != nil {
		return err
	}
	word := "did"
	if back {
		word = "undid"
	}
	p.printf("  %s %s\n", word, short(rows[0]))
	return nil
}

// short is an event in words, on a line as short as can be.
func short(r trace.Row) string {
	return fmt.Sprintf("%d  %s  %s%s", r.Event, r.Actor, r.Action, inBrackets(r.Where))
}

func inBrackets(where string) string {
	if where == "" {
		return ""
	}
	return "  (" + where + ")"
}

// focused tells what the thread in focus does next.
func (p *Prompt) focused() {
	st := p.s.State()
	if p.focus == 0 || !st.Threads.Has(uint32(p.focus)) {
		return
	}
	t, name := st.Threads.At(uint32(p.focus)), st.ThreadName(p.focus)
	switch f := st.Failure; {
	case t.Status == kernel.Ended:
		p.printf("  %s has ended\n", name)
		return
	case f != nil && f.Thread == p.focus:
		p.printf("  %s has failed: %s: %s%s\n", name, f.Kind, f.Text, inBrackets(source(t)))
		return
	}
	if p.s.WentOn(p.focus) {
		p.printf("  %s went on after: %s%s\n", name, p.call(name, t), inBrackets(source(t)))
		return
	}
	p.printf("  %s %s: %s%s\n", name, stance(t), p.call(name, t), inBrackets(source(t)))
}

func stance(t *kernel.ThreadState) string {
	switch {
	case t.Status == kernel.Blocked:
		return "waits in"
	case t.Phase > 0:
		return "goes on with"
	}
	return "is about to"
}

// call is a thread's call in words.
func (p *Prompt) call(name string, t *kernel.ThreadState) string {
	if o := p.seen().Find(view.Thread, name); o != nil {
		return o.Get("about to")
	}
	return t.Call.Op.String()
}

// source is the line of a thread's call, "" when it is not known.
func source(t *kernel.ThreadState) string {
	if t.Call.PC == 0 {
		return ""
	}
	if f := kernel.FrameAt(t.Call.PC); f.File != "" {
		return f.String()
	}
	return ""
}

// ms is a virtual time.
func ms(us int64) string { return fmt.Sprintf("%d.%03d ms", us/1000, us%1000) }

// stride is what a command that steps was asked for.
type stride struct {
	thread kernel.ThreadID // 0 for none
	back   bool
	n      int
	mode   session.Mode
}

// stride reads the words after step or next, in any order.
func (p *Prompt) stride(words []string) (stride, error) {
	d := stride{n: 1, mode: p.mode}
	var name []string
	for _, w := range words {
		n, err := strconv.Atoi(w)
		switch {
		case w == "back" || w == "-b":
			d.back = true
		case err == nil && n > 0:
			d.n = min(n, p.s.Tape.Len()+1) // more come to the same
		case err == nil || strings.HasPrefix(w, "-") && len(w) > 1 && w[1] >= '0' && w[1] <= '9':
			return d, fmt.Errorf("%s is no number of steps; it must be above 0, and back goes back", w)
		case modeNamed(w) >= 0:
			d.mode = session.Mode(modeNamed(w))
		default:
			name = append(name, w)
		}
	}
	if name == nil {
		return d, nil
	}
	var err error
	if d.thread, err = p.thread(name); err == nil {
		return d, nil
	}
	for _, w := range name {
		if near := text.Nearest(w, append([]string{"back"}, session.Modes...)); near != "" && len(w) > 2 {
			return d, fmt.Errorf("%w; or did you mean %s?", err, near)
		}
	}
	return d, err
}

// modeNamed is the mode that a word stands for, -1 if it is none.
func modeNamed(w string) int {
	bare := strings.TrimLeft(w, "-")
	for i, name := range session.Modes {
		if strings.HasPrefix(name, bare) && (len(bare) > 3 || bare != "" && bare != w) {
			return i
		}
	}
	return -1
}

// step takes events of a thread, or in recorded order.
func (p *Prompt) step(words []string) error {
	d, err := p.stride(words)
	if err != nil {
		return err
	}
	if d.thread == 0 {
		return p.along(d)
	}
	p.focus = d.thread
	n := min(d.n, p.ahead(d))
	switch {
	case n == 0:
		return p.noEvent(d, "no")
	case d.back:
		e := p.s.Last(d.thread, n)
		return p.move(p.s.Before(e, d.mode), e, true)
	}
	return p.take(d, p.s.Next(d.thread, n))
}

// take lets a thread go on past one of its events, and says first which events of others that
// needs.
func (p *Prompt) take(d stride, event int) error {
	if all := p.s.Requires(event); len(all) > 0 {
		p.printf("  %s: %s\n", p.unready(d.thread), p.before(all))
	}
	return p.move(p.s.Past(event, d.mode), event, false)
}

// unready says why a thread cannot take its next event now.
func (p *Prompt) unready(id kernel.ThreadID) string {
	name := p.s.Tape.End.ThreadName(id)
	for _, place := range p.s.Where() {
		switch {
		case place.Thread != id:
		case place.Hold == session.HeldBack:
			return "it is not the turn of " + name
		case place.Hold != session.Free:
			return name + " " + waitfor.Explain(p.s.State(), &place.Row).Text
		default:
			return "for that"
		}
	}
	return name + " is not there yet"
}

// before says of some events, in recorded order, that they come first.
func (p *Prompt) before(events []int) string {
	var lanes []int
	of := map[int][]int{}
	for _, e := range events {
		lane := p.s.Tape.Lane(e)
		if of[lane] == nil {
			lanes = append(lanes, lane)
		}
		of[lane] = append(of[lane], e)
	}
	text := session.Several(lanes, func(lane int) string {
		first, last := of[lane][0]+1, of[lane][len(of[lane])-1]+1
		if first == last {
			return fmt.Sprintf("event %d of %s", first, p.laneName(lane))
		}
		return fmt.Sprintf("%d events of %s (%d to %d)", len(of[lane]), p.laneName(lane), first, last)
	})
	if len(events) == 1 {
		return text + " comes first"
	}
	return text + " come first"
}

// ahead is how many events a thread has on the side of the position to which it is to go.
func (p *Prompt) ahead(d stride) int {
	lane := p.s.Tape.LaneOf(d.thread)
	switch {
	case lane < 0:
		return 0
	case d.back:
		return int(p.s.Cut()[lane])
	}
	return p.s.Tape.Lanes[lane].Len() - int(p.s.Cut()[lane])
}

// noEvent says that a thread has no event on that side.
func (p *Prompt) noEvent(d stride, which string) error {
	name := p.s.Tape.End.ThreadName(d.thread)
	if d.back {
		return fmt.Errorf("%s has done %s event yet here", name, which)
	}
	return fmt.Errorf("%s has %s event any more: at the end of the run it %s", name, which, strings.TrimPrefix(p.s.Rest(d.thread), "it "))
}

// along steps in recorded order.
func (p *Prompt) along(d stride) error {
	if d.back {
		e := p.s.Graph.Last(p.s.Cut())
		if e < 0 {
			return fmt.Errorf("this is the start: there is no event to go back over")
		}
		cut := p.s.Backwards(d.n)
		return p.move(cut, p.undone(cut), true)
	}
	if p.s.Done() == p.s.Tape.Len() {
		return fmt.Errorf("this is the end: %s; there is no event any more", ending(p.s))
	}
	cut := p.s.Forwards(d.n)
	return p.move(cut, p.done(cut), false)
}

// done is the last event that a later cut holds and we do not.
func (p *Prompt) done(cut graph.Cut) int {
	last := -1
	for lane := range cut {
		if cut[lane] > p.s.Cut()[lane] {
			last = max(last, p.s.Tape.Lanes[lane].Event(int(cut[lane])-1))
		}
	}
	return last
}

// undone is the first event that we hold and an earlier cut does not.
func (p *Prompt) undone(cut graph.Cut) int {
	first := -1
	for lane := range cut {
		if cut[lane] < p.s.Cut()[lane] {
			if e := p.s.Tape.Lanes[lane].Event(int(cut[lane])); first < 0 || e < first {
				first = e
			}
		}
	}
	return first
}

// next goes to a thread's next communication.
func (p *Prompt) next(words []string) error {
	d, err := p.stride(words)
	if err != nil {
		return err
	}
	if d.thread == 0 {
		d.thread = p.focus
	}
	if d.thread == 0 {
		return fmt.Errorf("next of which thread? Type next THREAD")
	}
	p.focus = d.thread
	e := p.s.NextCommunication(d.thread, d.n)
	if d.back {
		e = p.s.LastCommunication(d.thread, d.n)
	}
	if e < 0 {
		return p.noEvent(d, "no such")
	}
	if d.back {
		return p.move(p.s.Before(e, d.mode), e, true)
	}
	return p.take(d, e)
}

// carryOn goes to the end, or back to the start.
func (p *Prompt) carryOn(back bool) error {
	if back {
		return p.goTo([]string{"start"})
	}
	return p.goTo([]string{"end"})
}

// goTo goes to a position.
func (p *Prompt) goTo(words []string) error {
	cut, err := p.position(words)
	if err != nil {
		return err
	}
	return p.move(cut, p.s.Graph.Last(cut), false)
}

func to(position string) func(*Prompt, []string) error {
	return func(p *Prompt, _ []string) error { return p.goTo([]string{position}) }
}
