package tables_test

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"strings"
	"testing"

	"machsim/debugger/data/tables"
	"machsim/debugger/event"
	"machsim/debugger/event/history"
	"machsim/debugger/event/rpc"
	"machsim/debugger/event/trace"
	"machsim/debugger/session"
	"machsim/ipc"
	"machsim/kernel"
	"machsim/test/effort"
	"machsim/test/randprog"
	"machsim/test/testrun"
	"machsim/test/testsession"
)

// readElsewhere are columns that are compared with something in other tests, by the table and the column.
var readElsewhere = map[string]string{
	"events kind":   "TestKinds",
	"events object": "TestNamesAreInTheTrace",
	"events port":   "TestNamesAreInTheTrace",
	"rights object": "TestNamesBefore",
}

// elsewhere are tables of which other tests compare all columns.
var elsewhere = map[string]string{
	"global": "TestGlobal, TestGlobalReasons", "clocks": "TestClocks",
	"lanes": "TestLanesAndRun", "run": "TestLanesAndRun", "disk": "TestDisk",
}

// Every column of every table is compared with something that is found in another way.
func TestEveryColumnIsCompared(t *testing.T) {
	s := testsession.Open(t, randprog.Program(1, randprog.Large), randprog.Config(1, 100))
	compared := map[string]bool{}
	for _, table := range tables.Of(s).Tables() {
		for _, column := range table.ColumnNames() {
			compared[table.Name+" "+column] = elsewhere[table.Name] != ""
		}
	}
	for name := range readElsewhere {
		compared[name] = true
	}
	for _, x := range slices.Concat(ofTheTrace(t, s), ofTheStates(t, s), ofTheRest(t, s)) {
		for _, column := range strings.Fields(x.columns) {
			compared[x.table+" "+column] = true
		}
	}
	for _, table := range tables.Of(s).Tables() {
		for _, column := range table.ColumnNames() {
			if !compared[table.Name+" "+column] {
				t.Errorf("column %s of table %s is compared with nothing", column, table.Name)
			}
		}
	}
}

// On random programs, the columns that other tests do not look at say what the events say that their rows are about.
func TestTablesEqualTheEvents(t *testing.T) {
	onRandomRuns(t, 800, true, func(s *session.Session) []rows { return ofTheRest(t, s) })
	for _, name := range []string{"buffer", "bank", "philosophers"} { // which wait for mutexes
		s := opened(t, name, 9)
		compare(t, s, name, true, ofTheRest(t, s))
	}
}

func ofTheRest(t testing.TB, s *session.Session) []rows {
	n := read(t, s)
	all := []rows{
		{"events", "task file line func type body size wait_us seq answer", n.details()},
		{"events", "item0 item1 item2 item3 item4 item5 item6 item7", n.items(n.ofEvent)},
		{"messages", "arrived_n sent_us recv_us latency_us port set tag type body size", n.letters(s)},
		{"messages", "from_task from_host to_task to_host path hops fate befell result seq recv_seq", n.ways(s)},
		{"messages", "item0 item1 item2 item3 item4 item5 item6 item7", n.items(n.ofLetter)},
		{"locks", "task asked_n asked_us taken_us waited_us released_us held_us call place", n.holdings()},
		{"waits", "task host call what holder since_us until_us waited_us limit_us ended", n.pauses(s)},
		{"spans", "begun_us ended_us us place", n.lengths()},
		{"rights", "time_us from_task thread call", n.transfers(t, s)},
		{"ports", "port host task made_us by died_us", n.homes(t, s)},
		{"threads", "made_n made_us by ended_us how why", n.lives(s)},
		{"tasks", "host made_n made_us by events ended_n ended_us how server", n.teams(t, s)},
		{"hosts", "speed offset_us drift_ppm", clocks(s)},
	}
	return slices.Concat(all, n.calls(t, s), histories(t, s))
}

