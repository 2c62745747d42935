//go:build !wasm

package serve

import (
	"context"

	"machsim/debugger/face/dap"
	"machsim/debugger/face/wire"
)

// edits serves the editor of a guest.
func (g *Guest) edits(ctx context.Context, c *line) {
	s := dap.New(c, opener{g})
	g.mu.Lock()
	g.work = map[int]func(){beside: func() { s.Interrupt() }}
	g.says = func(sentence string) { go s.Say(sentence) }
	g.mu.Unlock()
	_ = s.Serve(g.as(ctx))
}

// opener opens the run of the session for an editor, whatever it launches or attaches to.
type opener struct{ g *Guest }

func (o opener) Open(context.Context, dap.Launch, dap.Told) (*dap.Opened, error) {
	s := o.g.of
	return &dap.Opened{Debugger: s.d, Close: func() {}, Joined: true, Watch: func(moved func()) (stop func()) {
		p := &pace{told: func(wire.Event) { moved() }}
		unwatch := s.service.Watch(func(e wire.Event) {
			if e.Name == "changed" {
				p.put(e)
			}
		})
		return func() {
			unwatch()
			p.end()
		}
	}}, nil
}
