//go:build !wasm

package serve

import (
	"context"
	"errors"
	"fmt"
	"sync"

	"machsim/debugger"
	"machsim/debugger/event/text"
	"machsim/debugger/face/repl"
)

// The faces of guests.
const (
	Prompt = "prompt"
	Page   = "page"
	Editor = "editor"
)

// Guest is somebody at a session, as long as his connection. He is the repl.Company of his own calls.
type Guest struct {
	of    *Session
	id    string
	name  string
	face  string
	looks bool          // he may only look, unless he is let move
	gone  chan struct{} // closed when he has left

	mu     sync.Mutex
	says   func(sentence string) // tells the person; nil where there is no way
	work   map[int]func()        // gives up the calls at work, by number
	worked int                   // the number that was given last
}

// as returns a context of calls that the guest makes.
func (g *Guest) as(ctx context.Context) context.Context {
	return repl.InCompany(debugger.As(ctx, &debugger.Person{Name: g.name, Looks: g.mayNot, Tasks: g.of.only}), g)
}

// begins returns the context of a call that is given up when another guest takes over, or this one leaves.
func (g *Guest) begins(ctx context.Context) (context.Context, func()) {
	ctx, cancel := context.WithCancel(g.as(ctx))
	g.mu.Lock()
	defer g.mu.Unlock()
	g.worked++
	n := g.worked
	if g.work == nil {
		g.work = map[int]func(){}
	}
	g.work[n] = cancel
	return ctx, func() {
		cancel()
		g.mu.Lock()
		defer g.mu.Unlock()
		delete(g.work, n)
	}
}

// lost gives up what the guest has at work: another one moves.
func (g *Guest) lost() {
	g.mu.Lock()
	defer g.mu.Unlock()
	for _, giveUp := range g.work {
		giveUp()
	}
}

// interrupt gives up the command at work, and not one that goes on beside the prompt.
func (g *Guest) interrupt() {
	g.mu.Lock()
	defer g.mu.Unlock()
	for n, giveUp := range g.work {
		if n != beside {
			giveUp()
		}
	}
}

// beside is the number of what gives up all that goes on beside calls.
const beside = 0

// told tells the person a sentence. It does not wait.
func (g *Guest) told(sentence string) {
	g.mu.Lock()
	says := g.says
	g.mu.Unlock()
	if says != nil {
		says(sentence)
	}
}

// mayNot says why the guest may only look.
func (g *Guest) mayNot() error {
	is, who := g.of.isMover(g)
	switch {
	case is:
		return nil
	case g.looks && who == "":
		return errors.New("you only look, and nobody moves")
	case g.looks:
		return fmt.Errorf("you only look: %s moves, and may let you", who)
	case who == "":
		return text.WithHint(errors.New("nobody moves"), text.HintTake)
	}
	return text.WithHint(fmt.Errorf("you look: %s moves", who), text.HintTake)
}

// Who tells who is there.
func (g *Guest) Who() []repl.Guest { return g.of.who(g) }

// Give lets another guest move.
func (g *Guest) Give(name string) error {
	if err := g.mayNot(); err != nil {
		return err
	}
	other := g.of.named(name)
	if other == nil {
		return fmt.Errorf("nobody here is called %q; who says who is", name)
	}
	g.of.moves(other, g)
	return nil
}

// Take lets the guest himself move.
func (g *Guest) Take() error {
	if err := g.mayNot(); err == nil {
		return errors.New("you move already")
	} else if g.looks {
		return err
	}
	g.of.moves(g, g)
	return nil
}