// What events do is told by their states and answers, and by a list of calls that was written by hand.
func TestKinds(t *testing.T) {
	onRandomRuns(t, 800, true, func(s *session.Session) []rows {
		n := read(t, s)
		return []rows{{"events", "n kind", n.kinds(t, s)}}
	})
}

// does is what calls do that are done, and were not refused; others do what their class says.
var does = map[string]string{
	"task_create": "create-task", "spawn": "create-task", "thread_create": "create-thread",
	"cthread_fork": "create-thread",
	"mutex_lock":   "mutex_entry", "condition_wait": "mutex_entry", "mutex_unlock": "mutex_exit",
	"task_terminate": "destroy-task", "thread_terminate": "destroy-thread", "label": "user-event",
	"reach": "user-event",
	"span":  "user-event-begun", "span_end": "user-event-ended", "port_set_add": "port-set-add-port",
	"port_set_remove": "port-set-remove-port",
}

func (n naive) kinds(t testing.TB, s *session.Session) (all []string) {
	c := count(t, s)
	died := map[uint64][]kernel.Identity{}
	for who, x := range c.made {
		died[x.died] = append(died[x.died], who)
	}
	for _, x := range n {
		class := x.Op.Class()
		kind := class.String()
		switch {
		case x.Fault != nil:
			kind = "fault"
		case x.Kind != event.Step:
			kind = map[event.Kind]string{event.Arrival: "arrival", event.Edit: "edit", event.Met: "predicate-met"}[x.Kind]
		case class == kernel.ClassMessage && sends(x):
			kind = map[bool]string{true: "message-exchange", false: "message-transmission"}[x.Got != nil]
		case class == kernel.ClassMessage && x.Got != nil:
			kind = "message-reception"
		case class == kernel.ClassMessage && x.Done:
		case x.Ended && class != kernel.ClassEnd:
			what := map[bool]string{true: "task", false: "thread"}[c.tasks[kernel.TaskID(x.Task.N)][1] == x.Number]
			kind = what + map[bool]string{true: "-done", false: "-aborted"}[class == kernel.ClassExit]
		case !x.Done && !x.Ended:
			kind = "wait"
		case x.Code != 0:
		case class == kernel.ClassMakePort:
			kind = map[bool]string{true: "port-set-create", false: "port-creation"}[x.About.Kind == kernel.SetObject]
		case class == kernel.ClassTryLock && x.Result.N == 1:
			kind = "mutex_entry"
		case x.Op.String() == "mach_port_move_member":
			set := x.Operand(kernel.FieldName3).Kind == kernel.SetObject
			kind = map[bool]string{true: "port-set-add-port", false: "port-set-remove-port"}[set]
		case class == kernel.ClassRights && slices.Contains(died[x.Number], x.Operand(kernel.FieldName2).Identity):
			set := x.Operand(kernel.FieldName2).Kind == kernel.SetObject
			kind = map[bool]string{true: "port-set-delete", false: "port-destruction"}[set]
		default:
			kind = cmp.Or(does[x.Op.String()], kind)
		}
		all = append(all, line(x.Number, kind))
	}
	return all
}

// What a step is about that was not refused is a name that its line in the trace has.
func TestNamesAreInTheTrace(t *testing.T) {
	named := 0
	onRandomRuns(t, 800, true, func(s *session.Session) []rows {
		n, c := read(t, s), tables.Of(s)
		for _, column := range []string{"port", "object"} {
			for i, name := range ask(t, c, "events", []string{column}) {
				x := n[i]
				across := x.Wait.Kind == kernel.WaitRequest || x.Wait.Kind == kernel.WaitAnswer || x.Phase > 0 && x.Opt == 0
				naps := x.Wait.Kind == kernel.WaitSleep && len(x.Disk) > 0 // a probe has it sleep before its call
				if x.Kind != event.Step || x.Code != 0 || across || naps {
					continue
				}
				line := trace.Of(x)
				if named++; !strings.Contains(fmt.Sprint(line.Actor, line.Action, x.About.Text), name) {
					t.Errorf("event %d has the %s %q, which its line does not name: %s", i+1, column, name, line.Action)
				}
			}
		}
		return nil
	})
	if named == 0 {
		t.Error("no event is about anything")
	}
}

