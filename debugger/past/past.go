package past

import (
	"fmt"
	"reflect"
	"slices"
	"strings"

	"machsim/debugger/event/history"
	"machsim/debugger/event/text"
	"machsim/debugger/event/trace"
	"machsim/debugger/event/view"
	"machsim/debugger/present"
	"machsim/debugger/rows"
	"machsim/debugger/run/report"
	"machsim/ipc/quote"
	"machsim/kernel"
)

// Event is an event of the run, in words.
type Event struct {
	trace.Row
	Done bool // the present position holds it
}

// Rows are the events from one to before another.
func (d In) Rows(from, to int) (all []Event, err error) {
	rows, err := d.S.Rows(from, to)
	return text.Each(rows, func(r trace.Row) Event { return Event{r, d.S.Holds(int(r.Event) - 1)} }), err
}

// Span says which events are meant: of a thread, or of a set (FindThreads), if one is named, those from a number to
// another, both included. -1 stands for a number that is not given; 0 for the start of the run.
type Span struct {
	Thread   string
	From, To int
	Most     int // how many rows there are to be at most; 0 for any number
}

// Events are events of the run.
type Events struct {
	From, To int // the numbers that are meant
	Total    int // events that are meant; there may be fewer rows
	Thread   string
	Rows     []Event
}

// How many events before and after the position are meant when no numbers are given.
const (
	eventsBefore = 10
	eventsAfter  = 6
)

func (d In) Events(s Span) (*Events, error) {
	var threads []kernel.ThreadID
	x := &Events{}
	if s.Thread != "" {
		var err error
		if threads, err = d.Threads(s.Thread); err != nil {
			return nil, err
		}
		x.Thread = d.threadList(threads)
	}
	from, to, err := d.bounds(threads, s)
	if err != nil {
		return nil, err
	}
	meant := d.meant(threads, from, to)
	x.From, x.To, x.Total = from+1, to, len(meant)
	if s.Most > 0 && len(meant) > s.Most {
		meant = meant[:s.Most]
	}
	for i, n := 0, 0; i < len(meant); i += n {
		n = stretch(meant[i:])
		rows, err := d.Rows(meant[i], meant[i]+n)
		if err != nil {
			return nil, err
		}
		x.Rows = append(x.Rows, rows...)
	}
	return x, nil
}

// EventsOf returns events of a thread, n of them from one on, counted from 0 among those of the thread.
func (d In) EventsOf(thread string, from, n int) (all []Event, err error) {
	id, err := d.Thread(thread)
	if err != nil {
		return nil, err
	}
	for i := max(from, 0); i < from+n && err == nil; i++ {
		e := d.S.EventOf(id, i)
		if e < 0 {
			break
		}
		var rows []Event
		rows, err = d.Rows(e, e+1)
		all = append(all, rows...)
	}
	return all, err
}

// threadList are the names of threads in a sentence.
func (d In) threadList(threads []kernel.ThreadID) string {
	all := text.Each(threads, func(id kernel.ThreadID) string { return d.S.ThreadName(id) })
	return text.Few(all)
}

// meant are the events from one on up to another, of threads if some are named.
func (d In) meant(threads []kernel.ThreadID, from, to int) (all []int) {
	if threads == nil {
		for e := from; e < to; e++ {
			all = append(all, e)
		}
		return all
	}
	for _, id := range threads {
		all = append(all, d.S.EventsOf(id, from, to)...)
	}
	slices.Sort(all)
	return all
}

// stretch is how many of some events, the first ones, follow each other.
func stretch(events []int) int {
	for i, e := range events {
		if e != events[0]+i {
			return i
		}
	}
	return len(events)
}

