package tables_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"machsim/debugger/data/tables"
	"machsim/debugger/event"
	"machsim/debugger/session"
	"machsim/kernel"
	"machsim/test/effort"
	"machsim/test/randprog"
	"machsim/test/testsession"
)

// rows are what a table should have in some columns.
type rows struct {
	table   string
	columns string
	want    []string
}

// onRandomRuns compares tables of the runs of random programs with what they should be.
func onRandomRuns(t *testing.T, steps uint64, ordered bool, want func(*session.Session) []rows) {
	for seed := range effort.Of(uint64(18)) {
		s := testsession.Open(t, randprog.Program(seed, randprog.Large), randprog.Config(seed, steps))
		compare(t, s, fmt.Sprint("seed ", seed), ordered, want(s))
	}
}

func compare(t *testing.T, s *session.Session, run string, ordered bool, want []rows) {
	t.Helper()
	c := tables.Of(s)
	for _, x := range want {
		got := slices.DeleteFunc(ask(t, c, x.table, strings.Fields(x.columns)), shared)
		if !ordered {
			slices.Sort(got)
			slices.Sort(x.want)
		}
		if d := cmp.Diff(x.want, got); d != "" {
			t.Fatalf("%s, table %s: %s", run, x.table, d)
		}
	}
}

// shared says whether a row is of a variable that threads of a task share: when one sees what another has changed has
// no order.
func shared(row string) bool { return len(row) > 1 && row[0] == 'm' && '0' <= row[1] && row[1] <= '9' }

// On random programs over several hosts, with port sets, notifications, dead ports and locks, the tables are what one
// reads off the events one by one.
func TestTablesEqualTheTrace(t *testing.T) {
	spans := 0
	onRandomRuns(t, 800, true, func(s *session.Session) []rows {
		all := ofTheTrace(t, s)
		spans += len(all[5].want)
		return all
	})
	if !testing.Short() && spans == 0 { // a short round has few programs
		t.Error("no spans were compared")
	}
}

func ofTheTrace(t testing.TB, s *session.Session) []rows {
	n := read(t, s)
	return []rows{
		{"events", "n time_us host thread call done result tag set sent_n delivered_n peer", n.events()},
		{"messages", "n recv_n sender receiver", n.messages()},
		{"locks", "n mutex thread released_n", n.locks()},
		{"waits", "n thread object until_n", n.waits(s)},
		{"tasks", "task threads", n.tasks(s)},
		{"spans", "n name thread task host ended_n", n.spans()},
	}
}

// naive is the events of a run as values.
type naive []*event.Event

func read(t testing.TB, s *session.Session) (all naive) {
	r := event.NewReader()
	if err := s.Events(0, s.Len(), func(e *kernel.Event) { all = append(all, r.Of(e)) }); err != nil {
		t.Fatal(err)
	}
	return all
}

// line puts values with spaces between them: "" for 0 and nil.
func line(values ...any) string {
	var all []string
	for _, v := range values {
		text := fmt.Sprint(v)
		if v == nil || v == uint64(0) {
			text = ""
		}
		all = append(all, text)
	}
	return strings.Join(all, " ")
}

func sends(x *event.Event) bool { return x.Kind == event.Step && x.Phase == 0 && x.Message != nil }

// receiver is the event that received what an event sent, 0 if none did.
func (n naive) receiver(sent uint64) uint64 {
	for _, x := range n {
		if x.Got != nil && x.Got.Sent == sent {
			return x.Number
		}
	}
	return 0
}

// thread is the thread of an event; who if there is none.
func (n naive) thread(event uint64, who string) string {
	if event == 0 {
		return who
	}
	return n[event-1].Thread.Text
}

func (n naive) events() (all []string) {
	for _, x := range n {
		var call, done, result, tag, sent, delivered any
		set, peer := x.Set.Text, ""
		if x.Kind == event.Step {
			call, done = x.Op, 0
			if x.Done {
				done, result = 1, "ok"
				if x.Code != 0 {
					result = x.Code.Error()
				}
			}
			if to := n.receiver(x.Number); sends(x) && to > 0 {
				delivered, peer = to, n.thread(to, "")
			}
		}
		if x.Fault != nil {
			call = x.Fault.Kind
		}
		if m := x.Message; m != nil && (x.Kind != event.Step || sends(x)) {
			tag = m.ID
		}
		if x.Got != nil {
			tag, sent = x.Got.ID, x.Got.Sent
			peer = n.thread(x.Got.Sent, tables.Kernel)
		}
		if x.Kind == event.Step {
			for i := range x.Operands {
				if v := x.Operands[i]; v.Kind == kernel.SetObject && x.Opt == 0 {
					set = v.Text
				}
			}
			if x.Opt != 0 && x.Got == nil && !sends(x) && x.Wait.On.Kind == kernel.SetObject {
				set = x.Wait.On.Text
			}
			if from := x.Operand(kernel.FieldName); x.Opt != 0 && x.Got == nil && !sends(x) && x.Wait.On.Text == "" &&
				from.Kind == kernel.SetObject {
				set = from.Text
			}
			if x.About.Kind == kernel.SetObject && x.Opt == 0 {
				set = x.About.Text
			}
			if sends(x) && x.Got == nil && x.Message.To.Kind == kernel.SetObject { // which is refused
				set = x.Message.To.Text
			}
		}
		all = append(all, line(x.Number, x.Time, x.Host.Text, x.Thread.Text, call, done, result, tag, set, sent, delivered,
			peer))
	}
	return all
}