// us is when an event was, nil for none.
func (n naive) us(event uint64) any {
	if event == 0 {
		return nil
	}
	return n[event-1].Time
}

// between is the time from one event to another, nil if there is none.
func (n naive) between(from, to uint64) any {
	if from == 0 || to == 0 {
		return nil
	}
	return n[to-1].Time - n[from-1].Time
}

// ofEvent are the messages of all events, nil for none.
func (n naive) ofEvent() (all []*event.Message) {
	for _, x := range n {
		m := x.Got
		if m == nil && (sends(x) || x.Kind != event.Step) {
			m = x.Message
		}
		all = append(all, m)
	}
	return all
}

// ofLetter are the messages that were sent, and those of the kernel that were received.
func (n naive) ofLetter() (all []*event.Message) {
	for _, x := range n.told() {
		all = append(all, x.m)
	}
	return all
}

// told is a message with the events that sent and received it.
type told struct {
	m         *event.Message
	sent, got uint64
}

func (n naive) told() (all []told) {
	for _, x := range n {
		if sends(x) {
			all = append(all, told{x.Message, x.Number, n.receiver(x.Number)})
		}
		if x.Got != nil && (x.Got.Sent == 0 || !sends(n[x.Got.Sent-1])) {
			all = append(all, told{x.Got, 0, x.Number})
		}
	}
	return all
}

// said is what a message says: its tag, type, text and size.
func said(m *event.Message) []any {
	if m == nil {
		return []any{nil, nil, nil}
	}
	kind := any(nil)
	if shape, ok := kernel.ShapeOf(m.Items); ok {
		kind = shape.Name
	}
	text := trace.Noticed(m.ID, m.About.Text)
	if text == "" {
		text = trace.Message(m)
	}
	for i := range m.Items {
		if it := &m.Items[i]; it.Kind == ipc.KindMemory {
			text = strings.Replace(text, it.String(), fmt.Sprintf("%d bytes of memory", max(int(it.Size), len(it.Str))), 1)
		}
	}
	return []any{kind, text, ipc.Size(m.Items)}
}

func (n naive) details() (all []string) {
	for i, m := range n.ofEvent() {
		x := n[i]
		place := x.Place()
		row := []any{x.Task.Text, place.File, nil, place.Func}
		if place.Line > 0 {
			row[2] = place.Line
		}
		row = append(append(row, said(m)...), n.waited(x), x.Number, n.answer(x))
		all = append(all, line(row...))
	}
	return all
}

// waited is the time since the first step of the call, nil if this is it.
func (n naive) waited(x *event.Event) any {
	if x.Kind != event.Step || x.Phase == 0 {
		return nil
	}
	return x.Time - n.began(x).Time
}

// began is the first step of the call of an event.
func (n naive) began(x *event.Event) *event.Event {
	for _, y := range slices.Backward(n[:x.Number]) {
		if y.Actor == x.Actor && y.Kind == event.Step && y.Phase == 0 {
			return y
		}
	}
	return x
}

// answer is what a trace shows of an answer: the number, text or name that a call gives back.
func (n naive) answer(x *event.Event) any {
	if x.Kind != event.Step || !x.Done || x.Code != 0 {
		return nil
	}
	switch r := x.Result; x.Op.Result() {
	case kernel.ResultNumber, kernel.ResultTime, kernel.ResultTaken, kernel.ResultWokenCount:
		return r.N
	case kernel.ResultAddress:
		return fmt.Sprintf("%#x", r.N)
	case kernel.ResultType:
		return ipc.Type(r.N)
	case kernel.ResultMade, kernel.ResultFile, kernel.ResultName, kernel.ResultFormer, kernel.ResultWoken,
		kernel.ResultLine:
		return r.Text
	}
	return nil
}

