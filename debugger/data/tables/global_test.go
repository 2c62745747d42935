package tables_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"machsim/debugger/data/tables"
	"machsim/debugger/session"
	"machsim/ipc"
	"machsim/kernel"
	"machsim/test/testsession"

	"github.com/google/go-cmp/cmp"
)

// TestGlobal holds the thesis's events against the tables of the things that they are about, each of which is held
// against the events of the run.
func TestGlobal(t *testing.T) {
	runs := 0
	onRandomRuns(t, 800, true, func(s *session.Session) []rows {
		global(t, s)
		runs++
		return nil
	})
	for _, name := range []string{"hello", "bank", "philosophers", "failover"} {
		global(t, opened(t, name, 9))
	}
}

// view is one kind of occurrences, and the table that has them: the columns of the one and of the other.
type view struct{ kinds, columns, table, theirs string }

var views = []view{
	{"message-transmission", "n time_us machine task thread port tag contents", "messages",
		"n sent_us from_host from_task sender port tag body"},
	{"message-reception", "n time_us machine task thread tag contents port_set", "messages",
		"recv_n recv_us to_host to_task receiver tag body set"},
	{"user-event user-event-begun user-event-ended", "n time_us machine task thread line name", "events",
		"n time_us host task thread line object"},
	{"port-set-add-port port-set-remove-port", "n time_us machine task thread line port port_set", "events",
		"n time_us host task thread line port set"},
	{"create-task", "n time_us machine task", "tasks", "made_n made_us host task"},
	{"task-done task-aborted destroy-task", "n time_us machine task", "tasks", "ended_n ended_us host task"},
	{"create-thread", "n time_us machine task thread", "threads", "made_n made_us host task thread"},
	{"port-creation", "n time_us port", "ports", "made_n made_us port"},
	{"port-destruction", "n time_us port", "ports", "died_n died_us port"},
	{"port-set-create", "n time_us port_set", "ports", "made_n made_us port"},
	{"port-set-delete", "n time_us port_set", "ports", "died_n died_us port"},
}

func global(t *testing.T, s *session.Session) {
	t.Helper()
	c := tables.Of(s)
	for _, v := range views {
		got := only(ask(t, c, "global", append([]string{"event"}, strings.Fields(v.columns)...)), v.kinds)
		want := v.want(t, c)
		slices.Sort(got)
		slices.Sort(want)
		if d := cmp.Diff(want, got); d != "" && len(want)+len(got) > 0 {
			t.Fatalf("%s: %s", v.kinds, d)
		}
	}
	ends(t, c)
	fates(t, c)
	makers(t, c)
}

// makers: who has made a task or thread is what its table says.
func makers(t *testing.T, c *tables.Catalogue) {
	t.Helper()
	for kind, of := range map[string]string{"create-task": "task", "create-thread": "thread"} {
		got := only(ask(t, c, "global", []string{"event", "n", of, "by_thread"}), kind)
		want := ask(t, c, of+"s", []string{"made_n", of, "by"})
		for i := range want {
			want[i] = strings.TrimSuffix(want[i], "Main")
		}
		slices.Sort(got)
		slices.Sort(want)
		if d := cmp.Diff(want, got); d != "" {
			t.Fatalf("who made them: %s", d)
		}
	}
	of := map[string]string{"": ""}
	for _, row := range ask(t, c, "threads", []string{"thread", "task"}) {
		thread, task, _ := strings.Cut(row, " ")
		of[thread] = task
	}
	for _, row := range ask(t, c, "global", []string{"by_thread", "by_task"}) {
		if thread, task, _ := strings.Cut(row, " "); of[thread] != task {
			t.Errorf("%s is of task %s, and not of %s", thread, of[thread], task)
		}
	}
}

// TestGlobalExchange has one step send a message to a port, and receive another at another port: each is told with its
// own.
func TestGlobalExchange(t *testing.T) {
	p := &kernel.Program{Name: "exchange", Main: func(b *kernel.Boot) {
		b.Task(b.Host("h"), "a", func(th *kernel.Thread) {
			mach := th.Mach()
			to := kernel.Must(mach.PortAllocate(mach.TaskSelf(), ipc.RightReceive))
			own := kernel.Must(mach.PortAllocate(mach.TaskSelf(), ipc.RightReceive))
			must(t, mach.Send(own, ipc.NewMessage(1)))
			m := ipc.NewMessage(2).To(to, ipc.MakeSend)
			must(t, mach.MachMsg(m, ipc.MACH_SEND_MSG|ipc.MACH_RCV_MSG, 0, own, 0, ipc.Null))
		})
	}}
	s := testsession.Open(t, p, kernel.Config{Seed: 1})
	all := only(ask(t, tables.Of(s), "global", []string{"event", "tag", "port"}), "message-transmission message-reception")
	if d := cmp.Diff([]string{"1 a.1.p2", "1 a.1.p2", "2 a.1.p1"}, all); d != "" {
		t.Error(d)
	}
	global(t, s)
}

