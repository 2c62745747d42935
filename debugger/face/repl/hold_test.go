package repl_test

import (
	"bytes"
	"context"
	"fmt"
	"strings"
	"testing"

	"machsim/cthreads"
	"machsim/debugger"
	"machsim/debugger/face/repl"
	"machsim/ipc"
	"machsim/kernel"
	"machsim/test/testrun"
)

// told types lines at a prompt on a run of a program, and returns what the last one says.
func told(t *testing.T, p *kernel.Program, seed uint64, lines ...string) string {
	t.Helper()
	d, err := debugger.Open(context.Background(), debugger.Source{Recording: testrun.Record(p, kernel.Config{Seed: seed}),
		Program: p}, debugger.Options{})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(d.Close)
	var out bytes.Buffer
	at := repl.New(d, repl.Options{Out: &out})
	for _, line := range lines {
		out.Reset()
		mustDo(t, at, line)
	}
	return out.String()
}

// says holds a text against lines that it is to have, in this order.
func says(t *testing.T, text string, lines ...string) {
	t.Helper()
	rest := text
	for _, line := range lines {
		i := strings.Index(rest, line)
		if i < 0 {
			t.Errorf("%q is not where it should be in\n%s", line, text)
			return
		}
		rest = rest[i:]
	}
}

// locking is a program of two threads that lock one mutex: with seed 1, c first.
var locking = &kernel.Program{Name: "order", Main: func(b *kernel.Boot) {
	b.Task(b.Host("one"), "order", func(th *kernel.Thread) {
		m := cthreads.NewMutex(th, "m")
		body := func(th *kernel.Thread) {
			th.Label("want")
			m.Lock(th)
			th.Label("in")
			m.Unlock(th)
		}
		cthreads.JoinAll(th, []cthreads.Thread{cthreads.Fork(th, "a", body), cthreads.Fork(th, "c", body)})
	})
}}

// TestNotItsTurn sees one answer to why a thread does not go on whose lock comes later.
func TestNotItsTurn(t *testing.T) {
	at := func(where, line string, lines ...string) { says(t, told(t, locking, 1, "goto "+where, line), lines...) }
	at("8", "why a", "order.a  is held back: event 12 of order.c (mutex_unlock) comes first in the recording",
		"  order.c  can go on with mutex_lock")
	at("8", "where", "order.1     4/8  would wait", "order.a     2/6  held back", "order.c     2/6  ready")
	at("8", "delays", "order.a  mutex_lock m     14  event 12 of order.c (mutex_unlock)")
	at("8", "blocked", "order.1  one          -  would wait for thread order.a to end")
	at("8", "suspended", "order.c  one          -  by the debugger; can go on with mutex_lock")
	at("8", "panic", "1 could go on, 2 cannot", "order.c", "order.1", "order.a")
	at("8", "event a", "it is not the turn of order.a: 3 events of order.c (10 to 12) come first",
		"did 14  order.a  mutex_lock m")
	at("10", "why a", "order.a  would wait for mutex m, held by order.c; event 12 of order.c (mutex_unlock) comes first")
	at("10", "event a", "order.a would wait for mutex m, held by order.c: 2 events of order.c (11 to 12) come first")
	if text := told(t, locking, 1, "goto 8", "event c"); strings.Contains(text, "first") {
		t.Errorf("c can go on:\n%s", text)
	}
}

// TestAtBreakpoints sees which threads the debugger has stopped at breakpoints, also where they
// could not go on anyway.
func TestAtBreakpoints(t *testing.T) {
	at := func(line string, lines ...string) {
		says(t, told(t, locking, 1, "start", "break lock m", "ocb", line), lines...)
	}
	at("suspended",
		"order.a  one          -  at breakpoint 1; is held back: event 12 of order.c (mutex_unlock) comes first",
		"order.c  one          -  at breakpoint 1; can go on with mutex_lock")
	at("where", "held back, at breakpoint 1", "ready, at breakpoint 1")
	at("why c", "order.c  is stopped at breakpoint 1", "order.c  can go on with mutex_lock")
	text := told(t, locking, 1, "start", "break lock m", "disable 1", "goto 8", "suspended")
	if strings.Contains(text, "breakpoint") || strings.Contains(text, "order.a") {
		t.Errorf("a disabled breakpoint stops threads:\n%s", text)
	}
}

// stopping is a program in which a thread suspends another, which Mach has made suspended.
var stopping = &kernel.Program{Name: "suspend", Main: func(b *kernel.Boot) {
	b.Task(b.Host("one"), "suspend", func(th *kernel.Thread) {
		kid := kernel.Must(th.Mach().ThreadCreate(th.Mach().Self(), func(th *kernel.Thread) { th.Label("goes") }))
		th.Sleep(1 * kernel.Millisecond)
		kernel.Must(th.Mach().ThreadResume(kid))
		kernel.Must(th.Mach().ThreadSuspend(kid))
		kernel.Must(th.Mach().TaskSuspend(th.Mach().Self()))
	})
}}