func (n naive) messages() (all []string) {
	type row struct {
		at   uint64
		text string
	}
	var rows []row
	for _, x := range n {
		if sends(x) {
			to := n.receiver(x.Number)
			rows = append(rows, row{x.Number, line(x.Number, to, x.Thread.Text, n.thread(to, ""))})
		}
		if x.Got != nil && (x.Got.Sent == 0 || !sends(n[x.Got.Sent-1])) {
			rows = append(rows, row{x.Number, line(nil, x.Number, tables.Kernel, x.Thread.Text)})
		}
	}
	for _, r := range rows {
		all = append(all, r.text)
	}
	return all
}

// locks finds each holding by its end: the next event at which the same thread gives the mutex back.
func (n naive) locks() (all []string) {
	for i, x := range n {
		if x.Kind != event.Step || !x.Done || x.Code != 0 {
			continue
		}
		var mutex event.Value
		switch x.Op.Class() {
		case kernel.ClassLock:
			mutex = x.Operand(kernel.FieldN)
		case kernel.ClassTryLock:
			if x.Result.N == 0 {
				continue
			}
			mutex = x.Operand(kernel.FieldN)
		case kernel.ClassWait:
			mutex = x.Operand(kernel.FieldN2)
		default:
			continue
		}
		all = append(all, line(x.Number, mutex.Text, x.Thread.Text, n[i+1:].released(x.Actor, mutex.Identity)))
	}
	return all
}

func (n naive) released(by kernel.Actor, mutex kernel.Identity) uint64 {
	for _, x := range n {
		if x.Actor != by || x.Kind != event.Step {
			continue
		}
		unlocks := x.Op.Class() == kernel.ClassUnlock && x.Done && x.Code == 0 &&
			x.Operand(kernel.FieldN).Identity == mutex
		waits := x.Op.Class() == kernel.ClassWait && x.Phase == 0 && (x.Done || x.Wait.Kind != kernel.WaitNone) &&
			x.Operand(kernel.FieldN2).Identity == mutex
		if unlocks || waits {
			return x.Number
		}
	}
	return 0
}

// waits finds each wait by its end: the next event of the thread that does not wait for the same.
func (n naive) waits(s *session.Session) (all []string) {
	for i, x := range n {
		if !stops(x) || i > 0 && n[:i].waitsFor(x) {
			continue
		}
		until := uint64(s.EnderOf(x.Actor.Thread) + 1) // another may end the thread
		for _, y := range n[i+1:] {
			if y.Actor == x.Actor && !(stops(y) && same(x, y)) {
				until = y.Number
				break
			}
		}
		all = append(all, line(x.Number, x.Thread.Text, x.Wait.On.Text, until))
	}
	return all
}

func stops(x *event.Event) bool {
	return x.Actor.Thread != 0 && x.Wait.Stops && x.Wait.Kind != kernel.WaitNone
}

func same(x, y *event.Event) bool { return x.Wait.Kind == y.Wait.Kind && x.Wait.On == y.Wait.On }

// waitsFor says whether the thread of an event waited for the same already before it.
func (n naive) waitsFor(x *event.Event) bool {
	for _, y := range slices.Backward(n) {
		if y.Actor == x.Actor {
			return stops(y) && same(x, y)
		}
	}
	return false
}

func (n naive) tasks(s *session.Session) (all []string) {
	end := s.Final()
	for id := range end.Tasks.All {
		threads := 0
		for th := range end.Threads.All {
			if end.Threads.At(th).Task == kernel.TaskID(id) {
				threads++
			}
		}
		all = append(all, line(end.TaskName(kernel.TaskID(id)), threads))
	}
	return all
}

// spans finds the end of each span: the first event up to which the thread has ended as many spans of its name as it
// has begun.
func (n naive) spans() (all []string) {
	for i, x := range n {
		if x.Kind != event.Step || !x.Done || x.Op != kernel.OpSpan {
			continue
		}
		open, ended := 0, uint64(0)
		for _, y := range n[i:] {
			if y.Kind != event.Step || !y.Done || y.Actor != x.Actor ||
				y.Operand(kernel.FieldText).Text != x.Operand(kernel.FieldText).Text {
				continue
			}
			switch y.Op {
			case kernel.OpSpan:
				open++
			case kernel.OpSpanEnd:
				open--
			}
			if open == 0 {
				ended = y.Number
				break
			}
		}
		all = append(all, line(x.Number, x.Operand(kernel.FieldText).Text, x.Thread.Text, x.Task.Text, x.Host.Text, ended))
	}
	return all
}
