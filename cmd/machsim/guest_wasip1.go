package main

import (
	"machsim/cmd/machsim/internal/turn"
	"machsim/debugger/record/watch"
)

// begin begins the command line of a guest, and says whether it is over already.
//
//go:wasmexport machsim_begin
func begin() (over bool) { return turn.Begin(main) }

// next is the next turn of a guest.
//
//go:wasmexport machsim_next
func next(anew bool) (over bool) { return turn.Next(anew) }

// rest lets the guest do other things while nobody asks it for anything, and says whether it had some to do.
//
//go:wasmexport machsim_rest
func rest() (worked bool) { return turn.Rest(watch.GaveWay) }