// bounds is which events are meant; from and to are indices, to is not included.
func (d In) bounds(threads []kernel.ThreadID, s Span) (from, to int, err error) {
	all := d.S.Len()
	for _, e := range []int{s.From, s.To} {
		if e > all {
			return 0, 0, fmt.Errorf("there is no event %d: they have the numbers 1 to %d", e, all)
		}
		if e > 0 && e <= d.S.First() {
			return 0, 0, d.S.Outside(e)
		}
	}
	switch {
	case s.From >= 0 && s.To >= 0 && s.From > s.To:
		return 0, 0, fmt.Errorf("events from %d to %d are none: put the smaller number first", s.From, s.To)
	case s.From >= 0 && s.To >= 0:
		return max(s.From-1, 0), s.To, nil
	case s.From >= 0:
		from = max(s.From-1, 0)
		return from, min(all, from+eventsBefore+eventsAfter), nil
	case threads != nil:
		from = all
		for _, id := range threads {
			first, last := d.lifetime(id)
			from, to = min(from, first), max(to, last)
		}
		return from, to, nil
	}
	here := d.S.LastOf(d.S.Position()) + 1
	return max(d.S.First(), here-eventsBefore), min(all, here+eventsAfter), nil
}

// lifetime is from the first to the last of the events of a thread that are around here.
func (d In) lifetime(id kernel.ThreadID) (from, to int) {
	from = d.S.LastOf(d.S.Position())
	to = from + 1
	for n := 1; n <= eventsBefore; n++ {
		if e := d.S.Last(id, n); e >= 0 {
			from = min(from, e)
		}
	}
	for n := 1; n <= eventsAfter; n++ {
		to = max(to, d.S.Next(id, n)+1)
	}
	return max(d.S.First(), from), to
}

// HistoryKind is one of the execution histories.
type HistoryKind struct {
	Name string
	Doc  string
	Rows int // up to the present position
}

// Histories lists the histories.
func (d In) Histories() (all []HistoryKind, err error) {
	counts, err := d.S.Counts()
	for k, n := range counts {
		all = append(all, HistoryKind{history.Kind(k).String(), history.Kinds[k].Doc, n})
	}
	return all, err
}

// IsHistory says whether there is a history of a name.
func IsHistory(name string) bool {
	_, ok := history.Named(name)
	return ok
}

// HistoryNames are the names of the histories.
func HistoryNames() []string { return history.Names() }

// History is what a history tells up to the present position.
type History struct {
	Doc     string // what it tells
	Of      string // what the objects are
	Columns []HistoryColumn
	Rows    []HistoryRow
	Left    int // earlier rows that were left out
}

// HistoryColumn is one thing that the rows of a history tell.
type HistoryColumn struct {
	Name   string
	Number bool // its values are numbers
}

// HistoryRow is something that happened.
type HistoryRow struct {
	Event  uint64
	Thread string
	Object string
	Values []string // by columns
}

// History returns the history of a name, of all objects or, if one is named, of that.
func (d In) History(name, object string, most int) (History, error) {
	k, ok := history.Named(name)
	if !ok {
		return History{}, fmt.Errorf("there is no history %q", name)
	}
	var r rows.Record
	var err error
	if object == "" {
		r, err = d.S.HistoryHere(k)
	} else {
		r, err = d.S.HistoryOf(k, object)
	}
	return historyOf(r, most), err
}

// Object returns what the histories tell of an object, those without rows left out.
func (d In) Object(name string, most int) (some []History, err error) {
	all, err := d.S.Object(name)
	return text.Each(all, func(r rows.Record) History { return historyOf(r, most) }), err
}

// historyOf is a history in words.
func historyOf(r rows.Record, most int) History {
	kind := history.Kinds[r.Kind]
	h := History{Doc: kind.Doc, Of: kind.Of}
	if len(r.Rows) == 0 {
		return h
	}
	columns := r.Rows.Columns(r.Kind)
	if h.Left = len(r.Rows) - most; most > 0 && h.Left > 0 {
		r.Rows = r.Rows[h.Left:]
	} else {
		h.Left = 0
	}
	for _, i := range columns {
		name := strings.ReplaceAll(kind.Columns[i].Key, "_", " ")
		h.Columns = append(h.Columns, HistoryColumn{name, history.IsNumber(r.Rows[0].Data[i])})
	}
	for _, row := range r.Rows {
		x := HistoryRow{Event: row.Event, Thread: row.Thread, Object: row.Object}
		for _, i := range columns {
			x.Values = append(x.Values, history.InWords(row.Data[i]))
		}
		h.Rows = append(h.Rows, x)
	}
	return h
}

// Line is a line that a program has written.
type Line struct {
	Event  uint64
	Thread string
	Text   string // printable
}

// Output returns the lines that the programs have written up to the present position.
func (d In) Output() (all []Line, err error) {
	st := d.S.State()
	for i := range st.Console {
		all = append(all, LinesOf(st, i)...)
	}
	return all, nil
}

