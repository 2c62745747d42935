package view

import (
	"slices"
	"strconv"

	"machsim/debugger/event/text"
	"machsim/debugger/event/waitfor"
	"machsim/ipc/quote"
	"machsim/kernel"
)

// world writes the facts that belong to no object: the clock, the console, failures.
func (w *writer) world() {
	s := w.s
	w.out.object(Clock, label{path: "clock", name: "clock"})
	w.field("now", waitfor.Time(s.Now))
	w.out.object(World, label{path: "world", name: "world"})
	w.detail("threads to end", strconv.Itoa(s.Users))
	w.made(s.Made[:])
	w.halt()
	w.goals()
	if !w.recurs { // the console only grows, and whoever asks for each of thousands of states would read it as often
		w.console()
	}
	if s.Faults != (kernel.Faults{}) {
		w.out.object(FaultsLeft, label{path: "faults", name: "faults"})
		w.field("that may come yet", s.Faults.String())
	}
	if s.Failure != nil || len(s.Notes) > 0 {
		w.failure()
	}
}

func (w *writer) console() {
	lines := make([]string, len(w.s.Console))
	times := make([]string, len(w.s.Console))
	for i, l := range w.s.Console {
		lines[i] = w.n.thread(l.Thread) + ": " + plain(l.Text)
		times[i] = waitfor.Time(l.Time)
	}
	w.out.object(Console, label{path: "console", name: "console"})
	w.list("lines", "line", lines)
	if len(times) > 0 {
		w.out.list(writtenAt, "line", times, true)
	}
}

// goals lists them by name, for who came first is a matter of the order of events.
func (w *writer) goals() {
	reached := text.Each(w.s.Goals, func(g kernel.Goal) string { return plain(g.Name) })
	slices.Sort(reached)
	w.list("goals reached", "goal", reached)
}

func (w *writer) failure() {
	w.out.object(Failure, label{path: "failure", name: "failure"})
	if w.s.Failure != nil {
		w.field("run failed", w.failureText(w.s.Failure))
	}
	w.list("tasks failed", "task", text.Each(w.s.Notes, func(f kernel.Failure) string { return w.failureText(&f) }))
}

func (w *writer) failureText(f *kernel.Failure) string {
	return f.Kind.String() + " in " + w.n.thread(f.Thread) + ": " + plain(f.Text)
}

// hosts writes the hosts in the order of their names, which are unique.
func (w *writer) hosts() {
	ids := slices.Collect(w.s.Hosts.All)
	slices.SortFunc(ids, func(a, b uint32) int {
		return natural(w.s.Hosts.At(a).Name, w.s.Hosts.At(b).Name)
	})
	w.each(ids, w.host)
}

func (w *writer) host(id uint32) {
	h := w.s.Hosts.At(id)
	w.out.object(Host, label{path: plain(h.Name), name: quote.Line(h.Name)})
	w.flag("down", h.Down)
	w.flag("servers go on while it stands", h.Attended)
	w.flag("shared with other programs", h.Shared)
	w.stays(h)
	w.field("netname server", w.n.port(h.NetServer))
	w.detail("starts a server after a crash", yes(h.Restart))
	if !h.Down { // because the id of its port may have been reused
		w.detail("port", w.n.port(h.Port))
	}
	w.field("speed", strconv.FormatInt(h.Speed, 10)+"%")
	w.flag("slow by a fault", h.Slow)
	w.field("clock ahead", offset(h.Offset))
	w.field("clock drift, parts per million", count(h.Drift))
	w.disk(&h.Disk)
}

func offset(us int64) string {
	if us == 0 {
		return ""
	}
	return strconv.FormatInt(us, 10) + " us"
}

func yes(is bool) string {
	if is {
		return "yes"
	}
	return ""
}
