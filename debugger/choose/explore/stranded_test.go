package explore_test

import (
	"testing"

	"machsim/debugger/choose/explore"
	"machsim/ipc"
	"machsim/kernel"
)

// TestStranded has a packet wait for room until the port dies: then it is another step than it would have been. That it
// could have come before what took the room is found, whatever is done between.
func TestStranded(t *testing.T) {
	for between := range 3 {
		p := &kernel.Program{Name: "stranded", Main: func(b *kernel.Boot) {
			var own, to kernel.Name
			server := b.Task(b.Host("server"), "server", func(th *kernel.Thread) {
				th.SetQueueLimit(own, 1)
				far(th, own, own, []step{{"send", 0, 5}})
				for range between {
					th.Printf("x")
				}
			})
			own = b.Port(server, "requests")
			client := b.Task(b.Host("clients"), "client", func(th *kernel.Thread) {
				far(th, to, ipc.Null, []step{{"send", 0, 6}})
			})
			to = b.Send(server, own, client)
		}}
		if wrong := explore.Compare(p, explore.Begun{}, 600).Wrong(); wrong != "" {
			t.Errorf("%d steps between: %s", between, wrong)
		}
	}
}
