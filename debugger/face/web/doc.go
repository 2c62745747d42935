// Package web serves the page of a recorded run to a browser on this machine.
//
//	s, err := web.New(wire.New(d, wire.Options{}), web.Options{})
//	fmt.Println(s.URL())
//	err = s.Serve(ctx)
//
// It listens on the loopback only. Everything lies below a path that nobody can guess, which stands for
// a password: whoever has the URL may do what the page does. A request from a page of another origin is
// refused, and so is one under another name of this machine.
//
// Calls of the protocol (package wire) come as POST requests to call; events are sent to whoever reads
// the stream of events. All pages that are open show the same position.
package web
