package explore_test

import (
	"fmt"
	"testing"

	"machsim/debugger/choose/explore"
	"machsim/ipc"
	"machsim/kernel"
)

// each returns a program of two tasks, each with a thread that does something with its task.
func each(f func(th *kernel.Thread, task ipc.Name)) *kernel.Program {
	return &kernel.Program{Name: "each", Main: func(b *kernel.Boot) {
		h := b.Host("host")
		for i := range 2 {
			b.Task(h, fmt.Sprint("t", i), func(th *kernel.Thread) { f(th, th.Mach().TaskSelf()) })
		}
	}}
}

// asks asks for what a task is.
func asks(th *kernel.Thread, task ipc.Name) {
	for range 3 {
		kernel.Must(th.Mach().TaskInfo(task))
	}
}

// TestOwn has a call that touches only its own task depend on nothing.
func TestOwn(t *testing.T) {
	c := explore.Compare(each(asks), explore.Begun{}, 3_000)
	if wrong := c.Wrong(); wrong != "" || c.Search.Classes != 1 {
		t.Errorf("%d classes of two tasks that ask for what they are: %s", c.Search.Classes, wrong)
	}
}

// TestThreadData has the data of a thread read and set by others in either order, and its name, which is looked at
// beside the calls; and threads end in either order where their task has a limit.
func TestThreadData(t *testing.T) {
	data := func(th *kernel.Thread) {
		ct := th.CThreads()
		other := ct.Fork("", func(th *kernel.Thread) { th.Label(fmt.Sprint(th.CThreads().Data(th.ID()))) })
		ct.SetData(other, 7)
	}
	name := func(th *kernel.Thread) {
		ct := th.CThreads()
		other := ct.Fork("old", func(th *kernel.Thread) { th.Check(th.Name() != "main.new", "it is new") })
		ct.SetName(other, "new")
	}
	limit := func(th *kernel.Thread) {
		ct := th.CThreads()
		ct.Limit(2)
		for _, name := range []string{"a", "b"} {
			ct.Fork(name, func(th *kernel.Thread) { th.Label(fmt.Sprint(th.CThreads().Count())) })
		}
	}
	for name, body := range map[string]func(*kernel.Thread){"data": data, "name": name, "limit": limit} {
		c := explore.Compare(task(body), explore.Begun{}, 3_000)
		if c == nil {
			t.Fatal(name)
		}
		if wrong := c.Wrong(); wrong != "" || c.Search.Classes < 2 {
			t.Errorf("%s: %d classes: %s", name, c.Search.Classes, wrong)
		}
	}
}

// TestOwnThreads has a task ask for what it is while a thread of it begins and ends, and while its maker changes it.
func TestOwnThreads(t *testing.T) {
	for name, body := range map[string]func(th *kernel.Thread){
		"thread": func(th *kernel.Thread) {
			th.CThreads().Fork("", func(th *kernel.Thread) {})
			th.Label(fmt.Sprint(kernel.Must(th.Mach().TaskInfo(th.Mach().TaskSelf())).Threads))
		},
		"other": func(th *kernel.Thread) {
			k := th.Mach()
			task := kernel.Must(k.TaskCreate(k.TaskSelf(), "below", false))
			below := kernel.Must(k.ThreadCreate(task, func(th *kernel.Thread) {
				th.Label(fmt.Sprint(kernel.Must(th.Mach().TaskInfo(th.Mach().TaskSelf())).Priority))
			}))
			kernel.Must(0, k.ThreadResume(below))
			_ = k.TaskPriority(task, 7, false)
		},
	} {
		c := explore.Compare(task(body), explore.Begun{}, 3_000)
		if wrong := c.Wrong(); wrong != "" || c.Search.Classes < 2 {
			t.Errorf("%s: %d classes: %s", name, c.Search.Classes, wrong)
		}
	}
}
