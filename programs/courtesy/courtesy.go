// Package courtesy is two guests at a door that is wide enough for one. Each gives way to the other.
//
// It teaches livelock. A guest who comes to the door looks whether the other has said "after you"; if so, he walks in,
// and else he says it himself. The bug: if both come at the same time, both say it, and each who hears it insists. So
// they go on for ever: nobody waits for what cannot come, and nobody gets in. The report of a run that ends so shows
// what is done again and again.
//
// The fix breaks the tie: of two who give way to each other, alphonse walks in.
package courtesy

import (
	"errors"

	"machsim/kernel"
)

// Program does not end.
var Program = kernel.Program{
	Name:   "courtesy",
	Doc:    "two guests at a door, each of whom gives way",
	Bug:    "each insists that the other goes first: livelock",
	Params: params,
	Limit:  limit,
	Main:   func(b *kernel.Boot) { setUp(b, insist) },
}

// Fixed does.
var Fixed = kernel.Program{
	Name:   "courtesy-fixed",
	Doc:    "two guests at a door, one of whom gives in",
	Params: params,
	Limit:  limit,
	Main:   func(b *kernel.Boot) { setUp(b, giveIn) },
}

var params = []kernel.Param{
	{Name: "walk", Default: "60", Doc: "each comes to the door after fewer turns than this, at random"},
}

// limit is far more events than two guests need to get in.
const limit = 5_000

// What the guests say.
type (
	afterYou struct{}
	thanks   struct{} // who says it has walked in
)

// guest is what a guest knows.
type guest struct {
	th    *kernel.Thread
	name  string
	ears  kernel.Name // where he hears the other
	other kernel.Name // where the other hears him
}

func setUp(b *kernel.Boot, tied tie) {
	turns := b.IntIn("walk", 1, 1000)
	house := b.Host("house")
	var guests [2]guest
	var tasks [2]kernel.TaskID
	for i, name := range []string{"alphonse", "gaston"} {
		tasks[i] = b.Task(house, name, func(th *kernel.Thread) {
			g := guests[i]
			g.th = th
			g.visit(turns, tied)
		})
		guests[i].name = name
		guests[i].ears = b.Port(tasks[i], name)
	}
	for i := range guests {
		guests[i].other = b.Send(tasks[1-i], guests[1-i].ears, tasks[i])
	}
}

// visit comes to the door, and gets in.
func (g *guest) visit(turns int, tied tie) {
	for range g.th.Random(turns) {
		g.th.Yield()
	}
	if g.invited() {
		g.walkIn()
		return
	}
	g.say(afterYou{})
	for g.hear() == (afterYou{}) {
		if tied(g) {
			return
		}
	}
	g.th.Label("walks in") // for the other has
}

// invited says whether the other has given way already.
func (g *guest) invited() bool {
	_, err := kernel.ReceiveTimeout(g.th, g.ears, 0, afterYou{})
	if errors.Is(err, kernel.MACH_RCV_TIMED_OUT) {
		return false
	}
	kernel.Must(err)
	return true
}

func (g *guest) walkIn() {
	g.th.Label("walks in")
	g.say(thanks{})
}

func (g *guest) say(words any) { kernel.Must(kernel.Send(g.th, g.other, words)) }

func (g *guest) hear() any {
	return kernel.Must(kernel.Receive[any](g.th, g.ears, afterYou{}, thanks{})).Body
}

// tie is what a guest does who has given way, and hears that the other does. It returns true if he is in.
type tie func(g *guest) bool

func insist(g *guest) bool {
	g.say(afterYou{})
	return false
}

func giveIn(g *guest) bool {
	if g.name != "alphonse" {
		return false
	}
	g.walkIn()
	return true
}