// LinesOf are the lines of a text that was written.
func LinesOf(st *kernel.State, i int) (all []Line) {
	l := st.Console[i]
	return text.Each(quote.Lines(l.Text), func(line string) Line { return Line{l.Step, st.ThreadName(l.Thread), line} })
}

// Diff is what changed from one position to another.
type Diff struct {
	From, To present.Position
	Changes  []view.Change
	Made     []string // the changes by the debugger that To holds, and From does not
}

// Lines are the changes in words; bookkeeping is left out unless all is wanted.
func (x *Diff) Lines(all bool) []string {
	var text strings.Builder
	for _, made := range x.Made {
		fmt.Fprintf(&text, "%s\n", made)
	}
	view.Print(&text, x.Changes, all)
	return slices.Collect(strings.Lines(text.String()))
}

// Diff compares a position with the present one.
func (d In) Diff(from present.Position) (*Diff, error) {
	x := &Diff{From: from, To: d.Here()}
	then, before, err := from.Of().S.View(from.Place())
	if err != nil {
		return nil, err
	}
	now, made, err := d.S.View(d.S.Position())
	x.Changes = view.Diff(then, now)
	for _, e := range made {
		if !slices.ContainsFunc(before, func(o kernel.Edit) bool { return reflect.DeepEqual(o, e) }) {
			x.Made = append(x.Made, fmt.Sprintf("the debugger: %s, event %d", d.InWords(&e), e.After+1))
		}
	}
	return x, err
}

// Netnames are the names that the name servers know at the present position, and what clients
// were told of them last.
type Netnames struct {
	Names   []rows.CheckedIn
	Answers []Answer
}

// Answer is the last answer of a name server to a client's call about a name.
type Answer struct {
	Event  uint64
	Client string
	Call   string
	Name   string
	Host   string // in whose names it has looked
	Answer string
}

// Netnames returns the names that were checked in.
func (d In) Netnames() (*Netnames, error) {
	names, err := d.S.Netnames()
	if err != nil {
		return nil, err
	}
	answers, err := d.S.History(history.Netname)
	return &Netnames{names, latest(answers)}, err
}

// latest are the last answers that each client got to each call about a name.
func latest(all history.History) (last []Answer) {
	type question struct{ thread, name, call string }
	seen := map[question]bool{}
	for _, r := range slices.Backward(all) {
		q := question{r.Thread, r.Object, history.InWords(r.Data[0])}
		if !seen[q] {
			last = append(last, answer(r))
		}
		seen[q] = true
	}
	slices.Reverse(last)
	return last
}

// answer is a row of the history of name servers.
func answer(r history.Row) Answer {
	a := Answer{
		Event: r.Event, Client: r.Thread, Name: r.Object,
		Call: history.InWords(r.Data[0]), Answer: history.InWords(r.Data[2]),
	}
	if found := history.InWords(r.Data[4]); found != "" {
		a.Answer = fmt.Sprintf("port %s, from %s", history.InWords(r.Data[3]), found)
	}
	switch host := history.InWords(r.Data[1]); {
	case a.Call != "netname_look_up" || host == "":
		a.Host = "its own host"
	case host == "*":
		a.Host = "all hosts"
	default:
		a.Host = host
	}
	return a
}

// End is how a run ended.
type End struct {
	Kind   string // in a word or two: OK, DEADLOCK, CHECK FAILED ...
	Text   string // what that means for this run; "" if nothing is to be added
	Thread string // that failed, or one of those that wait for each other; "" for none
	Failed bool   // the program did not do what it should
	Open   bool   // it goes on, or its recording breaks off: it has not ended
	Report string // all that there is to be said of it, in lines
}

// End tells how the present run ended.
func (d In) End() (End, error) {
	s := d.S
	rep := s.Report()
	var all strings.Builder
	rep.Print(&all, report.Style{})
	x := End{Kind: string(rep.Verdict), Text: rep.Summary, Failed: rep.Verdict.Failed(),
		Open: s.GoesOn() || s.Rec.Truncated, Report: all.String()}
	if id := s.Culprit(); x.Failed && id != 0 {
		x.Thread = s.ThreadName(id)
	}
	return x, nil
}
