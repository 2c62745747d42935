//go:build !wasm

package serve

import (
	"context"
	"net/http"
	"time"

	"machsim/debugger/face/web"
	"machsim/debugger/face/wire"
)

// patience is how long the body of a call may take to come.
const patience = 10 * time.Second

// page is what serves the page of a guest.
func (g *Guest) page() http.Handler { return web.Carry(answers{g}, patience, g.gone) }

// answers are those to the calls of a page.
type answers struct{ g *Guest }

func (a answers) Serial() uint64 { return a.g.of.service.Serial() }
func (a answers) Opened() uint64 { return a.g.of.service.Opened() }

// Answer answers a call.
func (a answers) Answer(ctx context.Context, request []byte) []byte {
	ctx, done := a.g.begins(ctx)
	defer done()
	if a.g.mayNot() != nil {
		return a.g.answer(ctx, request)
	}
	return a.g.of.service.Answer(ctx, request)
}

// Watch tells a page of events: of its own calls, and of states, the latter not too often if it looks.
func (a answers) Watch(told func(wire.Event)) (stop func()) {
	p := &pace{told: told}
	unwatch := a.g.of.service.Watch(func(e wire.Event) {
		switch {
		case e.Name == "progress" && e.By != a.g.name:
		case e.Name == "changed":
			p.put(e)
		default:
			told(e)
		}
	})
	return func() {
		unwatch()
		p.end()
	}
}