// items are the first eight items of messages.
func (n naive) items(of func() []*event.Message) (all []string) {
	for _, m := range of() {
		row := make([]any, 8)
		for i := range row {
			if m != nil && i < len(m.Items) {
				row[i] = value(m, &m.Items[i])
			}
		}
		all = append(all, line(row...))
	}
	return all
}

// value is an item as a text.
func value(m *event.Message, it *ipc.Item) any {
	switch it.Kind {
	case ipc.KindInt:
		return fmt.Sprint(int64(it.Num))
	case ipc.KindBool:
		return map[bool]string{false: "0", true: "1"}[it.Num != 0]
	case ipc.KindString, ipc.KindBytes:
		return it.Str
	case ipc.KindPort:
		port := m.Port(it)
		return trace.Name(&port)
	case ipc.KindName:
		if m.About.Text != "" {
			return m.About.Text
		}
		return ipc.Name(it.Num)
	case ipc.KindShape:
		return nil
	case ipc.KindMemory:
		return fmt.Sprintf("%d bytes of memory", max(int(it.Size), len(it.Str)))
	}
	return strings.Trim(it.String(), `"`)
}

// arrivals are the packets that brought a message, and did not have to wait.
func (n naive) arrivals(sent uint64) (all []*event.Event) {
	for _, x := range n {
		if x.Kind == event.Arrival && x.Message != nil && sent != 0 && x.Message.Sent == sent &&
			x.Packet.Fate != event.Waits && x.Fault == nil {
			all = append(all, x)
		}
	}
	return all
}

func (n naive) letters(*session.Session) (all []string) {
	for _, x := range n.told() {
		arrived, set, port := uint64(0), "", x.m.To.Text
		if x.m.To.Kind == kernel.SetObject { // which is refused
			port = ""
		}
		for _, y := range n.arrivals(x.sent) {
			if y.Packet.Fate == event.Arrives {
				arrived = y.Number
			}
		}
		if x.got > 0 {
			set = n[x.got-1].Set.Text
		}
		row := []any{arrived, n.us(x.sent), n.us(x.got), n.between(x.sent, x.got), port, set, x.m.ID}
		all = append(all, line(append(row, said(x.m)...)...))
	}
	return all
}

func (n naive) ways(s *session.Session) (all []string) {
	left := map[uint64]string{}
	for id := range s.Final().IPC.Msgs.All {
		m := s.Final().IPC.Msgs.At(id)
		left[m.Sent] = "queued"
		if s.Final().IPC.Ports.Has(uint32(m.Dest)) && s.Final().IPC.Ports.At(uint32(m.Dest)).Kind == kernel.KindProxy {
			left[m.Sent] = "on a wire"
		}
	}
	for _, x := range n.told() {
		from, to := &event.Event{}, &event.Event{}
		if x.got > 0 {
			to = n[x.got-1]
		}
		path, refused := to.Host.Text, ""
		if x.sent > 0 {
			from = n[x.sent-1]
			path, refused = from.Host.Text, n.refusal(from)
		}
		hops := n.arrivals(x.sent)
		for _, y := range hops {
			path += " " + y.Packet.To.Text
		}
		fate := cmp.Or(left[x.sent], "lost")
		switch {
		case x.got > 0:
			fate = "received"
		case refused != "":
			fate = "refused"
		}
		all = append(all, line(from.Task.Text, from.Host.Text, to.Task.Text, to.Host.Text, path, len(hops), fate,
			strings.Join(n.mishaps(x.sent), ", "), refused, x.sent, x.got))
	}
	return all
}

// mishaps are what befell the packets with a message, which are events in which it did not arrive.
func (n naive) mishaps(sent uint64) (all []string) {
	for _, x := range n {
		if sent > 0 && x.Packet != nil && x.Fault != nil && x.Message != nil && x.Message.Sent == sent {
			all = append(all, fmt.Sprintf("%s (event %d)", x.Fault.Kind.Says("", "", x.Fault.Amount), x.Number))
		}
	}
	return all
}

