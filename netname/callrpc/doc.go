// Package callrpc makes calls over datagram ports, whose packets may get lost, doubled, overtaken and delayed, also
// when hosts crash and come back.
//
// A call by kernel.RPC is never in doubt: if its request is lost, or its server dies, the caller is told. A network
// tells nobody. This package is for programs that have to live with that. Each call chooses a protocol, which says what
// is done about it:
//
//	s := callrpc.NewServer(th, "counter")                         // the server
//	callrpc.Handle(th, s, func(th *kernel.Thread, r add) number { ... })
//	s.Serve(th)
//
//	c := kernel.Must(callrpc.Bind(th, "counter"))                 // a client, on any host
//	n, err := callrpc.Call[add, number](th, c, add{1}, callrpc.Maybe(100*kernel.Millisecond))
//
// Requests and replies are structs, as in kernel.RPC, but without rights: a packet can get lost or doubled, and a right
// must not. A procedure is known by the name of its request's type.
//
//	protocol     packets  when nothing comes back                        the procedure is executed
//	Maybe        2        the caller is told                             once, or not, or is it still
//	ExactlyOnce  3        asks again until the reply comes               once
//	AtMostOnce   2        asks again until the reply comes               once
//	Idempotent   2        asks again, by a policy                        once for each packet that arrives
//	Keyed        2        asks again, by a policy, under a key           once for a key
//
// Maybe and ExactlyOnce are those of Mayflower (Cooper, Pilgrim, 3.3); the policy has the fields of gRPC's, keys are
// those of web interfaces. docs/CALLS.md says which to choose, and what may have become of a call.
//
// # Who knows what
//
// A server has one datagram port. Its client binds by an ordinary RPC to that port, which gives the server the right to
// send packets to the client's; from then on packets carry numbers alone: the caller's, which no other client of the
// run has, that of the call, and that of the server's port. A server that begins anew takes another number, so that
// calls of ExactlyOnce and AtMostOnce which were meant for the one before are refused: Restarted. With Server.Number it
// keeps one, and may execute them twice. A client that finds the server's port dead binds again by itself.
//
// What both sides know is a table each, which debuggers show: the client's calls (Outgoing, watched as "calls", or
// "calls_counter" if it is bound to that name), the server's (Incoming, "calls") and its callers. The server forgets a
// call when the client says that it has done with it, in the header of its next packet. Calls under keys it keeps.
// Crashes end all tables.
//
// # Threads
//
// All threads of a task may make calls through one Client at a time. One of those that wait receives for all; so there
// is no thread that would have to end before the task can, and packets that come while nobody calls wait for the next
// call. A Server has as many workers as it is told, which receive and execute; handlers of several workers run beside
// each other, and lock what they share.
//
// # Marks
//
// Each packet begins with a kernel.Mark; a call is a span at its client (Thread.Calling), each execution one at its
// server (Thread.Serving). So debuggers know which events belong to a call.
package callrpc
