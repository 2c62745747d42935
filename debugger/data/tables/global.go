package tables

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"machsim/debugger/event/facts"
	"machsim/debugger/event/text"
	"machsim/ipc/quote"
	"machsim/kernel"
)

// occurrence is one of the events that Krawczuk's thesis records (3.3.1, tables 3.1 to 3.13). Several may happen with
// one event of the run: a task that ends takes its ports and threads along.
type occurrence struct {
	kind   string
	n      int             // the event; 0 for the program's Main
	letter int             // of a message: its place in Mail.All, plus 1
	move   int             // of a port or set: its place in rights.moves, plus 1
	task   kernel.TaskID   // of one that is made or ends
	thread kernel.ThreadID // likewise
}

// happened is the event with which it happened.
func happened(o *occurrence) int { return o.n }

// occurrences are those of the run, in the order of their events.
func (r *run) occurrences() (all []occurrence) {
	all = append(r.ofMail(), r.ofPorts()...)
	all = append(all, r.ofMembers()...)
	all = append(all, r.ofTasks()...)
	if first := r.s.First(); first > 0 {
		all = slices.DeleteFunc(all, func(o occurrence) bool { return o.n <= first })
	}
	slices.SortStableFunc(all, func(a, b occurrence) int { return cmp.Compare(a.n, b.n) })
	return all
}

// ofMail are messages that were sent and received.
func (r *run) ofMail() (all []occurrence) {
	for i := range r.facts.Mail.All {
		l := &r.facts.Mail.All[i]
		if l.Sent != 0 {
			all = append(all, occurrence{kind: facts.Transmission, n: int(l.Sent), letter: i + 1})
		}
		if l.Got != 0 {
			all = append(all, occurrence{kind: facts.Reception, n: int(l.Got), letter: i + 1})
		}
	}
	return all
}

// ofPorts are ports and sets that were made, and that are no more.
func (r *run) ofPorts() (all []occurrence) {
	for i, m := range r.rights.moves {
		if kind := facts.LifeOf(m.what == "made", m.right == whole(kernel.SetObject)); m.what == "made" || m.what == "died" {
			all = append(all, occurrence{kind: kind, n: m.n, move: i + 1})
		}
	}
	return all
}

// ofMembers are ports that join and leave sets, and user events: what the table of events has as it stands.
func (r *run) ofMembers() (all []occurrence) {
	t := r.events
	wanted := text.Each(t.kinds.all, facts.StandsAlone)
	for row := range t.kind.n {
		if code := t.kind.at(row); wanted[code] {
			all = append(all, occurrence{kind: t.kinds.all[code], n: r.s.First() + row + 1})
		}
	}
	return all
}

// ofTasks are tasks and threads that were made and that ended. A thread whose end is that of its task, which has no
// other, is not told of apart.
func (r *run) ofTasks() (all []occurrence) {
	ends := map[kernel.TaskID]int{}
	for _, g := range r.allTasks() {
		all = append(all, occurrence{kind: facts.MadeTask, n: g.made(), task: g.id})
		if kind := facts.EndOfTask(g.how); g.end != 0 && kind != "" {
			ends[g.id] = g.end
			all = append(all, occurrence{kind: kind, n: g.end, task: g.id})
		}
	}
	several := map[kernel.TaskID]int{}
	threads := r.allThreads()
	for _, th := range threads {
		if th.event != 0 && th.event == ends[th.Task] {
			several[th.Task]++
		}
	}
	for _, th := range threads {
		all = append(all, occurrence{kind: facts.MadeThread, n: th.asker, thread: th.id})
		with := th.event == ends[th.Task] && several[th.Task] == 1
		if kind := facts.EndOfThread(th.how); th.event != 0 && kind != "" && !with {
			all = append(all, occurrence{kind: kind, n: th.event, thread: th.id})
		}
	}
	return all
}

