package browser_test

import (
	"fmt"
	"testing"
)

// datagrams is a program whose messages may be lost, doubled and overtaken.
const datagrams = `// Package own sends letters, some of which do not arrive.
package own

import "machsim/kernel"

// Program is what machsim runs.
var Program = kernel.Program{Name: "post", Doc: "letters from north to south", Main: setUp}

type letter struct{ N int }

func setUp(b *kernel.Boot) {
	north, south := b.Host("north"), b.Host("south")
	var box, to kernel.Name
	reader := b.Server(south, "reader", func(th *kernel.Thread) {
		for {
			if _, err := kernel.Receive[letter](th, box); err != nil {
				return
			}
		}
	})
	box = b.DatagramPort(reader, "box")
	writer := b.Task(north, "writer", func(th *kernel.Thread) {
		for i := range 12 {
			_ = kernel.Send(th, to, letter{i})
			th.Sleep(3 * kernel.Millisecond)
		}
	})
	to = b.Send(reader, box, writer)
}
`

// TestFaultsSeen wants a row of their own for faults, and the arrow of a message that is lost to lead to where that
// happens.
func TestFaultsSeen(t *testing.T) {
	dir := own(t, datagrams)
	p := open(t, serveIn(t, dir, recordIn(t, dir, ".", "--seed", "3", "--faults", "loss=2,dup=2,reorder=2,cut=1")))
	p.await(settled)
	const faults = lanes + `.rows.all.find(r => r.node.id === "faults")`
	if !ask[bool](p, faults+` !== undefined`) {
		t.Error("there is no row of faults")
	}
	p.await(lanes + `.marks.get(` + lanes + `.view)?.length`)
	for _, what := range []string{"lost", "doubled", "overtaken", "the wire"} {
		seen := fmt.Sprintf(lanes+`.marks.get(`+lanes+`.view).some(m => m.kind === "mishap" && m.label.startsWith(%q))`, what)
		if !ask[bool](p, seen) {
			t.Errorf("no mark says %q", what)
		}
	}
	p.await(lanes + `.arrows.rows.length`)
	if !ask[bool](p, lanes+`.arrows.rows.some(a => a.to && `+lanes+`.lane(a.toLane).kind === "packets")`) {
		t.Error("no arrow leads to where a message is lost")
	}
}