// refusal is the code with which a send came back: of the call's step that is done, if it is one of the send half.
func (n naive) refusal(x *event.Event) string {
	for _, y := range n[x.Number-1:] {
		if y.Actor != x.Actor || y.Kind != event.Step {
			continue
		}
		if y.Number != x.Number && y.Phase == 0 || y.Phase > event.PhaseQueue {
			return ""
		}
		if text := y.Code.Error(); y.Done {
			if y.Code != 0 && strings.Contains(text, "SEND_") && !strings.HasSuffix(text, "WILL_NOTIFY") {
				return text
			}
			return ""
		}
	}
	return ""
}

func (n naive) holdings() (all []string) {
	for _, row := range n.locks() {
		f := strings.Split(row, " ")
		var taken, released uint64
		_, _ = fmt.Sscan(f[0], &taken)
		_, _ = fmt.Sscan(f[len(f)-1], &released)
		x := n[taken-1]
		asked := n.asks(x)
		all = append(all, line(x.Task.Text, asked, n.us(asked), x.Time, n.between(asked, taken), n.us(released),
			n.between(taken, released), x.Op, x.Place()))
	}
	return all
}

// asks is the event with which a thread asked for the mutex that it takes with an event.
func (n naive) asks(x *event.Event) uint64 {
	if x.Op.Class() != kernel.ClassWait {
		return n.began(x).Number
	}
	for _, y := range n[n.began(x).Number:] {
		if y.Actor == x.Actor && (y.Wait.Kind == kernel.WaitMutex || y == x) {
			return y.Number
		}
	}
	return 0
}

// waitsFor are the words for what threads wait for.
var waitsFor = strings.Fields("- room message mutex condition thread time other_threads handler start request answer")

func (n naive) pauses(s *session.Session) (all []string) {
	words := map[kernel.WaitKind]string{}
	for i, kind := range []kernel.WaitKind{kernel.WaitNone, kernel.WaitSend, kernel.WaitReceive, kernel.WaitMutex,
		kernel.WaitCondition, kernel.WaitJoin, kernel.WaitSleep, kernel.WaitAlone, kernel.WaitException, kernel.WaitStart,
		kernel.WaitRequest, kernel.WaitAnswer} {
		words[kind] = strings.ReplaceAll(waitsFor[i], "_", " ")
	}
	for _, row := range n.waits(s) {
		var from, until uint64
		_, _ = fmt.Sscan(row[:strings.Index(row, " ")], &from)
		_, _ = fmt.Sscan(row[strings.LastIndex(row, " ")+1:], &until)
		x, ended, limit := n[from-1], "", any(nil)
		if x.Wait.Until != 0 {
			limit = x.Wait.Until
		}
		if until > 0 {
			switch y := n[until-1]; {
			case y.Actor != x.Actor:
				ended = "destroyed"
			case !y.Done:
				ended = "goes on"
			case y.Code != 0:
				ended = y.Code.Error()
			default:
				ended = "ok"
			}
		}
		all = append(all, line(x.Task.Text, x.Host.Text, x.Op, words[x.Wait.Kind], x.Wait.For.Text, x.Time, n.us(until),
			n.between(from, until), limit, ended))
	}
	return all
}

func (n naive) lengths() (all []string) {
	for _, row := range n.spans() {
		var begun, ended uint64
		_, _ = fmt.Sscan(row[:strings.Index(row, " ")], &begun)
		_, _ = fmt.Sscan(row[strings.LastIndex(row, " ")+1:], &ended)
		all = append(all, line(n.us(begun), n.us(ended), n.between(begun, ended), n[begun-1].Place()))
	}
	return all
}