// TestSuspendedByMach sees by which call a thread was suspended, and since when.
func TestSuspendedByMach(t *testing.T) {
	at := func(where string, lines ...string) {
		says(t, told(t, stopping, 0, "goto "+where, "suspended"), lines...)
	}
	at("3", "suspend.1.1  one      0.010  was suspended before it began")
	at("5", "suspend.1.1  one          -  by the debugger; can go on with start")
	at("7", "suspend.1.1  one      1.050  was suspended by thread_suspend")
	at("8", "suspend.1    one      1.060  was suspended with its task by task_suspend",
		"suspend.1.1  one      1.050  was suspended by thread_suspend")
}

// reading is a program of two threads that receive from one port.
var reading = &kernel.Program{Name: "recv2", Main: func(b *kernel.Boot) {
	var box, to ipc.Name
	reader := b.Task(b.Host("one"), "reader", func(th *kernel.Thread) {
		body := func(th *kernel.Thread) {
			th.Label("wants")
			th.Printf("%d", kernel.Must(th.Mach().Receive(box)).ID)
		}
		cthreads.JoinAll(th, []cthreads.Thread{cthreads.Fork(th, "a", body), cthreads.Fork(th, "c", body)})
	})
	box = b.Port(reader, "box")
	writer := b.Task(b.Host("one"), "writer", func(th *kernel.Thread) {
		kernel.Must(th.Mach().Send(to, ipc.NewMessage(1)))
		kernel.Must(th.Mach().Send(to, ipc.NewMessage(2)))
	})
	to = b.Send(reader, box, writer)
}}

// TestNotSentYet sees a receive wait, in a position in which its message was not sent yet,
// though in the recording it found one.
func TestNotSentYet(t *testing.T) {
	for _, at := range []string{"blocked", "why reader.c"} {
		says(t, told(t, reading, 1, "goto without 1", at),
			"would wait for a message at port box, sent by writer.1; event 2 of writer.1 (mach_msg) comes first")
	}
	says(t, told(t, reading, 1, "goto without 1", "where"), "reader.a     2/5  would wait", "reader.c     2/5  would wait")
	says(t, told(t, reading, 1, "goto without 1", "delays"), "nothing is kept back")
	says(t, told(t, reading, 1, "goto without 1", "event reader.c"),
		"reader.c would wait for a message at port box, sent by writer.1: 2 events of writer.1 (1 to 2) come first")
}

// micro is a program of four tasks that send each other six messages.
var micro = &kernel.Program{Name: "micro", Main: func(b *kernel.Boot) {
	var own [4]ipc.Name
	var to [4][4]ipc.Name
	// act does what a task does: > and a digit sends to that task, < receives, else it is a label.
	act := func(th *kernel.Thread, me int, what string) {
		switch what[0] {
		case '>':
			kernel.Must(th.Mach().Send(to[me][what[1]-'0'], ipc.NewMessage(2, what[2:])))
		case '<':
			kernel.Must(th.Mach().Receive(own[me]))
		default:
			th.Label(what)
		}
	}
	var tasks []kernel.TaskID
	host := b.Host("one")
	for me, does := range []string{">1a x0 >2b y0 >3c z0", "< bp1 >2d after-d < end1", "< bp2 >3e < end2",
		"< bp3 < >1f end3"} {
		tasks = append(tasks, b.Task(host, fmt.Sprint("p", me), func(th *kernel.Thread) {
			for what := range strings.FieldsSeq(does) {
				act(th, me, what)
			}
		}))
		own[me] = b.Port(tasks[me], fmt.Sprint("q", me))
	}
	for me := range tasks {
		for n := range tasks {
			to[me][n] = b.Send(tasks[n], own[n], tasks[me])
		}
	}
}}

// TestTablesAtBreakpoint sees the tables of the thesis where a task has come to a breakpoint, and all others are as far
// as they can get without it.
func TestTablesAtBreakpoint(t *testing.T) {
	at := func(line string, lines ...string) {
		t.Helper()
		says(t, told(t, micro, 1, "start", "break label bp1", "ocb", line), lines...)
	}
	at("where", "p0.1       8/8  ended", "p1.1       2/9  ready, at breakpoint 1")
	at("blocked", "p2.1    one      0.040  waits for a message at port q2",
		"p3.1    one          -  would wait for a message at port q3", "event 20 of p2.1 (mach_msg) comes first")
	at("suspended", "p1.1    one          -  at breakpoint 1; can go on with label")
	at("delays", `p0.1    its message 2("b") at port q2`, "12  event 10 of p1.1 (mach_msg)")
}
