// Package wire is the protocol by which a page, or whatever else is not in this process, uses a
// [debugger.Debugger]: methods with names, parameters and answers in JSON.
//
//	s := wire.New(d, wire.Options{Version: "1.0"})
//	answer := s.Answer(ctx, []byte(`{"method": "goto", "params": {"position": "past 41"}}`))
//
// [Methods] is the table of the methods: dispatch, the method that lists them, and docs/PROTOCOL.md read
// it. A method calls the Debugger, and its rows go over the wire under the names of their fields in lower case.
// Nothing is computed here.
//
// Every answer has a serial, the number of the state that it shows. When that state changes, whoever
// watches is told (Service.Watch); a batch is several calls that see one state.
//
// The package knows neither sockets nor files: package web carries its messages over HTTP, and the page
// without a server has it in a worker.
package wire