// transfers reads what the table of rights says beside the right from the events that its rows name.
func (n naive) transfers(t testing.TB, s *session.Session) (all []string) {
	for _, row := range ask(t, tables.Of(s), "rights", []string{"n", "what"}) {
		var at uint64
		_, _ = fmt.Sscan(row, &at)
		if at == 0 {
			all = append(all, line(nil, nil, tables.Main, nil))
			continue
		}
		x := n[at-1]
		from, thread, call := any(nil), x.Thread.Text, any(nil)
		if x.Kind == event.Step {
			call = x.Op
		} else if x.Message != nil && strings.HasSuffix(row, "made") {
			thread, call = x.Message.From.Text, x.Packet.Request.Call.Op
		}
		if strings.HasSuffix(row, "moved") && x.Got.Sent > 0 {
			from = n[x.Got.Sent-1].Task.Text
		}
		all = append(all, line(x.Time, from, thread, call))
	}
	return all
}

// homes reads what the table of ports says of where a port was made from the census, in the order of the table.
func (n naive) homes(t testing.TB, s *session.Session) (all []string) {
	c := count(t, s)
	for _, row := range ask(t, tables.Of(s), "ports", []string{"virtual", "made_n"}) {
		for _, x := range c.made {
			made, _ := c.end.Stable(x.who)
			if line(c.end.VirtualName(made), x.made) != row {
				continue
			}
			by := tables.Main
			if x.made > 0 {
				by = n[x.made-1].Thread.Text
				if m := n[x.made-1].Message; by == "" && m != nil {
					by = m.From.Text
				}
			}
			all = append(all, line(x.name, x.host, x.task, n.us(x.made), by, n.us(x.died)))
		}
	}
	return all
}

func (n naive) lives(s *session.Session) (all []string) {
	end, stands := s.Final(), s.Standings()
	for id := range end.Threads.All {
		th, by := kernel.ThreadID(id), tables.Main
		made := uint64(s.AskerOf(th) + 1)
		if made > 0 {
			by = end.ThreadName(n[made-1].Actor.Thread) // at the end of the run
		}
		over, how, why := n.over(s, th)
		if st, ok := stands[th]; ok {
			how, why = st.How, st.Why
		}
		all = append(all, line(made, n.us(made), by, n.us(over), how, why))
	}
	return all
}

// over is the event with which a thread ended, and how.
func (n naive) over(s *session.Session, id kernel.ThreadID) (at uint64, how, why string) {
	if s.Final().Threads.At(uint32(id)).Status != kernel.Ended {
		return 0, "running", ""
	}
	if by := s.EnderOf(id); by >= 0 && n[by].Actor.Thread != id {
		return uint64(by + 1), "destroyed", s.Deed(by)
	}
	for _, x := range slices.Backward(n) {
		if x.Actor.Thread != id {
			continue
		}
		switch x.Op.Class() {
		case kernel.ClassExit:
			return x.Number, "done", ""
		case kernel.ClassEnd:
			return x.Number, "destroyed", s.Deed(int(x.Number - 1))
		}
		return x.Number, "aborted", ""
	}
	return 0, "destroyed", ""
}

func clocks(s *session.Session) (all []string) {
	for id := range s.Final().Hosts.All {
		h := s.Final().Hosts.At(id)
		all = append(all, line(h.Speed, h.Offset, h.Drift))
	}
	return all
}