// globalColumns are the columns of the thesis's tables, each NULL where a table has it not.
var globalColumns = []derived[occurrence]{
	{"event", Text, "what happened, as the thesis calls it", textOf(func(o *occurrence) string { return o.kind })},
	{"n", Event, "the event of the run with which it happened; NULL for the program's Main", eventOf(happened)},
	{"time_us", Time, "the global time", at("time_us", happened)},
	{"machine", Text, "the host of the task", globally((*run).machine)},
	{"task", Text, "the task that did it or, of one that is made or ends, it", globally((*run).taskOf)},
	{"thread", Text, "the thread that did it or, of one that is made or ends, it; NULL if none did",
		globally((*run).threadOf)},
	{"line", Integer, "the source line of the call", at("line", happened)},
	{"port", Text, "the port", ports},
	{"port_set", Text, "the port set; of a reception the one through which it came", globally((*run).setOf)},
	{"by_task", Text, "of a task or thread that is made or ends: the task that did that", globally((*run).byTask)},
	{"by_thread", Text, "likewise the thread", globally((*run).byThread)},
	{"tag", Integer, "of a message: its id", globalLetter("tag")},
	{"contents", Text, "of a message: it in words", globalLetter("body")},
	{"delivered", Bool, "of a transmission: whether the message has come to its port and was received; NULL if it is " +
		"on its way at the end of the run", deliveredAtLast},
	{"reason", Text, "of a transmission that was not delivered: the code of the refusal, or lost; of an end: why",
		reasons},
	{"name", Text, "the name of a user event", globally((*run).labelOf)},
}

// globally is a text of an occurrence, "" for NULL.
func globally(says func(*run, *occurrence) string) func(*source[occurrence]) *column {
	return func(s *source[occurrence]) *column {
		return textOf(func(o *occurrence) string { return says(s.r, o) })(s)
	}
}

// said is a text in the table of events, "" for NULL.
func (r *run) said(column string, n int) string {
	if n <= r.s.First() {
		return ""
	}
	t := r.columns()
	return t.cols[t.Column(column)].value(n - 1 - r.s.First()).Text()
}

func (r *run) machine(o *occurrence) string {
	s := r.s.Final()
	switch {
	case o.task != 0:
		return s.HostName(s.Tasks.At(uint32(o.task)).Host)
	case o.thread != 0:
		return r.hostOf(o.thread)
	case o.n == 0 && o.move != 0:
		return r.bornOn(&r.rights.moves[o.move-1])
	}
	return r.said("host", o.n)
}

// bornOn is the host of a port or set of the program's Main.
func (r *run) bornOn(m *transfer) string {
	for i := range r.rights.lives {
		if l := &r.rights.lives[i]; l.born == 0 && l.who.Text == m.object {
			return l.host
		}
	}
	return ""
}

func (r *run) taskOf(o *occurrence) string {
	s := r.s.Final()
	switch {
	case o.task != 0:
		return s.TaskName(o.task)
	case o.thread != 0:
		return s.TaskName(s.Threads.At(uint32(o.thread)).Task)
	case o.n == 0 && o.move != 0:
		return r.rights.moves[o.move-1].to
	}
	return r.said("task", o.n)
}

func (r *run) threadOf(o *occurrence) string {
	switch {
	case o.thread != 0:
		return r.s.ThreadName(o.thread)
	case o.task != 0 && facts.EndsItself(o.kind):
		return r.byThread(o)
	case o.task != 0:
		return ""
	}
	return r.said("thread", o.n)
}

// ports are those that events are about. Where one sends a message and receives another the table of events tells of
// the other, so that of a transmission is asked of its message.
func ports(s *source[occurrence]) *column {
	ofMessages := lettersColumn(s.r, "port")
	return textOf(func(o *occurrence) string {
		if o.kind == facts.Transmission {
			return ofMessages.value(o.letter - 1).Text()
		}
		return s.r.portOf(o)
	})(s)
}

