package main

import "machsim/cmd/machsim/internal/turn"

// begin begins the command line of a guest, and says whether it is over already.
//
//go:wasmexport machsim_begin
func begin() (over bool) { return turn.Begin(main) }

// next is the next turn of a guest.
//
//go:wasmexport machsim_next
func next(anew bool) (over bool) { return turn.Next(anew) }
