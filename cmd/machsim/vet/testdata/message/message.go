package message

import (
	"machsim/ipc"
	"machsim/kernel"
)

type request int

type point struct{ x, y int }

const ask request = 1

func body(th *kernel.Thread, port ipc.Name, args ...any) {
	p := &point{1, 2}
	list := []int{1}
	_ = ipc.NewMessage(1, p)                // want `message: a message cannot carry \*point, for tasks share no memory; use a struct and kernel.Send, or its parts`
	_ = ipc.NewMessage(1, *p)               // want `message: a message cannot carry point`
	_ = ipc.NewMessage(1, list)             // want `message: a message cannot carry \[\]int`
	_ = ipc.NewMessage(1, map[string]int{}) // want `message: a message cannot carry map\[string\]int`
	_ = ipc.NewMessage(1, func() {})        // want `message: a message cannot carry func\(\)`
	_ = ipc.NewMessage(1, nil)              // want `message: a message cannot carry untyped nil`
	_ = ipc.NewMessage(1, port)             // want `message: a port's name means nothing in another task; use th.SendRight\(port\), .* kernel.Send`
	_ = ipc.NewMessage(1, 2, ask)           // want `message: a message cannot carry request, a named type; use int\(ask\)`

	_ = ipc.NewMessage(int32(ask), p.x, "text", true, 1.5, 'x', uint8(3), []byte("bytes"), list[0])
	_ = ipc.NewMessage(1, th.SendRight(port), ipc.MovingReceive(port), ipc.OutOfLine(0, 4, true))
	_ = ipc.NewMessage(1, args...)
	_ = ipc.NewMessage(1, args[0])
}

func helper(p *point) *ipc.Message { return ipc.NewMessage(1, p) }