func (r *run) portOf(o *occurrence) string {
	switch {
	case o.move == 0:
		return r.said("port", o.n)
	case r.rights.moves[o.move-1].right == whole(kernel.SetObject):
		return ""
	}
	return r.rights.moves[o.move-1].object
}

func (r *run) setOf(o *occurrence) string {
	switch {
	case o.kind == facts.Transmission:
		return ""
	case o.move == 0:
		return r.said("set", o.n)
	case r.rights.moves[o.move-1].right == whole(kernel.SetObject):
		return r.rights.moves[o.move-1].object
	}
	return ""
}

// by is the thread that made or ended a task or thread; 0 for none.
func (r *run) by(o *occurrence) (id kernel.ThreadID) {
	switch {
	case o.n == 0 || o.task == 0 && o.thread == 0:
	case o.kind == facts.MadeTask:
		return kernel.ThreadID(r.s.Final().Tasks.At(uint32(o.task)).Label.Creator)
	default:
		id, _ = r.s.ActorOf(o.n - 1)
	}
	return id
}

func (r *run) byTask(o *occurrence) string {
	if id := r.by(o); id != 0 {
		return r.s.Final().TaskName(r.s.Final().Threads.At(uint32(id)).Task)
	}
	return ""
}

func (r *run) byThread(o *occurrence) string {
	if id := r.by(o); id != 0 {
		return r.s.ThreadName(id)
	}
	return ""
}

func (r *run) labelOf(o *occurrence) string {
	if facts.IsUserEvent(o.kind) {
		return r.said("object", o.n)
	}
	return ""
}

// globalLetter is something that the message of an occurrence says, as the table of messages has it.
func globalLetter(name string) func(*source[occurrence]) *column {
	return func(s *source[occurrence]) *column {
		c := lettersColumn(s.r, name)
		none := int64(missing)
		if c.words != nil {
			none = 0
		}
		return &column{words: c.words, codes: c.codes, each: func(row int) int64 {
			if l := s.all[row].letter; l != 0 {
				return c.raw(l - 1)
			}
			return none
		}}
	}
}

// lettersColumn is a column of the table of messages.
func lettersColumn(r *run, name string) *column {
	i := slices.IndexFunc(messageColumns, func(c derived[facts.Letter]) bool { return c.Name == name })
	return messageColumns[i].of(&source[facts.Letter]{r: r, all: r.facts.Mail.All, events: r.columns()})
}

// deliveredAtLast says of a transmission whether its message was received.
func deliveredAtLast(s *source[occurrence]) *column {
	fates := lettersColumn(s.r, "fate")
	return &column{each: func(row int) int64 {
		if o := &s.all[row]; o.kind == facts.Transmission {
			switch fates.value(o.letter - 1).Text() {
			case "received":
				return 1
			case "lost", "refused":
				return 0
			}
		}
		return missing
	}}
}

// reasons say why a message was not delivered, or why a task or thread has ended.
func reasons(s *source[occurrence]) *column {
	fates, refusals := lettersColumn(s.r, "fate"), lettersColumn(s.r, "result")
	return textOf(func(o *occurrence) string {
		switch {
		case o.task != 0 || o.thread != 0:
			return s.r.reasonOf(o)
		case o.kind != facts.Transmission:
			return ""
		case fates.value(o.letter-1).Text() == "lost":
			return "lost"
		}
		return refusals.value(o.letter - 1).Text()
	})(s)
}

// reasonOf is why a task or thread was aborted: the exception, or what the program's panic says.
func (r *run) reasonOf(o *occurrence) string {
	if !facts.IsAbort(o.kind) || o.n == 0 {
		return ""
	}
	c, ok := r.s.CallOf(o.n - 1)
	switch {
	case !ok || c.Op.Class() != kernel.ClassRaise:
		return quote.Line(c.Text)
	case c.Flag:
		return quote.Line(strings.TrimPrefix(c.Text, "runtime error: "))
	}
	return fmt.Sprintf("%s %d %d", kernel.ExceptionName(int(c.N)), c.N2, c.N3)
}
