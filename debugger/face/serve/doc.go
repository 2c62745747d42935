//go:build !wasm

// Package serve holds sessions that several share: each is a run that was opened once, with one Debugger, and guests at
// it. One guest moves; all others look: they follow, and ask.
//
//	s := serve.New(serve.Options{})
//	err := s.Add("bank", d, "bank.rec")
//	err = s.Serve(ctx, serve.Door{Listener: l})
//
// # Thin guests
//
// A guest is a connection, and nothing of a run is at its other end. What a face needs of a Debugger stays here, in
// this process: a prompt (package repl) whose lines travel, a page (package web) whose calls do, an adapter (package
// dap) that is fed the bytes of an editor. So there is no second Debugger to be kept like the first, and a guest that
// is killed takes nothing with it.
//
// # Who may
//
// Server.Serve lets in who is the same user (a unix socket), or has the token (TCP, with TLS; Identity). Each guest
// has an id that is good as long as its connection. Whatever is wrong, the answer is the same, and says nothing;
// Options.Log is told why. That a guest looks is decided in one place, by the Debugger (debugger.Person): what would
// change anything is refused there, whatever the face.
//
// # What looking costs
//
// All who look at one state are answered the same, so it is computed once (looks), in a turn that gives way to whoever
// moves, and they are told of states some times a second only (pace).
package serve