// calls is what is known of remote calls: package rpc holds that against a tree of calls.
func (n naive) calls(t testing.TB, s *session.Session) []rows {
	calls, err := s.RPCs()
	if err != nil {
		t.Fatal(err)
	}
	thread := func(id kernel.ThreadID) (name, host any) {
		if id == 0 {
			return nil, nil
		}
		end := s.Final()
		return end.ThreadName(id), end.HostName(end.Tasks.At(uint32(end.Threads.At(uint32(id)).Task)).Host)
	}
	var who, what, when []string
	for i := range calls.All {
		c := &calls.All[i]
		caller, callerHost := thread(c.Caller)
		callee, calleeHost := thread(c.Callee)
		by, _ := thread(c.By)
		who = append(who, line(uint64(c.Sent), c.Number, uint64(c.Parent), caller, callerHost, callee, calleeHost, by))
		sent, code, bit := n[c.Sent-1].Message, any(nil), map[bool]int{true: 1}
		if c.Code != 0 {
			code = c.Code.Error()
		}
		row := []any{calls.Ports[c.Port].Name, sent.ID}
		row = append(append(row, said(sent)[:2]...), c.Outcome(), bit[c.HasFailed()], bit[c.Orphan()], code)
		what = append(what, line(row...))
		end := uint64(cmp.Or(c.Received, c.GaveUp, c.Failed))
		when = append(when, line(n.us(uint64(c.Sent)), n.between(uint64(c.Sent), end), uint64(c.Dequeued), uint64(c.Replied),
			uint64(c.Received), uint64(c.GaveUp), uint64(c.Lost)))
	}
	return []rows{
		{"rpcs", "n rpc parent caller caller_host callee callee_host answered_by", who},
		{"rpcs", "port tag type body outcome failed orphan code", what},
		{"rpcs", "sent_us took_us dequeued_n replied_n received_n gave_up_n lost_n", when},
		{"rpcs", "executions doubled_n protocol procedure begun_n ended_n restarted_n again tries lost_requests " +
			"lost_replies dropped", n.markedCalls(calls)},
		{"packets", "n rpc step try copy sender receiver came_n recv_n lost_n fault sent_us body", n.packets(calls, thread)},
	}
}

// markedCalls is what is known of remote calls by protocols of programs, and of no others.
func (n naive) markedCalls(calls *rpc.Calls) (all []string) {
	for i := range calls.All {
		c := &calls.All[i]
		if c.Marked == nil {
			all = append(all, line(c.Executions(), uint64(0), "", "", uint64(0), uint64(0), uint64(0), uint64(0), nil, nil, nil,
				nil))
			continue
		}
		m, doubled := c.Marked, append(calls.Doubled(c), 0)
		all = append(all, line(c.Executions(), uint64(doubled[0]), m.Protocol, m.Procedure, uint64(m.Begun), uint64(m.Ended),
			uint64(m.Restarted), uint64(m.Later), m.Tries(), m.Lost(kernel.MarkRequest), m.Lost(kernel.MarkReply), m.Idle()))
	}
	return all
}

func (n naive) packets(calls *rpc.Calls, thread func(kernel.ThreadID) (name, host any)) (all []string) {
	for i := range calls.All {
		if calls.All[i].Marked == nil {
			continue
		}
		for _, p := range calls.All[i].Marked.Packets {
			sender, _ := thread(p.By)
			receiver, _ := thread(p.To)
			all = append(all, line(uint64(p.Sent), i+1, p.Step, p.Try, p.Copy, sender, receiver, uint64(p.Came), uint64(p.Got),
				uint64(p.Lost), p.Befallen(), n.us(uint64(p.Sent)), said(n[p.Sent-1].Message)[1]))
		}
	}
	return all
}

// TestMarkedCalls compares the tables of runs whose programs make calls of datagrams.
func TestMarkedCalls(t *testing.T) {
	lost := 0
	for seed := range effort.Of(uint64(4)) {
		program := &testrun.Calls{Clients: 2, Calls: 2, Tries: 3, Once: seed%2 == 0, Crash: seed == 2}
		cfg := kernel.Config{Seed: seed, MaxSteps: 3000, Door: testrun.Faulty{Random: kernel.NewRandom(seed)}}
		for _, kind := range []kernel.FaultKind{kernel.FaultLoss, kernel.FaultDup, kernel.FaultDelay} {
			cfg.Faults[kind] = kernel.Budget{Most: 2}
		}
		s := testsession.Open(t, program.Program(), cfg)
		all := ofTheRest(t, s)
		compare(t, s, fmt.Sprint("seed ", seed), true, all)
		calls, err := s.RPCs()
		if err != nil {
			t.Fatal(err)
		}
		for i := range calls.All {
			if m := calls.All[i].Marked; m != nil {
				lost += m.Lost(kernel.MarkRequest) + m.Lost(kernel.MarkReply)
			}
		}
	}
	if lost == 0 {
		t.Error("no packet was lost")
	}
}

