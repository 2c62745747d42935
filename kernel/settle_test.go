package kernel_test

import (
	"testing"

	"machsim/kernel"
)

// TestLongNames has each of many tasks make the next one, of the same name: whole names stay short, and different.
func TestLongNames(t *testing.T) {
	const tasks = 2000
	var kid func(th *kernel.Thread, left int)
	kid = func(th *kernel.Thread, left int) {
		th.NewPort("mine")
		if left > 0 {
			kernel.Must(th.Spawn("h", "kid", func(th *kernel.Thread) { kid(th, left-1) }))
		}
	}
	m := kernel.Must(kernel.New(&kernel.Program{Name: "chain", Main: func(b *kernel.Boot) {
		b.Task(b.Host("h"), "first", func(th *kernel.Thread) { kid(th, tasks) })
	}}, kernel.Config{}))
	defer m.Close()
	m.Run()
	s := m.World()
	s.Settle(nil, nil)
	seen := map[string]bool{}
	look := func(name string) {
		if seen[name] || len(name) > 1000 {
			t.Fatalf("%d bytes, seen %t: %.100s", len(name), seen[name], name)
		}
		seen[name] = true
	}
	for id := range s.Threads.All {
		look(s.ThreadName(kernel.ThreadID(id)))
		look("port " + s.VirtualName(kernel.StableName{Kind: kernel.PortObject, Serial: 1,
			Maker: kernel.Object{Kind: kernel.ThreadObject, ID: id}}))
	}
	for id := range s.Tasks.All {
		look(s.TaskName(kernel.TaskID(id)))
	}
	for _, l := range s.Given {
		look("given " + s.MadeName(kernel.PortObject, l))
	}
}
