// Package student is what you write and hand in.
package student

import "machsim/kernel"

// Serve is a replica. It never returns. It is called anew when its host has crashed and is up again: then all that it
// knows is what is on its disk.
func Serve(th *kernel.Thread, h *Host) {
	for {
		m, err := kernel.ReceiveTimeout[any](th, h.Port, h.Patience(), Ask{}) // your own messages, too
		if err != nil {
			continue // nobody has said anything for so long: your code
		}
		_ = kernel.Reply(th, m, Elsewhere{-1}) // your code
	}
}