// histories are the rows of the execution histories, as the command log has them.
func histories(t testing.TB, s *session.Session) (all []rows) {
	found, err := s.Histories(context.Background().Done())
	if err != nil {
		t.Fatal(err)
	}
	for k := range history.NumKinds {
		d := &history.Kinds[k]
		x := rows{table: "history_" + strings.ReplaceAll(d.Name, "-", "_"), columns: "n time_us thread object"}
		for _, c := range d.Columns {
			x.columns += " " + strings.Replace(" "+c.Key, " n", " number", 1)[1:]
		}
		x.columns = strings.ReplaceAll(strings.ReplaceAll(x.columns, " numberotice", " notice"), " numberame", " name")
		for _, r := range found.History(k) {
			row := []any{r.Event, any(r.Time), r.Thread, r.Object}
			if r.Event == 0 {
				row[1] = nil
			}
			for _, v := range r.Data {
				if is, ok := v.(bool); ok {
					v = map[bool]int{true: 1}[is]
				}
				if number, ok := v.(uint64); ok {
					v = int64(number)
				}
				if _, ok := v.(int64); !ok && v != nil {
					if _, ok := v.(int); !ok {
						v = history.InWords(v)
					}
				}
				row = append(row, v)
			}
			x.want = append(x.want, line(row...))
		}
		all = append(all, x)
	}
	return all
}

// teams is the tasks, by what becomes of their threads and of them.
func (n naive) teams(t testing.TB, s *session.Session) (all []string) {
	c := count(t, s)
	for id := range c.end.Tasks.All {
		task, by := c.end.Tasks.At(id), tables.Main
		if creator := task.Label.Creator; creator != 0 {
			by = c.end.ThreadName(kernel.ThreadID(creator))
		}
		made, gone := c.tasks[kernel.TaskID(id)][0], c.tasks[kernel.TaskID(id)][1]
		events, last, how := 0, uint64(0), "done"
		for th := range c.end.Threads.All {
			if c.end.Threads.At(th).Task != kernel.TaskID(id) {
				continue
			}
			events += len(c.steps(kernel.ThreadID(th)))
			at, _, _ := n.over(s, kernel.ThreadID(th))
			last = max(last, at)
			stands := s.Standings()[kernel.ThreadID(th)].How
			if at > 0 && stands != "failed" {
				continue
			}
			switch {
			case stands == "failed":
				how = "failed"
			case how == "done" || how == "running" && stands == "idle":
				how = "running"
				if stands == "idle" {
					how = "idle"
				}
			}
		}
		switch {
		case gone > 0:
			last, how = gone, n.end(c, kernel.TaskID(id), gone)
		case how != "done":
			last = 0
		}
		server := map[bool]int{true: 1}[task.Server]
		all = append(all, line(c.end.HostName(task.Host), made, n.us(made), by, events, last, n.us(last), how, server))
	}
	return all
}

// end is how a task ended with an event.
func (n naive) end(c *census, id kernel.TaskID, at uint64) string {
	x := n[at-1]
	switch {
	case x.Op.Class() == kernel.ClassStage || c.crashed[c.end.Tasks.At(uint32(id)).Host] == at:
		return "crashed"
	case x.Kind != event.Step || c.end.Threads.At(uint32(x.Actor.Thread)).Task != id || x.Op.Class() == kernel.ClassEnd:
		return "destroyed"
	case x.Op.Class() == kernel.ClassExit:
		return "done"
	}
	return "failed"
}
