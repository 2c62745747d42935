package diagram

import (
	"cmp"
	"slices"
	"strings"

	"machsim/debugger/event/waitfor"
	"machsim/kernel"
)

// lanes makes the lanes of the threads that take steps in the window or are stuck at its end. Lanes
// of a host, and of a task, are neighbours. It numbers the events by lane, and returns the lanes'
// numbers in the tape.
func (b *builder) lanes() (order []int) {
	busy := map[int]bool{}
	for i := range b.d.Events {
		busy[b.d.Events[i].Lane] = true
	}
	if b.begin == nil {
		b.begin = make([]standing, b.s.Lanes())
	}
	for id := range b.halted {
		busy[b.s.LaneOf(id)] = true
	}
	var idle []string
	for i := range b.s.Lanes() {
		switch {
		case busy[i] || b.stuck(i):
			order = append(order, i)
		case b.begin[i].alive:
			idle = append(idle, b.s.Final().ThreadName(b.s.ThreadIn(i)))
		}
	}
	slices.SortFunc(order, b.compare)
	if busy[debuggerLane] {
		order = append([]int{debuggerLane}, order...)
	}
	at := map[int]int{Nowhere: Nowhere}
	for _, i := range order {
		at[i] = len(b.d.Lanes)
		b.d.Lanes = append(b.d.Lanes, b.newLane(i))
	}
	for i := range b.d.Events {
		b.d.Events[i].Lane = at[b.d.Events[i].Lane]
	}
	b.live(order)
	if len(idle) > 0 {
		b.say("%s in it, and no lane: %s", counted(len(idle), "thread does nothing", "threads do nothing"), named(idle))
	}
	return order
}

func (b *builder) thread(lane int) *kernel.ThreadState {
	return b.s.Final().Threads.At(uint32(b.s.ThreadIn(lane)))
}

// compare orders lanes by host, task and thread, in the order of creation.
func (b *builder) compare(i, j int) int {
	x, y := b.thread(i), b.thread(j)
	return cmp.Or(
		cmp.Compare(b.s.Final().Tasks.At(uint32(x.Task)).Host, b.s.Final().Tasks.At(uint32(y.Task)).Host),
		cmp.Compare(x.Task, y.Task),
		cmp.Compare(b.s.ThreadIn(i), b.s.ThreadIn(j)),
	)
}

func (b *builder) newLane(i int) Lane {
	if i == debuggerLane {
		return Lane{Name: theDebugger, Short: theDebugger, Killed: Nowhere, Halted: Nowhere}
	}
	end, th := b.s.Final(), b.thread(i)
	task := end.Tasks.At(uint32(th.Task))
	l := Lane{Name: end.ThreadName(b.s.ThreadIn(i)), Task: end.TaskName(th.Task), Host: end.HostName(task.Host),
		Killed: Nowhere, Halted: Nowhere}
	l.Short = l.Name
	if short := strings.TrimPrefix(l.Name, l.Task+"."); short[0] > '9' {
		l.Short = short
	}
	if b.stuck(i) {
		l.Stuck = waits(end, b.s.ThreadIn(i))
	}
	return l
}

// stuck says whether the window shows that a thread is among those that got stuck.
func (b *builder) stuck(lane int) bool {
	if b.s.ThreadIn(lane) == 0 || b.d.To < b.d.Total || b.d.replay != nil || b.s.Run.Outcome != kernel.Stuck {
		return false
	}
	th := b.thread(lane)
	return th.Status != kernel.Ended && !b.s.Final().Tasks.At(uint32(th.Task)).Server
}

// waits describes what a thread waits for; "" if it has ended.
func waits(s *kernel.State, id kernel.ThreadID) string {
	for _, r := range waitfor.Of(s) {
		if r.Thread == id {
			return waitfor.Explain(s, &r).Text
		}
	}
	return ""
}

// live finds the spans of the lanes' lives; order has the lanes' numbers in the tape.
func (b *builder) live(order []int) {
	d := b.d
	open := make([]Span, len(order))
	for i, lane := range order {
		open[i] = Span{From: Nowhere}
		switch {
		case lane == debuggerLane:
			open[i].From = max(d.From-1, 0)
		case b.begin[lane].alive:
			open[i] = Span{From: d.From - 1, Blocked: b.begin[lane].blocked}
		}
	}
	killed := b.killed(order)
	for i := range d.Events {
		e := &d.Events[i]
		if !e.Kind.ofThread() {
			continue
		}
		l := &d.Lanes[e.Lane]
		l.close(&open[e.Lane], e.Index)
		if e.Kind != End {
			open[e.Lane] = Span{From: e.Index, Blocked: e.Blocks}
		}
	}
	for i := range d.Lanes {
		l := &d.Lanes[i]
		end := d.To
		if at, ok := b.halted[b.threadIn(order[i])]; ok {
			l.Halted, end = at, at
		}
		if at, ok := killed[i]; ok {
			l.Killed, end = at, at
		}
		l.close(&open[i], end)
	}
}

// close ends the open span, if there is one.
func (l *Lane) close(open *Span, at int) {
	if open.From >= 0 && at > open.From {
		open.To = at
		l.Spans = append(l.Spans, *open)
	}
	open.From = Nowhere
}

// killed finds the events of the window that ended threads other than their own.
func (b *builder) killed(order []int) map[int]int {
	killed := map[int]int{}
	for i, lane := range order {
		if at, ok := b.ended[b.threadIn(lane)]; ok && b.laneAt(at) != lane {
			killed[i] = at
		}
	}
	return killed
}

// threadIn is the thread of a lane of the tape; 0 for that of the debugger process.
func (b *builder) threadIn(lane int) kernel.ThreadID {
	if lane == debuggerLane {
		return 0
	}
	return b.s.ThreadIn(lane)
}