// TestGlobalReasons: an abort has the exception or the panic for its reason; a thread that goes with its task is told
// of as well, if there was another.
func TestGlobalReasons(t *testing.T) {
	p := &kernel.Program{Name: "aborts", Main: func(b *kernel.Boot) {
		h := b.Host("h")
		b.Task(h, "raises", func(th *kernel.Thread) { th.Mach().Raise(kernel.ExcBadAccess, 1, 2) })
		b.Task(h, "panics", func(th *kernel.Thread) {
			th.CThreads().Fork("side", func(th *kernel.Thread) { th.Sleep(kernel.Second) })
			th.Yield()
			var none []int
			_ = none[len(th.Name())]
		})
	}}
	s := testsession.Open(t, p, kernel.Config{Seed: 1, KeepGoing: true})
	all := ask(t, tables.Of(s), "global", []string{"event", "task", "thread", "reason"})
	for _, want := range []string{
		"task-aborted raises raises.1 EXC_BAD_ACCESS 1 2",
		"task-aborted panics panics.1 index out of range [8] with length 0",
		"thread-aborted panics panics.1 index out of range [8] with length 0",
		"destroy-thread panics panics.side ",
	} {
		if !slices.Contains(all, want) {
			t.Errorf("there is no %q in %q", want, all)
		}
	}
	if slices.ContainsFunc(all, func(row string) bool { return strings.HasPrefix(row, "thread-aborted raises") }) {
		t.Error("the only thread of a task is told of apart")
	}
}

// only are the rows that begin with one of some words, without it.
func only(rows []string, words string) (some []string) {
	for _, row := range rows {
		if word, rest, _ := strings.Cut(row, " "); slices.Contains(strings.Fields(words), word) {
			some = append(some, rest)
		}
	}
	return some
}

// want are the rows of the other table: those that are of the kind, and whose event is there, unless it makes
// something.
func (v view) want(t *testing.T, c *tables.Catalogue) []string {
	which := map[string]string{"events": "kind", "ports": "kind"}[v.table]
	all := ask(t, c, v.table, append(strings.Fields(which), strings.Fields(v.theirs)...))
	switch {
	case v.table == "events":
		all = only(all, v.kinds)
	case v.table == "ports":
		all = only(all, map[bool]string{true: "set", false: "port"}[strings.HasPrefix(v.kinds, "port-set")])
	}
	if strings.Contains(v.kinds, "create") || v.kinds == "port-creation" {
		return all
	}
	return slices.DeleteFunc(all, func(row string) bool { return strings.HasPrefix(row, " ") })
}

// ends: each thread that has ended has one row, or is the only one of a task that has.
func ends(t *testing.T, c *tables.Catalogue) {
	t.Helper()
	kinds := "thread-done thread-aborted destroy-thread"
	got := only(ask(t, c, "global", []string{"event", "n", "thread"}), kinds)
	tasks := only(ask(t, c, "global", []string{"event", "n", "task"}), "task-done task-aborted destroy-task")
	for _, row := range ask(t, c, "threads", []string{"ended_n", "thread", "task"}) {
		n, rest, _ := strings.Cut(row, " ")
		i := strings.LastIndexByte(rest, ' ')
		told := slices.Contains(got, n+" "+rest[:i])
		with := slices.Contains(tasks, n+" "+rest[i+1:])
		if n != "" && !told && !with || n == "" && told {
			t.Errorf("thread %s ended with event %q, and the table says it %v", rest, n, told)
		}
	}
}

// fates: whether a message was delivered, and why not, is what the table of messages says.
func fates(t *testing.T, c *tables.Catalogue) {
	t.Helper()
	got := only(ask(t, c, "global", []string{"event", "n", "delivered", "reason"}), "message-transmission")
	var want []string
	for _, row := range ask(t, c, "messages", []string{"fate", "n", "result"}) {
		word, rest, _ := strings.Cut(row, " ")
		n, result, _ := strings.Cut(strings.TrimPrefix(strings.TrimPrefix(rest, "on "), "a wire "), " ")
		if word == "on" {
			word = "queued"
			fields := strings.Fields(row)
			n = fields[len(fields)-1]
		}
		if n == "" {
			continue
		}
		delivered := map[string]string{"received": "1", "lost": "0", "refused": "0"}[word]
		if word == "lost" {
			result = "lost"
		}
		want = append(want, fmt.Sprintf("%s %s %s", n, delivered, result))
	}
	slices.Sort(got)
	slices.Sort(want)
	if d := cmp.Diff(want, got); d != "" {
		t.Fatalf("what became of messages: %s", d)
	}
}
